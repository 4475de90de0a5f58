import { randomUUID } from 'node:crypto';
import type { StreamHistory } from './decide-append.ts';
import { encodeRecord, type ProposedEvent, StoredRecord } from './event-record.ts';
import { NO_STREAM } from './expected-version.ts';
import { describedStream, isMetastream, metastreamOf, parseReadLimits } from './stream-metadata.ts';
import { type StreamState, unwrittenStream } from './stream-state.ts';
import { type TableChanges, type Tables, TOMBSTONE_INDEX_REVISION } from './tables.ts';

/** What this group adds to one stream. */
interface PendingStream {
  /** True when the name is not in the tables yet, so that its indexes need no look-up. */
  readonly isNew: boolean;
  readonly firstRevision: number;
  readonly positions: number[];
  readonly revisionById: Map<string, number>;
}

/**
 * The writes of one transaction. Each command is decided against the committed log plus what earlier commands of the
 * group add, in arrival order; nothing is visible to readers before the group is committed.
 */
export class CommitGroup {
  readonly records: { position: number; bytes: Buffer }[] = [];
  readonly revisions: TableChanges['revisions'][number][] = [];
  readonly eventIds: TableChanges['eventIds'][number][] = [];
  readonly streams = new Map<string, StreamState>();
  lastStreamId: number;
  readonly #tables: Tables;
  readonly #firstPosition: number;
  readonly #createdMs: number;
  readonly #pending = new Map<number, PendingStream>();

  constructor(tables: Tables, lastPosition: number, lastStreamId: number, createdMs: number) {
    this.#tables = tables;
    this.#firstPosition = lastPosition + 1;
    this.lastStreamId = lastStreamId;
    this.#createdMs = createdMs;
  }

  get lastPosition(): number {
    return this.#firstPosition + this.records.length - 1;
  }

  state(streamName: string): StreamState | undefined {
    return this.streams.get(streamName) ?? this.#tables.stream(streamName);
  }

  history(streamName: string): StreamHistory {
    const state = this.state(streamName);
    const described = isMetastream(streamName) ? this.state(describedStream(streamName)) : undefined;
    const hasMetadata = () => (this.state(metastreamOf(streamName))?.last ?? NO_STREAM) !== NO_STREAM;
    return {
      state,
      tombstoned: state?.tombstoned === true || described?.tombstoned === true,
      get hasMetadata() {
        return hasMetadata();
      },
      revisionOf: (eventId) => (state === undefined ? undefined : this.#revisionOf(state.id, eventId)),
      idAt: (revision) => (state === undefined ? undefined : this.recordAt(state.id, revision)?.id),
    };
  }

  recordAt(streamId: number, revision: number): StoredRecord | undefined {
    const position = this.positionAt(streamId, revision);
    if (position === undefined) return undefined;
    const own = this.records[position - this.#firstPosition];
    return own === undefined ? this.#tables.record(position) : new StoredRecord(position, own.bytes);
  }

  positionAt(streamId: number, revision: number): number | undefined {
    const pending = this.#pending.get(streamId);
    const own = pending?.positions[revision - pending.firstRevision];
    return own ?? this.#tables.positionOf(streamId, revision);
  }

  /** Adds events at the end of a stream, whatever its state, and returns its new state. */
  append(streamName: string, events: readonly ProposedEvent[]): StreamState {
    const before = this.#stateForWriting(streamName);
    const pending = this.#pendingStream(before);
    let last = before.last;
    for (const event of events) {
      last += 1;
      const position = this.#addRecord(streamName, last, event);
      this.revisions.push({ streamId: before.id, revision: last, position });
      pending.positions.push(position);
      this.#indexEventId(before.id, pending, event.id, last);
    }
    const after = { ...before, last };
    this.streams.set(streamName, after);
    const newest = events.at(-1);
    if (newest !== undefined && isMetastream(streamName)) this.#applyMetadata(describedStream(streamName), newest);
    return after;
  }

  /** Ends a stream for good and returns the position of its tombstone. */
  tombstone(streamName: string): number {
    const before = this.#stateForWriting(streamName);
    const nothing = Buffer.alloc(0);
    const event = { id: randomUUID(), type: '$streamDeleted', isJson: false, data: nothing, customMetadata: nothing };
    const position = this.#addRecord(streamName, 'tombstone', event);
    this.revisions.push({ streamId: before.id, revision: TOMBSTONE_INDEX_REVISION, position });
    this.streams.set(streamName, { ...before, tombstoned: true });
    return position;
  }

  #addRecord(streamName: string, revision: number | 'tombstone', event: ProposedEvent): number {
    const position = this.lastPosition + 1;
    const bytes = encodeRecord({ streamName, revision, position, createdMs: this.#createdMs }, event);
    this.records.push({ position, bytes });
    return position;
  }

  #applyMetadata(streamName: string, metadata: ProposedEvent): void {
    const limits = parseReadLimits(metadata.isJson, metadata.data);
    this.streams.set(streamName, { ...this.#stateForWriting(streamName), limits });
  }

  #stateForWriting(streamName: string): StreamState {
    const known = this.state(streamName);
    if (known !== undefined) return known;
    this.lastStreamId += 1;
    const state = unwrittenStream(this.lastStreamId);
    this.streams.set(streamName, state);
    this.#pending.set(state.id, { isNew: true, firstRevision: 0, positions: [], revisionById: new Map() });
    return state;
  }

  #pendingStream(state: StreamState): PendingStream {
    const known = this.#pending.get(state.id);
    if (known !== undefined) return known;
    const pending = { isNew: false, firstRevision: state.last + 1, positions: [], revisionById: new Map() };
    this.#pending.set(state.id, pending);
    return pending;
  }

  #revisionOf(streamId: number, eventId: string): number | undefined {
    const pending = this.#pending.get(streamId);
    const own = pending?.revisionById.get(eventId);
    if (own !== undefined || pending?.isNew === true) return own;
    return this.#tables.revisionOfEvent(streamId, eventId);
  }

  /** The lowest revision of an id stays in the index, so that repetitions are recognised by the first write. */
  #indexEventId(streamId: number, pending: PendingStream, eventId: string, revision: number): void {
    if (this.#revisionOf(streamId, eventId) !== undefined) return;
    pending.revisionById.set(eventId, revision);
    this.eventIds.push({ streamId, eventId, revision });
  }
}
