import type { StoredRecord } from './event-record.ts';
import { describedStream, isMetastream, parseReadLimits } from './stream-metadata.ts';
import { type StreamState, unwrittenStream } from './stream-state.ts';
import type { IndexChanges, StreamEntries, Tables } from './tables.ts';

/** What a group of writes does to one stream. */
export interface StreamChange {
  /** State before the group. */
  readonly before: StreamState;
  state: StreamState;
  /** Position of the group's first record that concerns the stream. */
  readonly oldestPosition: number;
  readonly positions: number[];
  /** Revisions of events whose ids are new to the stream. */
  readonly ids: Map<string, number>;
  tombstonePosition: number | undefined;
}

/** What a commit did to streams. */
interface CommittedChanges {
  readonly lastStreamId: number;
  readonly changes: ReadonlyMap<string, StreamChange>;
}

/** What the memory knows of one stream beyond what its tables hold. */
interface RecentStream {
  readonly streamName: string;
  state: StreamState;
  /** Position of the oldest record that the tables do not index for this stream yet. */
  oldestPosition: number;
  firstRevision: number;
  positions: number[];
  readonly revisionById: Map<string, number>;
  tombstonePosition: number | undefined;
}

/** Index entries kept in memory before the oldest are moved to the tables. */
const DEFAULT_RECENT_ENTRIES = 32_768;

/** The part of them that moves at once. */
const MOVED_SHARE = 1 / 32;

/**
 * Finds events by stream and revision, or stream and id. Index entries of recent events stay in memory and move to the
 * tables in runs of one stream, oldest first. A commit then writes its records one after the other instead of touching pages
 * all over the index. After a restart the records since the oldest entry not moved are read again: its position must be exact, and
 * it is not that of the stream which was left alone longest, because a busy stream keeps old entries. So each move looks at every
 * stream; many entries move at once, so that this is seldom.
 */
export class StreamIndex {
  /** Least recently used streams come first. */
  readonly #recent = new Map<string, RecentStream>();
  readonly #recentById = new Map<number, RecentStream>();
  readonly #tables: Tables;
  readonly #maxEntries: number;
  readonly #movedAtOnce: number;
  #entries = 0;
  lastStreamId: number;

  /** Opens the index over a log whose newest record is at `lastPosition`. */
  constructor(tables: Tables, lastPosition: number, maxEntries = DEFAULT_RECENT_ENTRIES) {
    this.#tables = tables;
    this.#maxEntries = maxEntries;
    this.#movedAtOnce = Math.floor(maxEntries * MOVED_SHARE);
    const mark = tables.indexMark();
    this.lastStreamId = mark.lastStreamId;
    for (let position = mark.indexedUpTo + 1; position <= lastPosition; position += 1) {
      const record = tables.record(position);
      if (record === undefined) throw new Error(`The log has no record at position ${position}.`);
      this.#replay(record);
    }
  }

  state(streamName: string): StreamState | undefined {
    return this.#recent.get(streamName)?.state ?? this.#tables.stream(streamName);
  }

  /** Names with entries that are not in the tables yet, as far as they begin with a prefix. */
  recentNames(prefix: string): readonly string[] {
    return [...this.#recent.keys()].filter((streamName) => streamName.startsWith(prefix));
  }

  positionOf(streamId: number, revision: number): number | undefined {
    const recent = this.#recentById.get(streamId);
    const position = recent?.positions[revision - recent.firstRevision];
    return position ?? this.#tables.positionOf(streamId, revision);
  }

  /** The oldest revision of a stream that was not removed, undefined when it has no event. */
  firstRevision(streamId: number): number | undefined {
    const [oldest] = this.#tables.oldestEvents(streamId, 1);
    return oldest?.revision ?? this.#recentById.get(streamId)?.firstRevision;
  }

  tombstoneOf(streamId: number): number | undefined {
    return this.#recentById.get(streamId)?.tombstonePosition ?? this.#tables.tombstoneOf(streamId);
  }

  revisionOf(streamId: number, eventId: string): number | undefined {
    const recent = this.#recentById.get(streamId);
    const revision = recent?.revisionById.get(eventId);
    // A stream whose first event is recent has nothing in the tables.
    if (revision !== undefined || recent?.firstRevision === 0) return revision;
    return this.#tables.revisionOfEvent(streamId, eventId);
  }

  /** Entries that are to be written with the next commit so that memory stays bounded; undefined when none are. */
  overflow(groupEntries: number): IndexChanges | undefined {
    let excess = this.#entries + groupEntries - this.#maxEntries;
    if (excess <= this.#movedAtOnce || this.#recent.size === 0) return undefined;
    const streams: StreamEntries[] = [];
    let oldestPositionLeft: number | undefined;
    for (const recent of this.#recent.values()) {
      const moved = excess > 0 ? oldestEntries(recent, excess) : undefined;
      if (moved !== undefined) streams.push(moved);
      excess -= (moved?.positions.length ?? 0) + 1;
      const left = moved === undefined ? recent.oldestPosition : recent.positions[moved.positions.length];
      if (left !== undefined) oldestPositionLeft = Math.min(left, oldestPositionLeft ?? left);
    }
    return { streams, lastStreamId: this.lastStreamId, oldestPositionLeft };
  }

  /** Takes note of a commit: `moved` is in the tables now, what `group` wrote is recent. */
  absorb(group: CommittedChanges, moved: IndexChanges | undefined): void {
    for (const entries of moved?.streams ?? []) this.#forget(entries);
    this.lastStreamId = group.lastStreamId;
    for (const [streamName, { before, state, oldestPosition, positions, ids, tombstonePosition }] of group.changes) {
      const recent = this.#recent.get(streamName) ?? this.#addRecent(streamName, before, oldestPosition);
      const entriesBefore = entriesOf(recent);
      recent.state = state;
      recent.tombstonePosition ??= tombstonePosition;
      for (const position of positions) recent.positions.push(position);
      for (const [id, revision] of ids) recent.revisionById.set(id, revision);
      this.#entries += entriesOf(recent) - entriesBefore;
    }
  }

  #forget({ streamName, state, positions, revisionById }: StreamEntries): void {
    const recent = this.#recent.get(streamName);
    if (recent === undefined) return;
    this.#entries -= entriesOf(recent);
    this.#recent.delete(streamName);
    this.#recentById.delete(state.id);
    const [nextPosition] = recent.positions.slice(positions.length);
    if (nextPosition === undefined) return;
    recent.positions = recent.positions.slice(positions.length);
    recent.firstRevision += positions.length;
    recent.oldestPosition = nextPosition;
    for (const eventId of revisionById.keys()) recent.revisionById.delete(eventId);
    this.#remember(recent);
  }

  #remember(recent: RecentStream): void {
    this.#recent.set(recent.streamName, recent);
    this.#recentById.set(recent.state.id, recent);
    this.#entries += entriesOf(recent);
  }

  #addRecent(streamName: string, state: StreamState, oldestPosition: number): RecentStream {
    const recent = {
      streamName,
      state,
      oldestPosition,
      firstRevision: state.last + 1,
      positions: [],
      revisionById: new Map<string, number>(),
      tombstonePosition: undefined,
    };
    this.#remember(recent);
    return recent;
  }

  /** A stream's entries are moved in order, so a record up to the last revision in the tables is indexed there already. */
  #replay(record: StoredRecord): void {
    const { streamName } = record;
    const existing = this.state(streamName);
    if (isMetastream(streamName) && !record.isTombstone) this.#replayMetadata(describedStream(streamName), record);
    if (record.isTombstone ? existing?.tombstoned === true : existing !== undefined && record.revision <= existing.last)
      return;
    const recent = this.#recentFor(streamName, record.position);
    if (record.isTombstone) {
      recent.state = { ...recent.state, tombstoned: true };
      recent.tombstonePosition = record.position;
      return;
    }
    recent.state = { ...recent.state, last: record.revision };
    recent.positions.push(record.position);
    this.#entries += 1;
    if (this.revisionOf(recent.state.id, record.id) === undefined) recent.revisionById.set(record.id, record.revision);
  }

  /** Metadata replayed in order ends with the newest, whatever of it the tables held before. */
  #replayMetadata(streamName: string, record: StoredRecord): void {
    const recent = this.#recentFor(streamName, record.position);
    recent.state = { ...recent.state, limits: parseReadLimits(record.isJson, record.data) };
  }

  #recentFor(streamName: string, position: number): RecentStream {
    const recent = this.#recent.get(streamName);
    if (recent !== undefined) return recent;
    const existing = this.#tables.stream(streamName);
    if (existing === undefined) this.lastStreamId += 1;
    return this.#addRecent(streamName, existing ?? unwrittenStream(this.lastStreamId), position);
  }
}

/** The oldest entries of a stream, about `count` of them. Moved with all entries, or with a state as of the last moved. */
function oldestEntries(recent: RecentStream, count: number): StreamEntries {
  if (recent.positions.length <= count) return { ...recent };
  const positions = recent.positions.slice(0, count);
  const last = recent.firstRevision + count - 1;
  const revisionById = new Map<string, number>();
  for (const [eventId, revision] of recent.revisionById) {
    if (revision > last) break;
    revisionById.set(eventId, revision);
  }
  const state = { ...recent.state, last, tombstoned: false };
  return { ...recent, state, positions, revisionById, tombstonePosition: undefined };
}

/** A stream counts as one entry more than its events, because its state is written too. */
function entriesOf(recent: RecentStream): number {
  return recent.positions.length + 1;
}
