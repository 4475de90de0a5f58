import { OutsideFault } from '../../failures/outside-fault.ts';

/**
 * A question to the store's reports got no usable answer: the key is refused, the service is away or limits us, or what it
 * sent cannot be read. Never carries keys.
 */
export class StoreReportsError extends OutsideFault {
  override readonly name = 'StoreReportsError';
  readonly kind: 'refused' | 'rejected' | 'away' | 'limited' | 'unreadable';
  /** HTTP status; `null` when there was no answer. */
  readonly status: number | null;
  /** The service's own code of the fault; `null` where it named none. */
  readonly code: string | null;
  /** Columns that a file lacks and cannot be read without. */
  readonly missingColumns: readonly string[];

  constructor(
    kind: StoreReportsError['kind'],
    message: string,
    details: {
      status?: number;
      code?: string | null;
      afterSeconds?: number | null;
      missingColumns?: readonly string[];
      cause?: unknown;
    } = {},
  ) {
    super(message, { ...details, retry: kind === 'away' || kind === 'limited' });
    this.kind = kind;
    this.status = details.status ?? null;
    this.code = details.code ?? null;
    this.missingColumns = details.missingColumns ?? [];
  }
}
