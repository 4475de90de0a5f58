import { followedTypes } from '../followed-types.ts';
import type { ReadRequest, StoredEvent } from '../transport/log-transport.ts';
import { MalformedMessageError, ProtoReader } from './proto-reader.ts';

/** What a read brings, in the order of the log. */
export interface ReadSink {
  onEvent(event: StoredEvent): void;
  onCheckpoint(position: bigint): void;
  onCaughtUp(): void;
}

/** Events of the log that are considered for one request of a filter, and how many of those make a checkpoint. */
const window = 32;
const checkpointInterval = 32;

const varint = (value: bigint): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
};
const uint = (field: number, value: bigint | number): Buffer =>
  Buffer.concat([varint(BigInt(field * 8)), varint(BigInt(value))]);
const message = (field: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([varint(BigInt(field * 8 + 2)), varint(BigInt(content.length)), content]);
};
const text = (field: number, value: string): Buffer => message(field, Buffer.from(value, 'utf8'));

/*
 * ReadReq: options 1 {stream 1 {identifier 1 {name 3}, revision 2 | start 3 | end 4} | all 2 {position 1 | start 2 | end 3},
 * direction 3, count 5 | subscription 6, filter 7 | no_filter 8, uuid_option 9 {string 2}}.
 * Filter: stream_identifier 1 | event_type 2 {regex 1, prefix 2}, max 3, checkpointIntervalMultiplier 5.
 */
/** A read as one framed message. */
export function encodeRead(request: ReadRequest): Buffer {
  const options = message(
    1,
    source(request),
    uint(3, request.kind !== 'subscription' && request.backwards === true ? 1 : 0),
    request.kind === 'subscription' ? message(6) : uint(5, request.maxCount ?? Number.MAX_SAFE_INTEGER),
    request.kind === 'subscription' ? filter(request.streamPrefixes) : message(8),
    message(9, message(2)),
  );
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(options.length, 1);
  return Buffer.concat([frame, options]);
}

function source(request: ReadRequest): Buffer {
  const { from } = request;
  if (request.kind === 'stream') {
    const start = typeof from === 'bigint' ? uint(2, from) : message(from === 'start' ? 3 : 4);
    return message(1, message(1, text(3, request.stream)), start);
  }
  if (typeof from === 'bigint') return message(2, message(1, uint(1, from), uint(2, from)));
  return message(2, message(from === 'start' ? 2 : 3));
}

function filter(prefixes: readonly string[] | undefined): Buffer {
  const expression =
    prefixes === undefined
      ? message(2, text(1, followedTypes))
      : message(1, ...prefixes.map((prefix) => text(2, prefix)));
  return message(7, expression, uint(3, window), uint(5, checkpointInterval));
}

/** An event as it came; its JSON is parsed when it is asked for. */
class WireEvent implements StoredEvent {
  id = '';
  stream = '';
  type = '';
  isJson = false;
  revision = 0n;
  position = 0n;
  recordedAtMs = 0;
  metadataText = '';
  dataText = '';

  get data(): unknown {
    return JSON.parse(this.dataText);
  }
}

const lastPosition = 2n ** 63n;

/** ReadResp: event 1 {event 1, …}, confirmation 2, checkpoint 3 {commit 1, prepare 2}, stream_not_found 4, caught_up 8. */
export function readReadResponse(bytes: Buffer, start: number, end: number, sink: ReadSink): void {
  const reader = new ProtoReader(bytes, start);
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag === 0x0a) readEvent(reader, sink);
    else if (tag === 0x1a) {
      const position = readCommitPosition(reader);
      // Some servers announce the end of the log as a checkpoint; a subscription resumed there would miss events.
      if (position < lastPosition) sink.onCheckpoint(position);
    } else {
      reader.skip(tag);
      if (tag === 0x42) sink.onCaughtUp();
    }
  }
  if (reader.offset !== end) throw new MalformedMessageError('A response to a read is cut off');
}

function readCommitPosition(reader: ProtoReader): bigint {
  const end = reader.end();
  let position = 0n;
  while (reader.offset < end) {
    const tag = reader.varint();
    const value = reader.uint64();
    if (tag === 0x08) position = value;
  }
  return position;
}

function readEvent(reader: ProtoReader, sink: ReadSink): void {
  const end = reader.end();
  let event: StoredEvent | undefined;
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag === 0x0a) event = readRecordedEvent(reader);
    else reader.skip(tag);
  }
  if (event !== undefined) sink.onEvent(event);
}

/** RecordedEvent: id 1, stream 2, revision 3, prepare 4, commit 5, metadata map 6, custom_metadata 7, data 8. */
function readRecordedEvent(reader: ProtoReader): StoredEvent {
  const end = reader.end();
  const event = new WireEvent();
  while (reader.offset < end) {
    const tag = reader.varint();
    switch (tag) {
      case 0x0a:
        event.id = readOnlyText(reader, 0x12);
        break;
      case 0x12:
        event.stream = readOnlyText(reader, 0x1a);
        break;
      case 0x18:
        event.revision = reader.uint64();
        break;
      case 0x28:
        event.position = reader.uint64();
        break;
      case 0x32:
        readMetadataEntry(reader, event);
        break;
      case 0x3a:
        event.metadataText = reader.text();
        break;
      case 0x42:
        event.dataText = reader.text();
        break;
      default:
        reader.skip(tag);
    }
  }
  return event;
}

/** The text of a message that has one field. */
function readOnlyText(reader: ProtoReader, wanted: number): string {
  const end = reader.end();
  let value = '';
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag === wanted) value = reader.text();
    else reader.skip(tag);
  }
  return value;
}

/** One of the three entries there are, distinguished by the lengths of their keys. No string is made of what is only compared. */
function readMetadataEntry(reader: ProtoReader, event: WireEvent): void {
  const end = reader.end();
  let keyLength = 0;
  let value = 0;
  let valueEnd = 0;
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag !== 0x0a && tag !== 0x12) {
      reader.skip(tag);
      continue;
    }
    const fieldEnd = reader.end();
    if (tag === 0x0a) keyLength = fieldEnd - reader.offset;
    else {
      value = reader.offset;
      valueEnd = fieldEnd;
    }
    reader.offset = fieldEnd;
  }
  const { bytes } = reader;
  if (keyLength === 'type'.length) event.type = bytes.toString('utf8', value, valueEnd);
  else if (keyLength === 'content-type'.length) event.isJson = isJsonType(bytes, value, valueEnd);
  else if (keyLength === 'created'.length) event.recordedAtMs = readTicks(bytes, value, valueEnd);
}

const jsonType = Buffer.from('application/json');

/** Byte by byte, which for so few is faster than a call of the runtime. */
function isJsonType(bytes: Buffer, start: number, end: number): boolean {
  if (end - start !== jsonType.length) return false;
  for (let index = 0; index < jsonType.length; index += 1) if (bytes[start + index] !== jsonType[index]) return false;
  return true;
}

/** Decimal digits in units of 100 ns. @returns milliseconds. */
function readTicks(bytes: Buffer, start: number, end: number): number {
  let milliseconds = 0;
  for (let offset = start; offset < end - 4; offset += 1)
    milliseconds = milliseconds * 10 + ((bytes[offset] ?? 0) - 0x30);
  return milliseconds;
}
