import { isPassingStatus, OutsideFault } from '../failures/outside-fault.ts';

/** A call to an outside service did not give what was asked for. */
export class OutsideCallError extends OutsideFault {
  override readonly name = 'OutsideCallError';
  /** HTTP status; `null` when there was no answer. */
  readonly status: number | null;

  constructor(message: string, details: { status?: number; cause?: unknown } = {}) {
    super(message, { ...details, retry: details.status === undefined || isPassingStatus(details.status) });
    this.status = details.status ?? null;
  }
}
