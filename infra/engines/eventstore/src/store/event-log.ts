import { CategoryIndex, type CategoryReader } from '../categories/category-index.ts';
import { type Pause, scavenge } from '../scavenge/scavenge.ts';
import { metadataEvent } from './apply-command.ts';
import type { CommitGroup } from './commit-group.ts';
import { CommitNotifier } from './commit-notifier.ts';
import type { StoredRecord } from './event-record.ts';
import { LogWriter, type WriteReports } from './log-writer.ts';
import { RecentRecords } from './recent-records.ts';
import { StreamIndex } from './stream-index.ts';
import { metastreamOf } from './stream-metadata.ts';
import type { StreamState } from './stream-state.ts';
import { Tables } from './tables.ts';
import type { WriteCommand, WriteOutcome } from './write-command.ts';

/** A new log gets metadata for its node's statistics stream, as real servers do; clients rely on a system event. */
const STATISTICS_STREAM = '$stats-embedded';
const STATISTICS_METADATA = '{"$maxAge":86400}';

/** How a log is opened. Sizes of the indexes: the defaults are for all but specs. */
export interface LogOptions {
  readonly reports?: WriteReports;
  /** Index entries that stay in memory; they are rebuilt when the log is opened. */
  readonly recentEntries?: number;
  /** Positions of an entry of the index by categories. A log is always opened with the same. */
  readonly blockPositions?: number;
}

/** The event log: an ordered list of records that is also a set of streams. */
export class EventLog {
  readonly notifier = new CommitNotifier();
  readonly #tables: Tables;
  readonly #index: StreamIndex;
  readonly #writer: LogWriter;
  readonly #recent = new RecentRecords();
  readonly #categories: CategoryIndex;
  #lastPosition: number;

  private constructor(tables: Tables, { recentEntries, blockPositions, reports }: LogOptions) {
    this.#tables = tables;
    this.#lastPosition = tables.lastPosition();
    this.#index = new StreamIndex(tables, this.#lastPosition, recentEntries);
    const onCommit = (group: CommitGroup): void => {
      this.#recent.add(group.records);
      this.#lastPosition = group.lastPosition;
      this.notifier.notify(group.changes.keys());
      this.#categories.advance();
    };
    this.#writer = new LogWriter(tables, this.#index, this.#lastPosition, onCommit, reports);
    this.#categories = new CategoryIndex(tables, this, blockPositions);
    this.#categories.advance();
  }

  /** Opens or creates the log in `directory`. With `durable` false nothing is flushed to disk. */
  static async open(directory: string, durable: boolean, options: LogOptions = {}): Promise<EventLog> {
    const log = new EventLog(await Tables.open(directory, durable), options);
    if (log.lastPosition === 0) await log.#writeFirstEvent();
    return log;
  }

  /** Identity of this log, made when it was created. */
  get instanceId(): string {
    return this.#tables.instanceId;
  }

  /** Position of the newest visible record. Positions run from 1; those of events that were removed are left out. */
  get lastPosition(): number {
    return this.#lastPosition;
  }

  /** The record at a position between 1 and `lastPosition`; undefined when it was removed. */
  record(position: number): StoredRecord | undefined {
    return this.#recent.at(position) ?? this.#tables.record(position);
  }

  /** The same, valid until anything is read again. */
  passingRecord(position: number): StoredRecord | undefined {
    return this.#recent.at(position) ?? this.#tables.passingRecord(position);
  }

  /** Where a reader of the streams with these prefixes has to look. */
  categoryReader(streamPrefixes: readonly string[]): CategoryReader {
    return this.#categories.reader(streamPrefixes);
  }

  /** State of a stream, undefined when its name was never written. */
  stream(streamName: string): StreamState | undefined {
    return this.#index.state(streamName);
  }

  /** The event of a stream at a revision between 0 and its last; undefined when it was removed, with all before it. */
  eventAt(state: StreamState, revision: number): StoredRecord | undefined {
    const position = this.#index.positionOf(state.id, revision);
    if (position !== undefined) return this.#existing(position);
    if ((this.#index.firstRevision(state.id) ?? 0) > revision) return undefined;
    throw new Error(`Stream ${state.id} has no event at revision ${revision}.`);
  }

  /** The oldest revision of a stream that was not removed. */
  firstRevision(state: StreamState): number {
    return this.#index.firstRevision(state.id) ?? 0;
  }

  /** The tombstone of a tombstoned stream. */
  tombstoneOf(state: StreamState): StoredRecord {
    const position = this.#index.tombstoneOf(state.id);
    if (position === undefined) throw new Error(`Stream ${state.id} has no tombstone.`);
    return this.#existing(position);
  }

  /** Removes the events that the metadata of their streams hides. @returns how many. */
  scavenge(pause: Pause): Promise<number> {
    return scavenge(this.#tables, this.#index, pause);
  }

  #existing(position: number): StoredRecord {
    const record = this.record(position);
    if (record === undefined) throw new Error(`The log has no record at position ${position}.`);
    return record;
  }

  /** Queues a command; `complete` is called once, after the change is on disk or is refused. */
  submit(command: WriteCommand, complete: (outcome: WriteOutcome) => void): void {
    this.#writer.submit(command, complete);
  }

  /** Finishes queued writes and closes the files. */
  async close(): Promise<void> {
    await this.#writer.close();
    await this.#categories.close();
    await this.#tables.close();
  }

  #writeFirstEvent(): Promise<void> {
    const events = [metadataEvent(Buffer.from(STATISTICS_METADATA))];
    return new Promise((resolve, reject) => {
      this.submit(
        { kind: 'append', streamName: metastreamOf(STATISTICS_STREAM), expected: 'any', events },
        (outcome) => (outcome.kind === 'written' ? resolve() : reject(new Error('The new log takes no writes.'))),
      );
    });
  }
}
