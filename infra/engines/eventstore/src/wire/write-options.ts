import { MalformedMessageError, type ProtoReader } from '../../../../wire/index.ts';
import { DELETED_STREAM, type ExpectedVersion, NO_STREAM } from '../store/expected-version.ts';

const END_REVISION = 2n ** 64n - 1n;

/** Which stream a write is for and what it expects of it. */
export interface WriteOptions {
  readonly streamName: string;
  /** Undefined when the request does not say. */
  readonly expected: ExpectedVersion | undefined;
}

/** Reads the stream's name out of a `StreamIdentifier`. */
export function readStreamIdentifier(reader: ProtoReader): string {
  let name = '';
  while (reader.next()) {
    if (reader.field === 3) name = reader.string();
    else reader.skip();
  }
  if (name === '') throw new MalformedMessageError('the stream name is empty');
  return name;
}

/** Takes the current field when it is one of the four expectations, numbered 2 to 5 in every write request. */
export function readExpectedVersion(reader: ProtoReader): ExpectedVersion {
  if (reader.field === 2) return revisionToExpect(reader.uint64());
  const expected = { 3: NO_STREAM, 4: 'any', 5: 'stream-exists' } as const;
  const field = reader.field as 3 | 4 | 5;
  reader.skip();
  return expected[field];
}

/** Reads the options of Append, Delete and Tombstone. */
export function readWriteOptions(reader: ProtoReader): WriteOptions {
  let streamName: string | undefined;
  let expected: ExpectedVersion | undefined;
  while (reader.next()) {
    if (reader.field === 1) streamName = readStreamIdentifier(reader.message());
    else if (reader.field >= 2 && reader.field <= 5) expected = readExpectedVersion(reader);
    else reader.skip();
  }
  if (streamName === undefined) throw new MalformedMessageError('the options name no stream');
  return { streamName, expected };
}

function revisionToExpect(revision: bigint): number {
  if (revision === END_REVISION) return NO_STREAM;
  if (revision > DELETED_STREAM) throw new MalformedMessageError(`${revision} is not a revision`);
  return Number(revision);
}
