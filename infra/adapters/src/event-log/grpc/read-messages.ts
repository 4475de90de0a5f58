import { encodeMessage, ProtoReader, ProtoWriter } from '../../../../wire/index.ts';
import { followedTypes } from '../reading/followed-types.ts';
import type { ReadRequest, StoredEvent } from '../transport/log-transport.ts';

/** What a read brings, in the order of the log. */
export interface ReadSink {
  onEvent(event: StoredEvent): void;
  onCheckpoint(position: bigint): void;
  onCaughtUp(): void;
}

/** Events of the log that are considered for one request of a filter, and how many of those make a checkpoint. */
const window = 32;
const checkpointInterval = 32;

/*
 * ReadReq: options 1 {stream 1 {identifier 1 {name 3}, revision 2 | start 3 | end 4} | all 2 {position 1 | start 2 | end 3},
 * direction 3, count 5 | subscription 6, filter 7 | no_filter 8, uuid_option 9 {string 2}}.
 * Filter: stream_identifier 1 | event_type 2 {regex 1, prefix 2}, max 3, checkpointIntervalMultiplier 5.
 */
/** A read as one framed message. */
export function encodeRead(request: ReadRequest): Buffer {
  const message = encodeMessage((writer) => writer.message(1, (options) => writeOptions(options, request)));
  return new ProtoWriter(message.length + 5).frame(message.length).raw(message).finish();
}

function writeOptions(options: ProtoWriter, request: ReadRequest): void {
  const { from } = request;
  if (request.kind === 'stream') {
    options.message(1, (stream) => {
      stream.message(1, (identifier) => identifier.string(3, request.stream));
      if (typeof from === 'bigint') stream.uint64(2, from);
      else stream.empty(from === 'start' ? 3 : 4);
    });
  } else {
    options.message(2, (all) => {
      if (typeof from === 'bigint') all.message(1, (position) => position.uint64(1, from).uint64(2, from));
      else all.empty(from === 'start' ? 2 : 3);
    });
  }
  if (request.kind === 'subscription') {
    options.uint(3, 0).empty(6);
    options.message(7, (filter) => writeFilter(filter, request.streamPrefixes));
  } else {
    options.uint(3, request.backwards === true ? 1 : 0).uint(5, request.maxCount ?? Number.MAX_SAFE_INTEGER);
    options.empty(8);
  }
  options.message(9, (ids) => ids.empty(2));
}

function writeFilter(filter: ProtoWriter, prefixes: readonly string[] | undefined): void {
  if (prefixes === undefined) filter.message(2, (types) => types.string(1, followedTypes));
  else {
    filter.message(1, (streams) => {
      for (const prefix of prefixes) streams.string(2, prefix);
    });
  }
  filter.uint(3, window).uint(5, checkpointInterval);
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
  const reader = new ProtoReader(bytes, start, end);
  while (reader.next()) {
    if (reader.field === 1) readEvent(reader.message(), bytes, sink);
    else if (reader.field === 3) {
      const position = readCommitPosition(reader.message());
      // Some servers announce the end of the log as a checkpoint; a subscription resumed there would miss events.
      if (position < lastPosition) sink.onCheckpoint(position);
    } else {
      reader.skip();
      if (reader.field === 8) sink.onCaughtUp();
    }
  }
}

function readCommitPosition(reader: ProtoReader): bigint {
  let position = 0n;
  while (reader.next()) {
    if (reader.field === 1) position = reader.uint64();
    else reader.skip();
  }
  return position;
}

function readEvent(reader: ProtoReader, bytes: Buffer, sink: ReadSink): void {
  let event: StoredEvent | undefined;
  while (reader.next()) {
    if (reader.field === 1) event = readRecordedEvent(reader.message(), bytes);
    else reader.skip();
  }
  if (event !== undefined) sink.onEvent(event);
}

/** RecordedEvent: id 1, stream 2, revision 3, prepare 4, commit 5, metadata map 6, custom_metadata 7, data 8. */
function readRecordedEvent(reader: ProtoReader, bytes: Buffer): StoredEvent {
  const event = new WireEvent();
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        event.id = readOnlyText(reader.message(), 2);
        break;
      case 2:
        event.stream = readOnlyText(reader.message(), 3);
        break;
      case 3:
        event.revision = reader.uint64();
        break;
      case 5:
        event.position = reader.uint64();
        break;
      case 6:
        readMetadataEntry(reader.message(), bytes, event);
        break;
      case 7:
        event.metadataText = reader.string();
        break;
      case 8:
        event.dataText = reader.string();
        break;
      default:
        reader.skip();
    }
  }
  return event;
}

/** The text of a message that has one field. */
function readOnlyText(reader: ProtoReader, field: number): string {
  let value = '';
  while (reader.next()) {
    if (reader.field === field) value = reader.string();
    else reader.skip();
  }
  return value;
}

/** One of the three entries there are, distinguished by the lengths of their keys. No string is made of what is only compared. */
function readMetadataEntry(reader: ProtoReader, bytes: Buffer, event: WireEvent): void {
  let keyLength = 0;
  let value = 0;
  let valueEnd = 0;
  while (reader.next()) {
    if (reader.field === 1) {
      const start = reader.span();
      keyLength = reader.offset - start;
    } else if (reader.field === 2) {
      value = reader.span();
      valueEnd = reader.offset;
    } else reader.skip();
  }
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
