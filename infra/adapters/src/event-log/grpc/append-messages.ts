import { fieldSize, ProtoReader, type ProtoWriter, varintSize } from '../../../../wire/index.ts';

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
const typeKey = Buffer.from('\x0a\x04type', 'latin1');
const jsonEntry = Buffer.from('\x12\x20\x0a\x0ccontent-type\x12\x10application/json', 'latin1');
const expectedFields = { no_stream: 3, any: 4, stream_exists: 5 } as const;
const finalSize = 2;
/** Frame, correlation id, the options apart from the stream, is_final. */
const fixedBytes = 5 + 16 + 40 + finalSize;

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
    fieldSize(fieldSize(uuidLength)) + fieldSize(typeEntry) + jsonEntry.length + fieldSize(metadata) + fieldSize(data);
  return { event, message, typeEntry, type, data, metadata };
}

/** Writes an append as one framed message. @param deadlineMs How long the server may take, counted from now. */
export function writeAppend(writer: ProtoWriter, append: SizedAppend, correlation: number, deadlineMs: number): void {
  const idSize = 3 + varintSize(correlation);
  const deadline = sizeDeadline(deadlineMs);
  const optionsSize =
    fieldSize(fieldSize(append.streamSize)) + expectedSize(append.expected) + fieldSize(deadline.size);
  let size = fieldSize(fieldSize(idSize)) + fieldSize(optionsSize) + finalSize;
  for (const event of append.events) size += fieldSize(event.message);
  writer.frame(size);
  writer.open(1, fieldSize(idSize)).open(1, idSize).uint(1, 1).uint(2, correlation);
  writer.open(2, optionsSize);
  writer.open(1, fieldSize(append.streamSize)).string(3, append.stream, append.streamSize);
  if (typeof append.expected === 'bigint') writer.uint64(2, append.expected);
  else writer.empty(expectedFields[append.expected]);
  writer.open(7, deadline.size).uint(1, deadline.seconds).uint(2, deadline.nanos);
  for (const event of append.events) writeEvent(writer, event);
  writer.uint(4, 1);
}

function sizeDeadline(deadlineMs: number): { seconds: number; nanos: number; size: number } {
  const seconds = Math.floor(deadlineMs / 1000);
  const nanos = Math.floor((deadlineMs - seconds * 1000) * 1e6);
  return { seconds, nanos, size: 2 + varintSize(seconds) + varintSize(nanos) };
}

const expectedSize = (expected: ExpectedRevision): number =>
  typeof expected === 'bigint' ? 1 + varintSize(Number(expected)) : fieldSize(0);

function writeEvent(writer: ProtoWriter, { event, message, typeEntry, type, metadata, data }: SizedEvent): void {
  writer.open(3, message).open(1, fieldSize(uuidLength)).string(2, event.id, uuidLength);
  writer.open(2, typeEntry).raw(typeKey).string(2, event.type, type);
  writer.raw(jsonEntry).string(3, event.metadata, metadata).string(4, event.data, data);
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
  const reader = new ProtoReader(bytes, start, end);
  const response: AppendResponse = { correlation: undefined, written: undefined, refusal: undefined };
  while (reader.next()) {
    if (reader.field === 1) response.correlation = readCorrelation(reader.message());
    else if (reader.field === 2) response.refusal = readRefusal(reader.message());
    else if (reader.field === 3) response.written = readSuccess(reader.message());
    else reader.skip();
  }
  return response;
}

/** Ours have 1 in the upper half and the number in the lower; servers give them back in either of their two forms. */
function readCorrelation(reader: ProtoReader): number | undefined {
  let correlation: number | undefined;
  while (reader.next()) {
    if (reader.field === 2) correlation = Number.parseInt(reader.string().slice(-12), 16);
    else if (reader.field === 1) correlation = readStructuredCorrelation(reader.message());
    else reader.skip();
  }
  return correlation;
}

function readStructuredCorrelation(reader: ProtoReader): number | undefined {
  let low: number | undefined;
  while (reader.next()) {
    if (reader.field === 2) low = reader.uint();
    else reader.skip();
  }
  return low;
}

function readSuccess(reader: ProtoReader): { revision: bigint; position: bigint } {
  let revision = 0n;
  let position = 0n;
  while (reader.next()) {
    if (reader.field === 1) revision = reader.uint64();
    else if (reader.field === 3) position = readFirstNumber(reader.message()) ?? 0n;
    else reader.skip();
  }
  return { revision, position };
}

/** Field 1 of a message: of a position that of the commit, of a refusal's detail what its error is made of. */
function readFirstNumber(reader: ProtoReader): bigint | undefined {
  let value: bigint | undefined;
  while (reader.next()) {
    if (reader.field === 1 && reader.isVarint) value = reader.uint64();
    else reader.skip();
  }
  return value;
}

function readRefusal(reader: ProtoReader): AppendRefusal {
  const refusal: AppendRefusal = { message: '', detail: '', value: undefined };
  while (reader.next()) {
    if (reader.field === 2) refusal.message = reader.string();
    else if (reader.field === 3) readDetail(reader.message(), refusal);
    else reader.skip();
  }
  return refusal;
}

/** The first number of both details that have one is what errors are made of: the present revision, and the largest size. */
function readDetail(reader: ProtoReader, refusal: AppendRefusal): void {
  while (reader.next()) {
    if (reader.field === 1) refusal.detail = reader.string().replace(/^.*\./, '');
    else if (reader.field === 2) refusal.value = readFirstNumber(reader.message());
    else reader.skip();
  }
}
