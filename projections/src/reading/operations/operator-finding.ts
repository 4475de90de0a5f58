/** One thing that an operator looks at. */
export interface OperatorFinding {
  /** What it is about, such as `part api` or `queue requests`. */
  readonly what: string;
  /** `filling`: of tables that were never complete, which is no fault. */
  readonly status: 'ok' | 'filling' | 'degraded' | 'starting' | 'down';
  /** Sentences without a full stop at the end; may be empty. */
  readonly detail: string;
}
