import { randomUUID } from 'node:crypto';
import { type Database, open, type RootDatabase } from 'lmdb';
import { putUuidBytes } from '../wire/uuid.ts';
import { StoredRecord } from './event-record.ts';
import { decodeStreamState, encodeStreamState, type StreamState, streamKey } from './stream-state.ts';

const FORMAT = '1';

/** Address space reserved for the file, so that it never has to be mapped anew; it takes no disk space. */
const MAP_BYTES = 256 * 1024 ** 3;

/** Where the index keeps the tombstone of a stream: the largest revision a key can hold. */
export const TOMBSTONE_INDEX_REVISION = 2 ** 48 - 1;

/** Everything one transaction writes. */
export interface TableChanges {
  readonly records: readonly { readonly position: number; readonly bytes: Buffer }[];
  readonly revisions: readonly { readonly streamId: number; readonly revision: number; readonly position: number }[];
  readonly eventIds: readonly { readonly streamId: number; readonly eventId: string; readonly revision: number }[];
  readonly streams: ReadonlyMap<string, StreamState>;
}

const TABLE = { encoding: 'binary', keyEncoding: 'binary' } as const;

/** The files of the log: records by position, and indexes by stream and revision, by stream and event id, by name. */
export class Tables {
  readonly instanceId: string;
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #records: Database<Buffer, Buffer>;
  readonly #revisions: Database<Buffer, Buffer>;
  readonly #eventIds: Database<Buffer, Buffer>;
  readonly #streams: Database<Buffer, Buffer>;

  private constructor(root: RootDatabase<Buffer, Buffer>, instanceId: string) {
    this.#root = root;
    this.instanceId = instanceId;
    this.#records = root.openDB({ name: 'records', ...TABLE });
    this.#revisions = root.openDB({ name: 'revisions', ...TABLE });
    this.#eventIds = root.openDB({ name: 'event-ids', ...TABLE });
    this.#streams = root.openDB({ name: 'streams', ...TABLE });
  }

  /** Opens or creates the files in `directory`. With `durable` false nothing is flushed to disk. */
  static async open(directory: string, durable: boolean): Promise<Tables> {
    const root = open<Buffer, Buffer>({
      path: directory,
      mapSize: MAP_BYTES,
      maxDbs: 8,
      // A commit's promise must mean "on disk": pages are flushed before the commit becomes visible.
      overlappingSync: false,
      noSync: !durable,
      ...TABLE,
    });
    const node = root.openDB({ name: 'node', ...TABLE });
    const key = Buffer.from('identity');
    const found = node.get(key)?.toString();
    const [format, instanceId] = found?.split(' ') ?? [FORMAT, randomUUID()];
    if (format !== FORMAT || instanceId === undefined) throw new Error(`The log has format ${format}, not ${FORMAT}.`);
    if (found === undefined) await node.put(key, Buffer.from(`${format} ${instanceId}`));
    return new Tables(root, instanceId);
  }

  /** Position of the last record, 0 when there is none. */
  lastPosition(): number {
    for (const key of this.#records.getKeys({ reverse: true, limit: 1 })) return readNumber(key, 0);
    return 0;
  }

  /** Number of stream names known; their ids are 1 to this number. */
  streamCount(): number {
    return (this.#streams.getStats() as { entryCount: number }).entryCount;
  }

  record(position: number): StoredRecord | undefined {
    const bytes = this.#records.get(numberKey(position));
    return bytes === undefined ? undefined : new StoredRecord(position, bytes);
  }

  stream(streamName: string): StreamState | undefined {
    const bytes = this.#streams.get(streamKey(streamName));
    return bytes === undefined ? undefined : decodeStreamState(bytes);
  }

  positionOf(streamId: number, revision: number): number | undefined {
    const bytes = this.#revisions.get(numberKey(streamId, revision));
    return bytes === undefined ? undefined : readNumber(bytes, 0);
  }

  revisionOfEvent(streamId: number, eventId: string): number | undefined {
    const bytes = this.#eventIds.get(eventIdKey(streamId, eventId));
    return bytes === undefined ? undefined : readNumber(bytes, 0);
  }

  /** Writes all changes in one transaction and resolves when they are on disk. */
  async commit(changes: TableChanges): Promise<void> {
    // Everything put in one turn of the event loop goes into one transaction, so this must not await in between.
    const puts: Promise<boolean>[] = [];
    for (const { position, bytes } of changes.records) {
      puts.push(this.#records.put(numberKey(position), bytes));
    }
    for (const { streamId, revision, position } of changes.revisions) {
      puts.push(this.#revisions.put(numberKey(streamId, revision), numberKey(position)));
    }
    for (const { streamId, eventId, revision } of changes.eventIds) {
      puts.push(this.#eventIds.put(eventIdKey(streamId, eventId), numberKey(revision)));
    }
    for (const [name, state] of changes.streams)
      puts.push(this.#streams.put(streamKey(name), encodeStreamState(state)));
    await Promise.all(new Set(puts));
  }

  async close(): Promise<void> {
    await this.#root.close();
  }
}

/** Numbers as six big-endian bytes each, so that keys sort by them. */
function numberKey(...numbers: number[]): Buffer {
  const key = Buffer.allocUnsafe(numbers.length * 6);
  numbers.forEach((value, index) => {
    key.writeUIntBE(value, index * 6, 6);
  });
  return key;
}

function readNumber(bytes: Buffer, offset: number): number {
  return bytes.readUIntBE(offset, 6);
}

function eventIdKey(streamId: number, eventId: string): Buffer {
  const key = Buffer.allocUnsafe(22);
  key.writeUIntBE(streamId, 0, 6);
  putUuidBytes(key, 6, eventId);
  return key;
}
