import { encodeMessage, MalformedMessageError, ProtoReader } from '../../../../wire/index.ts';
import type { Faults } from '../faults/faults.ts';
import type { GrpcCall } from '../grpc/grpc-call.ts';
import { GrpcError, GrpcStatus } from '../grpc/grpc-status.ts';
import { ALL_STREAMS } from '../store/commit-notifier.ts';
import type { EventLog } from '../store/event-log.ts';
import type { ProposedEvent } from '../store/event-record.ts';
import type { ExpectedVersion } from '../store/expected-version.ts';
import type { WriteOutcome } from '../store/write-command.ts';
import { MissingMetadataPropertyError, readProposedMessage } from '../wire/proposed-message.ts';
import { readWriteOptions } from '../wire/write-options.ts';
import { writeSuccess, writeVersions } from '../wire/write-result.ts';
import {
  accessDenied,
  invalidArgument,
  maximumAppendSizeExceeded,
  missingMetadataProperty,
  streamDeleted,
  writeFailed,
} from './protocol-errors.ts';
import { frameOf } from './unary.ts';

/** `Streams.Append`: options, then events one message each; nothing is written before the client has sent all. */
export function handleAppend(log: EventLog, faults: Faults, maxAppendBytes: number, call: GrpcCall): void {
  let target: { streamName: string; expected: ExpectedVersion } | undefined;
  let submitted = false;
  let bytes = 0;
  const events: ProposedEvent[] = [];
  call.onShutdown(() => {
    if (!submitted) call.fail(new GrpcError(GrpcStatus.unavailable, 'The node is stopping.'));
  });
  call.receive({
    onMessage(message) {
      const reader = new ProtoReader(message);
      if (!reader.next()) throw new MalformedMessageError('the message is empty');
      if (target === undefined) {
        target = readTarget(reader);
        return;
      }
      const event = readEvent(reader);
      bytes += event.data.length;
      if (bytes > maxAppendBytes) throw maximumAppendSizeExceeded(maxAppendBytes);
      events.push(event);
    },
    onEnd() {
      if (target === undefined) throw new MalformedMessageError('the call ended before its options');
      const { streamName, expected } = target;
      if (faults.refusal !== undefined) throw new GrpcError(GrpcStatus.unavailable, faults.refusal);
      submitted = true;
      faults.submit(log, { kind: 'append', streamName, expected, events }, (outcome) => {
        sendOutcome(call, streamName, expected, outcome);
      });
    },
  });
}

function readTarget(reader: ProtoReader): { streamName: string; expected: ExpectedVersion } {
  if (reader.field !== 1) throw new MalformedMessageError('the first message holds no options');
  const { streamName, expected } = readWriteOptions(reader.message());
  if (expected === undefined) throw invalidArgument('The expected revision is not set.');
  if (streamName === ALL_STREAMS) throw accessDenied('$all cannot be written to.');
  return { streamName, expected };
}

function readEvent(reader: ProtoReader): ProposedEvent {
  if (reader.field !== 2) throw new MalformedMessageError('a message after the options holds no event');
  try {
    return readProposedMessage(reader.message());
  } catch (error) {
    throw error instanceof MissingMetadataPropertyError ? missingMetadataProperty() : error;
  }
}

function sendOutcome(call: GrpcCall, streamName: string, expected: ExpectedVersion, outcome: WriteOutcome): void {
  if (outcome.kind === 'stream-deleted') call.fail(streamDeleted(streamName));
  else if (outcome.kind === 'failed') call.fail(writeFailed(outcome.error));
  else if (outcome.kind === 'timed-out') call.fail(new GrpcError(GrpcStatus.aborted, 'The write timed out.'));
  else {
    const response = encodeMessage((writer) => {
      if (outcome.kind === 'written') writer.message(1, (success) => writeSuccess(success, outcome));
      else writer.message(2, (refusal) => writeVersions(refusal, 6, outcome.current, expected));
    });
    call.send(frameOf(response));
    call.finish();
  }
}
