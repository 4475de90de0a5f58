import { StoredRecord } from './event-record.ts';
import type { EncodedRecord } from './tables.ts';

/** Bytes of the newest records that are kept. */
const KEPT_BYTES = 32 * 1024 * 1024;

/**
 * The newest records in memory: every subscription that is not behind reads each of them, and reading it from the file costs more
 * than all else. Positions run without gaps.
 */
export class RecentRecords {
  readonly #keptBytes: number;
  #records: StoredRecord[] = [];
  #firstPosition = 0;
  #bytes = 0;

  constructor(keptBytes = KEPT_BYTES) {
    this.#keptBytes = keptBytes;
  }

  /** The record at a position, when it is among the newest. */
  at(position: number): StoredRecord | undefined {
    return this.#records[position - this.#firstPosition];
  }

  /** Takes note of records that were committed and follow on those taken before. */
  add(records: readonly EncodedRecord[]): void {
    const [first] = records;
    if (first === undefined) return;
    if (this.#records.length === 0) this.#firstPosition = first.position;
    // Small buffers are parts of a pool: each would keep the whole part alive, several times what is counted here.
    const kept = Buffer.allocUnsafeSlow(records.reduce((sum, { bytes }) => sum + bytes.length, 0));
    let at = 0;
    for (const { position, bytes } of records) {
      const end = at + bytes.copy(kept, at);
      this.#records.push(new StoredRecord(position, kept.subarray(at, end)));
      at = end;
    }
    this.#bytes += at;
    // Half are given up at once, so that it is seldom.
    if (this.#bytes > this.#keptBytes) this.#forget(this.#keptBytes / 2);
  }

  #forget(toBytes: number): void {
    let count = 0;
    while (this.#bytes > toBytes) {
      this.#bytes -= this.#records[count]?.size ?? 0;
      count += 1;
    }
    this.#records = this.#records.slice(count);
    this.#firstPosition += count;
  }
}
