import { MalformedMessageError, ProtoReader } from './proto-reader.ts';
import { fieldSize, type ProtoWriter, varintSize } from './proto-writer.ts';

/** What a stream has to be like for an append: its last revision, or the client library's words. */
export type ExpectedRevision = bigint | 'any' | 'no_stream' | 'stream_exists';

/** An event to append; its data and metadata are JSON texts. */
export interface EventToAppend {
  /** UUID. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** An append whose texts were measured, so that it can be written into a buffer of the right size. */
export interface SizedAppend {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly SizedEvent[];
  readonly streamSize: number;
  /** Bytes of its message with the longest correlation id and deadline, in a frame. */
  readonly size: number;
}

interface SizedEvent {
  readonly event: EventToAppend;
  readonly message: number;
  readonly typeEntry: number;
  readonly type: number;
  readonly data: number;
  readonly metadata: number;
}

/*
 * BatchAppendReq: correlation_id 1 {structured 1 {high 1, low 2}}, options 2, proposed_messages 3, is_final 4.
 * Options: stream_identifier 1 {name 3}, revision 2 | no_stream 3 | any 4 | stream_exists 5, deadline 7 {seconds 1, nanos 2}.
 * Proposed message: id 1 {string 2}, metadata map 2 {key 1, value 2}, custom_metadata 3, data 4.
 */
const uuidLength = 36;
const idField = Buffer.from([0x0a, uuidLength + 2, 0x12, uuidLength]);
const typeKey = Buffer.from('\x0a\x04type', 'latin1');
const jsonEntry = Buffer.from('\x12\x20\x0a\x0ccontent-type\x12\x10application/json', 'latin1');
const expectedTags = { no_stream: 0x1a, any: 0x22, stream_exists: 0x2a } as const;
/** Frame, correlation id, the options apart from the stream, is_final. */
const fixedBytes = 5 + 16 + 40 + 2;

export function sizeAppend(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): SizedAppend {
  const streamSize = Buffer.byteLength(stream);
  const sized = events.map(sizeEvent);
  let size = fixedBytes + fieldSize(fieldSize(streamSize));
  for (const event of sized) size += fieldSize(event.message);
  return { stream, expected, events: sized, streamSize, size };
}

function sizeEvent(event: EventToAppend): SizedEvent {
  if (event.id.length !== uuidLength) throw new Error(`"${event.id}" is not a UUID`);
  const type = Buffer.byteLength(event.type);
  const data = Buffer.byteLength(event.data);
  const metadata = Buffer.byteLength(event.metadata);
  const typeEntry = typeKey.length + fieldSize(type);
  const message =
    idField.length + uuidLength + fieldSize(typeEntry) + jsonEntry.length + fieldSize(metadata) + fieldSize(data);
  return { event, message, typeEntry, type, data, metadata };
}

/** Writes an append as one framed message. @param deadlineMs How long the server may take, counted from now. */
export function writeAppend(writer: ProtoWriter, append: SizedAppend, correlation: number, deadlineMs: number): void {
  const start = writer.offset;
  writer.offset += 5;
  const idSize = 3 + varintSize(correlation);
  writer.open(0x0a, 2 + idSize);
  writer.open(0x0a, idSize);
  writer.bytes[writer.offset++] = 0x08;
  writer.bytes[writer.offset++] = 1;
  writer.bytes[writer.offset++] = 0x10;
  writer.varint(correlation);
  writeOptions(writer, append, deadlineMs);
  for (const event of append.events) writeEvent(writer, event);
  writer.bytes[writer.offset++] = 0x20;
  writer.bytes[writer.offset++] = 1;
  const end = writer.offset;
  writer.offset = start;
  writer.frame(end - start - 5);
  writer.offset = end;
}

function writeOptions(writer: ProtoWriter, { stream, streamSize, expected }: SizedAppend, deadlineMs: number): void {
  const seconds = Math.floor(deadlineMs / 1000);
  const nanos = Math.floor((deadlineMs - seconds * 1000) * 1e6);
  const deadlineSize = 2 + varintSize(seconds) + varintSize(nanos);
  const expectedSize = typeof expected === 'bigint' ? 1 + varintSize(Number(expected)) : 2;
  writer.open(0x12, fieldSize(fieldSize(streamSize)) + expectedSize + fieldSize(deadlineSize));
  writer.open(0x0a, fieldSize(streamSize));
  writer.text(0x1a, stream, streamSize);
  if (typeof expected === 'bigint') {
    writer.bytes[writer.offset++] = 0x10;
    writer.uint64(expected);
  } else writer.open(expectedTags[expected], 0);
  writer.open(0x3a, deadlineSize);
  writer.bytes[writer.offset++] = 0x08;
  writer.varint(seconds);
  writer.bytes[writer.offset++] = 0x10;
  writer.varint(nanos);
}

function writeEvent(writer: ProtoWriter, sized: SizedEvent): void {
  const { event } = sized;
  writer.open(0x1a, sized.message);
  writer.raw(idField);
  writer.offset += writer.bytes.write(event.id, writer.offset, uuidLength, 'latin1');
  writer.open(0x12, sized.typeEntry);
  writer.raw(typeKey);
  writer.text(0x12, event.type, sized.type);
  writer.raw(jsonEntry);
  writer.text(0x1a, event.metadata, sized.metadata);
  writer.text(0x22, event.data, sized.data);
}

/** The server's answer to one append. */
export interface AppendResponse {
  /** `undefined` when it is none of ours. */
  correlation: number | undefined;
  /** Present on success: of the last event; a position may be missing for a repeated append. */
  written: { revision: bigint; position: bigint } | undefined;
  refusal: AppendRefusal | undefined;
}

export interface AppendRefusal {
  message: string;
  /** Name of the detail message, without its package. */
  detail: string;
  /** For a wrong expected version the stream's last revision; for a size that is exceeded the limit. */
  value: bigint | undefined;
}

/*
 * BatchAppendResp: correlation_id 1, error 2 {code 1, message 2, details 3 {type_url 1, value 2}},
 * success 3 {revision 1 | no_stream 2, position 3 {commit 1, prepare 2} | no_position 4}, stream 4.
 */
export function readAppendResponse(bytes: Buffer, start: number, end: number): AppendResponse {
  const reader = new ProtoReader(bytes, start);
  const response: AppendResponse = { correlation: undefined, written: undefined, refusal: undefined };
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag === 0x0a) response.correlation = readCorrelation(reader);
    else if (tag === 0x12) response.refusal = readRefusal(reader);
    else if (tag === 0x1a) response.written = readSuccess(reader);
    else reader.skip(tag);
  }
  if (reader.offset !== end) throw new MalformedMessageError('An answer to an append is cut off');
  return response;
}

/** Ours have 1 in the upper half and the number in the lower; servers give them back in either of their two forms. */
function readCorrelation(reader: ProtoReader): number | undefined {
  const end = reader.end();
  let correlation: number | undefined;
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag === 0x12) correlation = Number.parseInt(reader.text().slice(-12), 16);
    else if (tag === 0x0a) {
      const structuredEnd = reader.end();
      while (reader.offset < structuredEnd) {
        const part = reader.varint();
        const value = reader.varint();
        if (part === 0x10) correlation = value;
      }
    } else reader.skip(tag);
  }
  return correlation;
}

function readSuccess(reader: ProtoReader): { revision: bigint; position: bigint } {
  const end = reader.end();
  let revision = 0n;
  let position = 0n;
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag === 0x08) revision = reader.uint64();
    else if (tag === 0x1a) {
      const positionEnd = reader.end();
      while (reader.offset < positionEnd) {
        const part = reader.varint();
        const value = reader.uint64();
        if (part === 0x08) position = value;
      }
    } else reader.skip(tag);
  }
  return { revision, position };
}

function readRefusal(reader: ProtoReader): AppendRefusal {
  const end = reader.end();
  const refusal: AppendRefusal = { message: '', detail: '', value: undefined };
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag === 0x12) refusal.message = reader.text();
    else if (tag === 0x1a) readDetail(reader, refusal);
    else reader.skip(tag);
  }
  return refusal;
}

/** The first number of both details that have one is what errors are made of: the present revision, and the largest size. */
function readDetail(reader: ProtoReader, refusal: AppendRefusal): void {
  const end = reader.end();
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag === 0x0a) refusal.detail = reader.text().replace(/^.*\./, '');
    else if (tag === 0x12) {
      const valueEnd = reader.end();
      while (reader.offset < valueEnd) {
        const part = reader.varint();
        if (part === 0x08) refusal.value = reader.uint64();
        else reader.skip(part);
      }
    } else reader.skip(tag);
  }
}
