import { randomUUID } from 'node:crypto';
import { type Database, open, type RootDatabase } from 'lmdb';
import {
  type FilePages,
  isMostlyUnused,
  pagesOf,
  removeUnfinishedCopy,
  replaceByCopy,
} from '../scavenge/compact-files.ts';
import { commitFailure } from './disk/commit-failure.ts';
import { eventIdKey, numberKey, pairKey, readNumber } from './disk/number-keys.ts';
import { StoredRecord } from './event-record.ts';
import { decodeStreamState, encodeStreamState, plainName, type StreamState, streamKey } from './stream-state.ts';

const FORMAT = '1';

/** Address space reserved for the file, so that it never has to be mapped again; it takes no disk space. */
const MAP_BYTES = 256 * 1024 ** 3;

/** Where the index keeps the tombstone of a stream: the largest revision a key can hold. */
const TOMBSTONE_REVISION = 2 ** 48 - 1;

/** An encoded record and its place in the log. */
export interface EncodedRecord {
  readonly position: number;
  readonly bytes: Buffer;
}

/** Where an event is in its stream and in the log. */
export interface IndexedEvent {
  readonly revision: number;
  readonly position: number;
}

/** Index entries of one stream that follow on those in the tables. */
export interface StreamEntries {
  readonly streamName: string;
  /** The stream as of the last of these entries. */
  readonly state: StreamState;
  /** Positions of the revisions from `firstRevision` on. */
  readonly firstRevision: number;
  readonly positions: readonly number[];
  readonly revisionById: ReadonlyMap<string, number>;
  readonly tombstonePosition: number | undefined;
}

/** Index entries to write, and the position up to which the tables are complete with them. */
export interface IndexChanges {
  readonly streams: readonly StreamEntries[];
  /** Largest stream id given out so far. */
  readonly lastStreamId: number;
  /** Oldest position that is still not indexed afterwards; undefined when all committed ones are. */
  readonly oldestPositionLeft: number | undefined;
}

const TABLE = { encoding: 'binary', keyEncoding: 'binary' } as const;
const IDENTITY_KEY = Buffer.from('identity');
const INDEX_MARK_KEY = Buffer.from('index-mark');
const TRIAL_KEY = Buffer.from('trial');
/** Larger than most appends, so that the few pages a full disk still has do not pass for room. */
const TRIAL_BYTES = 256 * 1024;

/** The files of the log: records by position, and indexes by stream and revision, by stream and event id, by name, by category. */
export class Tables {
  readonly instanceId: string;
  readonly #directory: string;
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #node: Database<Buffer, Buffer>;
  readonly #records: Database<Buffer, Buffer>;
  readonly #revisions: Database<Buffer, Buffer>;
  readonly #eventIds: Database<Buffer, Buffer>;
  readonly #streams: Database<Buffer, Buffer>;
  readonly #categories: Database<Buffer, Buffer>;

  private constructor(
    directory: string,
    root: RootDatabase<Buffer, Buffer>,
    node: Database<Buffer, Buffer>,
    instanceId: string,
  ) {
    this.#directory = directory;
    this.#root = root;
    this.#node = node;
    this.instanceId = instanceId;
    this.#records = root.openDB({ name: 'records', ...TABLE });
    this.#revisions = root.openDB({ name: 'revisions', ...TABLE });
    this.#eventIds = root.openDB({ name: 'event-ids', ...TABLE });
    this.#streams = root.openDB({ name: 'streams', ...TABLE });
    this.#categories = root.openDB({ name: 'categories', ...TABLE });
  }

  /** Opens or creates the files in `directory`. With `durable` false nothing is flushed to disk. */
  static async open(directory: string, durable: boolean): Promise<Tables> {
    removeUnfinishedCopy(directory);
    const tables = await Tables.#openFiles(directory, durable);
    if (!isMostlyUnused(tables.filePages())) return tables;
    await replaceByCopy(directory, async (copyDirectory) => {
      await tables.#root.backup(copyDirectory, true);
      await tables.close();
    });
    return Tables.#openFiles(directory, durable);
  }

  static async #openFiles(directory: string, durable: boolean): Promise<Tables> {
    const root = openRoot(directory, durable);
    const node = root.openDB({ name: 'node', ...TABLE });
    const identity = node.get(IDENTITY_KEY)?.toString();
    const [format, instanceId] = identity?.split(' ') ?? [FORMAT, randomUUID()];
    if (format !== FORMAT || instanceId === undefined) throw new Error(`The log has format ${format}, not ${FORMAT}.`);
    if (identity === undefined) await node.put(IDENTITY_KEY, Buffer.from(`${format} ${instanceId}`));
    return new Tables(directory, root, node, instanceId);
  }

  /** Position of the last record, 0 when there is none. */
  lastPosition(): number {
    for (const key of this.#records.getKeys({ reverse: true, limit: 1 })) return readNumber(key, 0);
    return 0;
  }

  /** The position up to which the indexes are complete, and the largest stream id given out by then. */
  indexMark(): { readonly indexedUpTo: number; readonly lastStreamId: number } {
    const bytes = this.#node.get(INDEX_MARK_KEY);
    if (bytes === undefined) return { indexedUpTo: 0, lastStreamId: 0 };
    return { indexedUpTo: readNumber(bytes, 0), lastStreamId: readNumber(bytes, 6) };
  }

  record(position: number): StoredRecord | undefined {
    const bytes = this.#records.get(numberKey(position));
    return bytes === undefined ? undefined : new StoredRecord(position, bytes);
  }

  /**
   * The record at a position without a copy of its own: it is valid until anything is read again. For readers of the whole log, which
   * pass the bytes on at once; the copy costs more than finding the record.
   */
  passingRecord(position: number): StoredRecord | undefined {
    const shared = this.#records.getBinaryFast(numberKey(position)) as Buffer | undefined;
    if (shared === undefined) return undefined;
    // The store's buffer is larger than the record and has a `length` of its own, which views of it in newer versions of Node do not follow.
    return new StoredRecord(position, Buffer.from(shared.buffer, shared.byteOffset, shared.length));
  }

  stream(streamName: string): StreamState | undefined {
    const bytes = this.#streams.get(streamKey(streamName));
    return bytes === undefined ? undefined : decodeStreamState(bytes);
  }

  positionOf(streamId: number, revision: number): number | undefined {
    const bytes = this.#revisions.get(pairKey(streamId, revision));
    return bytes === undefined ? undefined : readNumber(bytes, 0);
  }

  tombstoneOf(streamId: number): number | undefined {
    return this.positionOf(streamId, TOMBSTONE_REVISION);
  }

  revisionOfEvent(streamId: number, eventId: string): number | undefined {
    const bytes = this.#eventIds.get(eventIdKey(streamId, eventId));
    return bytes === undefined ? undefined : readNumber(bytes, 0);
  }

  /** How many blocks have an entry of the index by categories; those after them have none. */
  categoryBlocks(): number {
    for (const key of this.#categories.getKeys({ reverse: true, limit: 1 })) return readNumber(key, 0) + 1;
    return 0;
  }

  categoryBlock(block: number): Buffer | undefined {
    return this.#categories.get(numberKey(block));
  }

  /** Resolves when the entry is on disk. */
  async putCategoryBlock(block: number, entry: Buffer): Promise<void> {
    await this.#transact((puts) => puts.add(this.#categories.put(numberKey(block), entry)));
  }

  /** Writes records and index entries in one transaction and resolves when they are on disk. */
  async commit(records: readonly EncodedRecord[], index: IndexChanges | undefined): Promise<void> {
    await this.#transact((writes) => {
      for (const { position, bytes } of records) writes.add(this.#records.put(numberKey(position), bytes));
      if (index !== undefined) this.#putIndex(index, (records[0]?.position ?? 1) - 1, writes);
    });
  }

  /** Writes something to disk and removes it again. Rejects when the disk takes nothing. */
  async tryWriting(): Promise<void> {
    await this.#transact((writes) => writes.add(this.#node.put(TRIAL_KEY, Buffer.alloc(TRIAL_BYTES))));
    await this.#transact((writes) => writes.add(this.#node.remove(TRIAL_KEY)));
  }

  /** The oldest events of a stream that the index in the tables has, at most `limit`. */
  oldestEvents(streamId: number, limit: number): readonly IndexedEvent[] {
    const range = { start: pairKey(streamId, 0), end: pairKey(streamId, TOMBSTONE_REVISION), limit };
    const events: IndexedEvent[] = [];
    for (const { key, value } of this.#revisions.getRange(range))
      events.push({ revision: readNumber(key, 6), position: readNumber(value, 0) });
    return events;
  }

  /** Names of streams that begin with a prefix and come after `name`, in their order, at most `limit`; names that are no keys are left out. */
  streamNamesAfter(name: string, prefix: string, limit: number): readonly string[] {
    const names: string[] = [];
    for (const key of this.#streams.getKeys({ start: streamKey(name), exclusiveStart: true, limit })) {
      const streamName = plainName(key);
      if (streamName?.startsWith(prefix) !== true) break;
      names.push(streamName);
    }
    return names;
  }

  /** Removes events with their index entries in one transaction; what stays keeps its position. Resolves when that is on disk. */
  async removeEvents(streamId: number, events: readonly IndexedEvent[]): Promise<void> {
    const ids = events.map(({ position }) => this.record(position)?.id);
    await this.#transact((writes) => {
      for (const [index, { revision, position }] of events.entries()) {
        const eventId = ids[index];
        // A repeated event has its id under the lowest revision only.
        if (eventId !== undefined && this.revisionOfEvent(streamId, eventId) === revision)
          writes.add(this.#eventIds.remove(eventIdKey(streamId, eventId)));
        writes.add(this.#revisions.remove(pairKey(streamId, revision)));
        writes.add(this.#records.remove(numberKey(position)));
      }
    });
  }

  /** How much of the file holds something. */
  filePages(): FilePages {
    const indexes = [this.#revisions, this.#eventIds, this.#streams, this.#categories];
    return pagesOf([this.#root, this.#node, this.#records, ...indexes]);
  }

  async close(): Promise<void> {
    await this.#root.close();
  }

  async #transact(write: (writes: Set<Promise<boolean>>) => void): Promise<void> {
    const writes = new Set<Promise<boolean>>();
    const batch = this.#root.batch(() => write(writes));
    try {
      await Promise.all([batch, ...writes]);
    } catch (error) {
      throw await commitFailure(error, this.#directory);
    }
  }

  #putIndex(index: IndexChanges, lastCommitted: number, puts: Set<Promise<boolean>>): void {
    for (const { streamName, state, firstRevision, positions, revisionById, tombstonePosition } of index.streams) {
      for (const [offset, position] of positions.entries()) {
        puts.add(this.#revisions.put(pairKey(state.id, firstRevision + offset), numberKey(position)));
      }
      for (const [eventId, revision] of revisionById) {
        puts.add(this.#eventIds.put(eventIdKey(state.id, eventId), numberKey(revision)));
      }
      if (tombstonePosition !== undefined) {
        puts.add(this.#revisions.put(pairKey(state.id, TOMBSTONE_REVISION), numberKey(tombstonePosition)));
      }
      puts.add(this.#streams.put(streamKey(streamName), encodeStreamState(state)));
    }
    const indexedUpTo = index.oldestPositionLeft === undefined ? lastCommitted : index.oldestPositionLeft - 1;
    puts.add(this.#node.put(INDEX_MARK_KEY, pairKey(indexedUpTo, index.lastStreamId)));
  }
}

function openRoot(directory: string, durable: boolean): RootDatabase<Buffer, Buffer> {
  return open<Buffer, Buffer>({
    path: directory,
    mapSize: MAP_BYTES,
    maxDbs: 8,
    // A commit's promise must mean "on disk": pages are flushed before the commit becomes visible.
    overlappingSync: false,
    noSync: !durable,
    // Transactions are the batches that `#transact` makes. The implicit ones per turn of the event loop leave a promise
    // behind that cannot be handled when a commit fails, for instance because the disk is full.
    eventTurnBatching: false,
    ...TABLE,
  });
}
