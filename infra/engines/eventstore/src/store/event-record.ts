import { fieldSize, putVarint, varintSize } from '../../../../wire/index.ts';
import { DELETED_STREAM } from './expected-version.ts';

/** An event as a client proposes it. */
export interface ProposedEvent {
  /** Canonical lower-case UUID. */
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly customMetadata: Uint8Array;
}

/** Where and when an event is written. Position is its place in the log, revision its place in its stream. */
export interface RecordPlace {
  readonly streamName: string;
  readonly revision: number | 'tombstone';
  readonly position: number;
  /** Milliseconds since the Unix epoch. */
  readonly createdMs: number;
}

/*
 * A record is a header followed by the event already in the wire form of `RecordedEvent`, so that reading it back for a
 * client is one copy. Header, big-endian: created ms f64, revision u64, then offset and length (u32 each) of the stream
 * name, the type and the data inside the record, then one byte that is 1 for JSON.
 */
const HEADER_BYTES = 41;
/** Where in the header offset and length of each of them are. */
const NAME_SPAN = 16;
const TYPE_SPAN = 24;
const DATA_SPAN = 32;

/** Tag, length, tag, length and 36 characters: the id always comes first and has this size. */
export const ID_FIELD_BYTES = 40;
const ID_TEXT_OFFSET = HEADER_BYTES + 4;

/** 2^63 - 1 as a varint. */
const TOMBSTONE_REVISION = Buffer.from('ffffffffffffffff7f', 'hex');

const TICKS_PER_MS = '0000';

/** Size of a varint field with a one-byte tag. */
const uintField = (value: number) => 1 + varintSize(value);

/** The key of a metadata entry, as its first field. */
const metadataKey = (key: string) => Buffer.from(`\x0a${String.fromCharCode(key.length)}${key}`, 'latin1');
const TYPE_KEY = metadataKey('type');

/** A whole metadata entry; key and value are short. */
function metadataEntry(key: string, value: string): Buffer {
  const content = Buffer.concat([metadataKey(key), Buffer.of(0x12, value.length), Buffer.from(value, 'latin1')]);
  return Buffer.concat([Buffer.of(0x32, content.length), content]);
}
const JSON_ENTRY = metadataEntry('content-type', 'application/json');
const BINARY_ENTRY = metadataEntry('content-type', 'application/octet-stream');

/** All records of one transaction are made at one instant. */
let createdEntry: { createdMs: number; entry: Buffer } = { createdMs: -1, entry: Buffer.alloc(0) };
function createdEntryOf(createdMs: number): Buffer {
  if (createdEntry.createdMs !== createdMs) {
    createdEntry = { createdMs, entry: metadataEntry('created', String(createdMs) + TICKS_PER_MS) };
  }
  return createdEntry.entry;
}

/** Encodes an event for the log. */
export function encodeRecord(location: RecordPlace, event: ProposedEvent): Buffer {
  const nameLength = Buffer.byteLength(location.streamName);
  const typeLength = Buffer.byteLength(event.type);
  const contentType = event.isJson ? JSON_ENTRY : BINARY_ENTRY;
  const created = createdEntryOf(location.createdMs);
  const typeEntry = TYPE_KEY.length + fieldSize(typeLength);
  const size =
    HEADER_BYTES +
    ID_FIELD_BYTES +
    fieldSize(fieldSize(nameLength)) +
    (location.revision === 'tombstone' ? 1 + TOMBSTONE_REVISION.length : uintField(location.revision)) +
    2 * uintField(location.position) +
    fieldSize(typeEntry) +
    contentType.length +
    created.length +
    (event.customMetadata.length > 0 ? fieldSize(event.customMetadata.length) : 0) +
    (event.data.length > 0 ? fieldSize(event.data.length) : 0);
  const record = Buffer.allocUnsafe(size);
  let at = putHead(record, event.id);
  at = putVarint(record, putTag(record, at, 2, 2), fieldSize(nameLength));
  at = putVarint(record, putTag(record, at, 3, 2), nameLength);
  putSpan(record, NAME_SPAN, at, nameLength);
  at += putText(record, at, location.streamName, nameLength);
  at = putRevision(record, putTag(record, at, 3, 0), location.revision);
  at = putVarint(record, putTag(record, at, 4, 0), location.position);
  at = putVarint(record, putTag(record, at, 5, 0), location.position);
  at = putVarint(record, putTag(record, at, 6, 2), typeEntry);
  at += TYPE_KEY.copy(record, at);
  at = putVarint(record, putTag(record, at, 2, 2), typeLength);
  putSpan(record, TYPE_SPAN, at, typeLength);
  at += putText(record, at, event.type, typeLength);
  at += contentType.copy(record, at);
  at += created.copy(record, at);
  at = putBytes(record, at, 7, event.customMetadata);
  at = putBytes(record, at, 8, event.data);
  putSpan(record, DATA_SPAN, at - event.data.length, event.data.length);
  record.writeDoubleBE(location.createdMs, 0);
  record.writeBigUInt64BE(location.revision === 'tombstone' ? DELETED_STREAM : BigInt(location.revision), 8);
  record[40] = event.isJson ? 1 : 0;
  return record;
}

/** View of an encoded record; nothing is decoded before it is asked for. */
export class StoredRecord {
  readonly position: number;
  readonly #bytes: Buffer;

  constructor(position: number, bytes: Buffer) {
    this.position = position;
    this.#bytes = bytes;
  }

  /** Bytes it takes. */
  get size(): number {
    return this.#bytes.length;
  }

  get createdMs(): number {
    return this.#bytes.readDoubleBE(0);
  }

  /** Revision, exact below 2^53; a tombstone's is 2^63 - 1 and only `isTombstone` needs to know. */
  get revision(): number {
    return Number(this.#bytes.readBigUInt64BE(8));
  }

  get isTombstone(): boolean {
    return this.#bytes[8] === 0x7f;
  }

  get isJson(): boolean {
    return this.#bytes[40] === 1;
  }

  get id(): string {
    return this.#bytes.toString('latin1', ID_TEXT_OFFSET, ID_TEXT_OFFSET + 36);
  }

  get streamName(): string {
    return this.#span(NAME_SPAN).toString('utf8');
  }

  get type(): string {
    return this.#span(TYPE_SPAN).toString('utf8');
  }

  /** Whether the stream's name begins with one of the prefixes, in UTF-8. */
  streamNameBegins(prefixes: readonly Uint8Array[]): boolean {
    return this.#spanBegins(NAME_SPAN, prefixes);
  }

  /** Whether the type begins with one of the prefixes, in UTF-8. */
  typeBegins(prefixes: readonly Uint8Array[]): boolean {
    return this.#spanBegins(TYPE_SPAN, prefixes);
  }

  get data(): Buffer {
    return this.#span(DATA_SPAN);
  }

  /** The event as a `RecordedEvent` message with its id in string form, in the first `ID_FIELD_BYTES`. */
  get recordedEvent(): Buffer {
    return this.#bytes.subarray(HEADER_BYTES);
  }

  /** Every filtered subscription asks this of every record, so it makes no view of the bytes. */
  #spanBegins(headerOffset: number, prefixes: readonly Uint8Array[]): boolean {
    const bytes = this.#bytes;
    const start = bytes.readUInt32BE(headerOffset);
    const length = bytes.readUInt32BE(headerOffset + 4);
    for (const prefix of prefixes) {
      let matched = 0;
      while (matched < prefix.length && matched < length && bytes[start + matched] === prefix[matched]) matched += 1;
      if (matched === prefix.length) return true;
    }
    return false;
  }

  #span(headerOffset: number): Buffer {
    const start = this.#bytes.readUInt32BE(headerOffset);
    return this.#bytes.subarray(start, start + this.#bytes.readUInt32BE(headerOffset + 4));
  }
}

/** Latin-1 is the same bytes where all characters are of ASCII, and written several times faster. */
function putText(record: Buffer, at: number, text: string, length: number): number {
  return record.write(text, at, length, length === text.length ? 'latin1' : 'utf8');
}

function putRevision(record: Buffer, at: number, revision: number | 'tombstone'): number {
  if (revision !== 'tombstone') return putVarint(record, at, revision);
  record.set(TOMBSTONE_REVISION, at);
  return at + TOMBSTONE_REVISION.length;
}

function putHead(record: Buffer, id: string): number {
  record[HEADER_BYTES] = 0x0a;
  record[HEADER_BYTES + 1] = 38;
  record[HEADER_BYTES + 2] = 0x12;
  record[HEADER_BYTES + 3] = 36;
  record.write(id, ID_TEXT_OFFSET, 'latin1');
  return HEADER_BYTES + ID_FIELD_BYTES;
}

function putTag(record: Buffer, at: number, field: number, wireType: number): number {
  record[at] = field * 8 + wireType;
  return at + 1;
}

function putSpan(record: Buffer, headerOffset: number, start: number, length: number): void {
  record.writeUInt32BE(start, headerOffset);
  record.writeUInt32BE(length, headerOffset + 4);
}

function putBytes(record: Buffer, start: number, field: number, bytes: Uint8Array): number {
  if (bytes.length === 0) return start;
  const at = putVarint(record, putTag(record, start, field, 2), bytes.length);
  record.set(bytes, at);
  return at + bytes.length;
}
