/** A call to an outside service did not give what was asked for. Its message holds no secrets. */
export class OutsideCallError extends Error {
  override readonly name = 'OutsideCallError';
  /** HTTP status; `null` when there was no answer. */
  readonly status: number | null;

  constructor(message: string, details: { status?: number; cause?: unknown } = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status ?? null;
  }
}
