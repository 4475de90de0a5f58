import { encodeMessage, MalformedMessageError, ProtoReader } from '../../../../wire/index.ts';
import { GrpcError, GrpcStatus } from '../grpc/grpc-status.ts';
import { ALL_STREAMS } from '../store/commit-notifier.ts';
import type { EventLog } from '../store/event-log.ts';
import { isMetastream } from '../store/stream-metadata.ts';
import type { WriteOutcome } from '../store/write-command.ts';
import { readWriteOptions } from '../wire/write-options.ts';
import { writePosition } from '../wire/write-result.ts';
import { accessDenied, invalidArgument, streamDeleted, writeFailed, wrongExpectedVersion } from './protocol-errors.ts';

/** `Streams.Delete` and `Streams.Tombstone`: same request, same response, refusals are gRPC errors. */
export async function respondToDelete(log: EventLog, kind: 'delete' | 'tombstone', request: Buffer): Promise<Buffer> {
  const reader = new ProtoReader(request);
  if (!reader.next() || reader.field !== 1) throw new MalformedMessageError('the request holds no options');
  const { streamName, expected } = readWriteOptions(reader.message());
  if (expected === undefined) throw invalidArgument('The expected revision is not set.');
  if (streamName === ALL_STREAMS || isMetastream(streamName)) throw accessDenied(`${streamName} cannot be deleted.`);
  const outcome = await new Promise<WriteOutcome>((resolve) => log.submit({ kind, streamName, expected }, resolve));
  if (outcome.kind === 'stream-deleted') throw streamDeleted(streamName);
  if (outcome.kind === 'wrong-expected-version') throw wrongExpectedVersion(streamName, expected, outcome.current);
  if (outcome.kind === 'failed') throw writeFailed(outcome.error);
  if (outcome.kind === 'timed-out') throw new GrpcError(GrpcStatus.aborted, 'The write timed out.');
  return encodeMessage((writer) => writePosition(writer, 1, outcome.position));
}
