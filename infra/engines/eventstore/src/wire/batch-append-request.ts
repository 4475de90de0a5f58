import { MalformedMessageError, ProtoReader } from '../../../../wire/index.ts';
import type { ProposedEvent } from '../store/event-record.ts';
import type { ExpectedVersion } from '../store/expected-version.ts';
import { readProposedMessage } from './proposed-message.ts';
import { readExpectedVersion, readStreamIdentifier } from './write-options.ts';

/** The options that ride on the first chunk of a batched append. */
export interface BatchOptions {
  readonly streamName: string;
  readonly expected: ExpectedVersion;
  /** Milliseconds since the epoch; undefined when the client sets none. */
  readonly deadlineMs: number | undefined;
}

/** One chunk of a batched append, its parts still to be read. */
export interface BatchChunk {
  /** The correlation id as sent, to be echoed. */
  readonly correlationId: Buffer;
  readonly options: ProtoReader | undefined;
  readonly proposals: readonly ProtoReader[];
  readonly isFinal: boolean;
}

/** Splits a chunk. Its parts are read later, so that what is wrong in them can be answered under its correlation id. */
export function readBatchChunk(message: Buffer): BatchChunk {
  const reader = new ProtoReader(message);
  let correlationId: Buffer | undefined;
  let options: ProtoReader | undefined;
  const proposals: ProtoReader[] = [];
  let isFinal = false;
  while (reader.next()) {
    if (reader.field === 1) correlationId = reader.bytes();
    else if (reader.field === 2) options = reader.message();
    else if (reader.field === 3) proposals.push(reader.message());
    else if (reader.field === 4) isFinal = reader.uint() !== 0;
    else reader.skip();
  }
  if (correlationId === undefined) throw new MalformedMessageError('a batched append has no correlation id');
  return { correlationId, options, proposals, isFinal };
}

export function readBatchOptions(reader: ProtoReader, nowMs: number): BatchOptions {
  let streamName: string | undefined;
  let expected: ExpectedVersion | undefined;
  let deadlineMs: number | undefined;
  while (reader.next()) {
    if (reader.field === 1) streamName = readStreamIdentifier(reader.message());
    else if (reader.field >= 2 && reader.field <= 5) expected = readExpectedVersion(reader);
    else if (reader.field === 6) deadlineMs = readSecondsAndNanos(reader.message());
    else if (reader.field === 7) deadlineMs = nowMs + readSecondsAndNanos(reader.message());
    else reader.skip();
  }
  if (streamName === undefined) throw new MalformedMessageError('the options name no stream');
  if (expected === undefined) throw new MalformedMessageError('the expected revision is not set');
  return { streamName, expected, deadlineMs };
}

export function readProposals(proposals: readonly ProtoReader[]): ProposedEvent[] {
  return proposals.map((proposal) => readProposedMessage(proposal));
}

/** Milliseconds of a `Timestamp` or a `Duration`, which have the same form. */
function readSecondsAndNanos(reader: ProtoReader): number {
  let seconds = 0n;
  let nanos = 0n;
  while (reader.next()) {
    if (reader.field === 1) seconds = BigInt.asIntN(64, reader.uint64());
    else if (reader.field === 2) nanos = BigInt.asIntN(64, reader.uint64());
    else reader.skip();
  }
  return Number(seconds) * 1000 + Number(nanos) / 1_000_000;
}
