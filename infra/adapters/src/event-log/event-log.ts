import type { RecordedEvent, UnreadableEvent } from './recorded-event.ts';

export interface ReadStreamOptions {
  /** Where to begin: the beginning by default, or the end where events are read backwards. */
  readonly fromRevision?: bigint;
  /** Newest first. */
  readonly backwards?: boolean;
  readonly maxCount?: number;
  /** Called for an event that cannot be read and is passed over; without it reading throws. */
  readonly onUnreadable?: (event: UnreadableEvent, error: unknown) => void;
}

/** What distinguishes an event from another log's at its position. */
export interface EventMark {
  readonly position: bigint;
  readonly id: string;
  readonly recordedAt: Date;
}

/** The log as the product sees it: only events of the catalogue, positions as one number. */
export interface EventLog {
  /** Events of a stream, oldest first unless asked otherwise; empty when there is no such stream. */
  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]>;
  /** The newest event of a stream; `undefined` when there is no such stream. */
  readLast(stream: string): Promise<RecordedEvent | undefined>;
  /** Position of the newest event that a follower of the whole log gets, 0 when there is none. */
  lastPosition(): Promise<bigint>;
  /** How many events a follower of the whole log gets after a position, counted up to `most`. */
  countAfter(position: bigint, most: number): Promise<number>;
  /** What distinguishes the event at a position from another log's; `undefined` when there is none at exactly this position. */
  eventAt(position: bigint): Promise<EventMark | undefined>;
  /**
   * The newest event up to a position that a follower of the whole log gets. What processes share is passed over: the log may drop it.
   * @param position of an event. @returns `undefined` when there is no event at exactly this position, or none of ours up to there.
   */
  newestEvent(position: bigint): Promise<EventMark | undefined>;
  /** The event at a position; `undefined` when there is none of ours at exactly this position. */
  readAt(position: bigint): Promise<RecordedEvent | undefined>;
  /** From now on events of a stream that are older than this are not read any more, and the log may drop them. */
  keepFor(stream: string, seconds: number): Promise<void>;
  /** From now on only so many events of a stream are read, the newest, and the log may drop the others. */
  keepNewest(stream: string, count: number): Promise<void>;
  /**
   * Resolves when the log takes appends; nothing is written. It may take as long as an append may: who has less time does not wait.
   * @throws the log's own error when it does not take them.
   */
  probeAppend(): Promise<void>;
  close(): Promise<void>;
}
