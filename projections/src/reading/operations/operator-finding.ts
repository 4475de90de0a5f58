/** One thing that an operator looks at. */
export interface OperatorFinding {
  /** What it is about, such as `part api` or `queue requests`. */
  readonly what: string;
  readonly status: 'ok' | 'degraded' | 'starting' | 'down';
  /** Sentences without a full stop at the end; may be empty. */
  readonly detail: string;
}
