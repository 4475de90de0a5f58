import { randomUUID } from 'node:crypto';
import type { StreamHistory } from './decide-append.ts';
import { encodeRecord, type ProposedEvent, StoredRecord } from './event-record.ts';
import { NO_STREAM } from './expected-version.ts';
import type { StreamChange, StreamIndex } from './stream-index.ts';
import { describedStream, isMetastream, metastreamOf, parseReadLimits } from './stream-metadata.ts';
import { type StreamState, unwrittenStream } from './stream-state.ts';
import type { EncodedRecord, Tables } from './tables.ts';

/**
 * The writes of one transaction. Each command is decided against the committed log plus what earlier commands of the
 * group add, in arrival order; nothing is visible to readers before the group is committed.
 */
export class CommitGroup {
  readonly records: EncodedRecord[] = [];
  readonly changes = new Map<string, StreamChange>();
  lastStreamId: number;
  readonly #tables: Tables;
  readonly #index: StreamIndex;
  readonly #firstPosition: number;
  readonly #createdMs: number;
  readonly #changesById = new Map<number, StreamChange>();
  readonly #statesBefore = new Map<string, StreamState | undefined>();

  constructor(tables: Tables, index: StreamIndex, lastPosition: number, createdMs: number) {
    this.#tables = tables;
    this.#index = index;
    this.#firstPosition = lastPosition + 1;
    this.lastStreamId = index.lastStreamId;
    this.#createdMs = createdMs;
  }

  get lastPosition(): number {
    return this.#firstPosition + this.records.length - 1;
  }

  state(streamName: string): StreamState | undefined {
    return this.changes.get(streamName)?.state ?? this.#stateBefore(streamName);
  }

  /** Each append asks several times, and most streams are new: that is looked up once. */
  #stateBefore(streamName: string): StreamState | undefined {
    if (this.#statesBefore.has(streamName)) return this.#statesBefore.get(streamName);
    const state = this.#index.state(streamName);
    this.#statesBefore.set(streamName, state);
    return state;
  }

  history(streamName: string): StreamHistory {
    return new GroupHistory(this, streamName);
  }

  recordAt(streamId: number, revision: number): StoredRecord | undefined {
    const position = this.positionAt(streamId, revision);
    if (position === undefined) return undefined;
    const groupRecord = this.records[position - this.#firstPosition];
    return groupRecord === undefined ? this.#tables.record(position) : new StoredRecord(position, groupRecord.bytes);
  }

  positionAt(streamId: number, revision: number): number | undefined {
    const change = this.#changesById.get(streamId);
    const groupPosition = change?.positions[revision - change.before.last - 1];
    return groupPosition ?? this.#index.positionOf(streamId, revision);
  }

  /** Adds events at the end of a stream, whatever its state, and returns its new state. */
  append(streamName: string, events: readonly ProposedEvent[]): StreamState {
    const change = this.#changeOf(streamName);
    const { id } = change.before;
    let { last } = change.state;
    for (const event of events) {
      last += 1;
      change.positions.push(this.#addRecord(streamName, last, event));
      // The lowest revision of an id is kept, so that repetitions are recognised by the first write.
      if (this.revisionOf(id, event.id) === undefined) change.ids.set(event.id, last);
    }
    change.state = { ...change.state, last };
    const newest = events.at(-1);
    if (newest !== undefined && isMetastream(streamName)) this.#applyMetadata(describedStream(streamName), newest);
    return change.state;
  }

  /** Ends a stream permanently and returns the position of its tombstone. */
  tombstone(streamName: string): number {
    const change = this.#changeOf(streamName);
    const nothing = Buffer.alloc(0);
    const event = { id: randomUUID(), type: '$streamDeleted', isJson: false, data: nothing, customMetadata: nothing };
    const position = this.#addRecord(streamName, 'tombstone', event);
    change.state = { ...change.state, tombstoned: true };
    change.tombstonePosition = position;
    return position;
  }

  #addRecord(streamName: string, revision: number | 'tombstone', event: ProposedEvent): number {
    const position = this.lastPosition + 1;
    const bytes = encodeRecord({ streamName, revision, position, createdMs: this.#createdMs }, event);
    this.records.push({ position, bytes });
    return position;
  }

  /** Called after the metadata event itself was added: that record is what the change goes back to. */
  #applyMetadata(streamName: string, metadata: ProposedEvent): void {
    const change = this.#changeOf(streamName, this.lastPosition);
    change.state = { ...change.state, limits: parseReadLimits(metadata.isJson, metadata.data) };
  }

  #changeOf(streamName: string, oldestPosition = this.lastPosition + 1): StreamChange {
    const existing = this.changes.get(streamName);
    if (existing !== undefined) return existing;
    let before = this.#stateBefore(streamName);
    if (before === undefined) {
      this.lastStreamId += 1;
      before = unwrittenStream(this.lastStreamId);
    }
    const change = {
      before,
      state: before,
      oldestPosition,
      positions: [],
      ids: new Map<string, number>(),
      tombstonePosition: undefined,
    };
    this.changes.set(streamName, change);
    this.#changesById.set(before.id, change);
    return change;
  }

  /** Lowest revision under which the stream holds an event with this id. */
  revisionOf(streamId: number, eventId: string): number | undefined {
    const change = this.#changesById.get(streamId);
    const groupRevision = change?.ids.get(eventId);
    // A stream that had no events before this group has none in the index either.
    if (groupRevision !== undefined || change?.before.last === NO_STREAM) return groupRevision;
    return this.#index.revisionOf(streamId, eventId);
  }
}

/** A class, because one is made for each append and closures cost more than what they look up. */
class GroupHistory implements StreamHistory {
  readonly state: StreamState | undefined;
  readonly tombstoned: boolean;
  readonly #group: CommitGroup;
  readonly #streamName: string;

  constructor(group: CommitGroup, streamName: string) {
    this.#group = group;
    this.#streamName = streamName;
    this.state = group.state(streamName);
    const described = isMetastream(streamName) ? group.state(describedStream(streamName)) : undefined;
    this.tombstoned = this.state?.tombstoned === true || described?.tombstoned === true;
  }

  get hasMetadata(): boolean {
    return (this.#group.state(metastreamOf(this.#streamName))?.last ?? NO_STREAM) !== NO_STREAM;
  }

  revisionOf(eventId: string): number | undefined {
    return this.state === undefined ? undefined : this.#group.revisionOf(this.state.id, eventId);
  }

  idAt(revision: number): string | undefined {
    return this.state === undefined ? undefined : this.#group.recordAt(this.state.id, revision)?.id;
  }
}
