import { encodeMessage, fieldSize, ProtoWriter } from '../../../../wire/index.ts';
import { GrpcStatus, type GrpcStatusCode } from '../grpc/grpc-status.ts';
import type { ExpectedVersion } from '../store/expected-version.ts';
import type { WriteOutcome } from '../store/write-command.ts';
import { writeSuccess, writeVersions } from './write-result.ts';

const TYPE_PREFIX = 'type.googleapis.com/';
const OWN_PACKAGE = 'event_store.client.';

/** Why one append of a batch is refused. */
export interface BatchRefusal {
  readonly code: GrpcStatusCode;
  /** Package of the detail message, with its dot; that of the protocol by default. */
  readonly detailPackage?: string;
  /** Name of the detail message in the protocol; clients choose their error by it. */
  readonly detail: string;
  readonly message: string;
  readonly payload: Buffer;
}

const NOTHING = Buffer.alloc(0);

export function timeoutRefusal(): BatchRefusal {
  return { code: GrpcStatus.deadlineExceeded, detail: 'Timeout', message: 'Timeout', payload: NOTHING };
}

export function badRequestRefusal(reason: string): BatchRefusal {
  const payload = encodeMessage((writer) => writer.string(1, reason));
  return { code: GrpcStatus.invalidArgument, detail: 'BadRequest', message: reason, payload };
}

export function accessDeniedRefusal(): BatchRefusal {
  return { code: GrpcStatus.permissionDenied, detail: 'AccessDenied', message: 'AccessDenied', payload: NOTHING };
}

/** The node cannot say now what becomes of an append: the status holds no code, and nothing but the words says why. */
export function notReadyRefusal(reason: string): BatchRefusal {
  return { code: GrpcStatus.ok, detailPackage: 'google.protobuf.', detail: 'Empty', message: reason, payload: NOTHING };
}

export function maximumSizeRefusal(maxAppendBytes: number): BatchRefusal {
  const detail = 'MaximumAppendSizeExceeded';
  const payload = encodeMessage((writer) => writer.uint(1, maxAppendBytes));
  return { code: GrpcStatus.invalidArgument, detail, message: detail, payload };
}

/** The refusal of an outcome, undefined when it is a success. */
export function outcomeRefusal(
  outcome: WriteOutcome,
  streamName: string,
  expected: ExpectedVersion,
): BatchRefusal | undefined {
  if (outcome.kind === 'written') return undefined;
  if (outcome.kind === 'timed-out') return timeoutRefusal();
  // In the words that clients know for what passes: the write may be tried again.
  if (outcome.kind === 'failed')
    return notReadyRefusal(`Server Is Not Ready: the write failed: ${outcome.error.message}`);
  if (outcome.kind === 'stream-deleted') {
    const payload = encodeMessage((writer) => writer.message(1, (stream) => stream.string(3, streamName)));
    return { code: GrpcStatus.notFound, detail: 'StreamDeleted', message: 'StreamDeleted', payload };
  }
  const detail = 'WrongExpectedVersion';
  const payload = encodeMessage((writer) => writeVersions(writer, 1, outcome.current, expected));
  return { code: GrpcStatus.alreadyExists, detail, message: detail, payload };
}

/** The answer to a written append in its frame, in one pass: there is one for every append. */
export function frameBatchSuccess(
  correlationId: Buffer,
  streamName: string,
  outcome: Extract<WriteOutcome, { kind: 'written' }>,
): Buffer {
  const nameLength = Buffer.byteLength(streamName);
  const success = new ProtoWriter(48);
  writeSuccess(success, outcome);
  const successBytes = success.finish();
  const size = fieldSize(correlationId.length) + fieldSize(successBytes.length) + fieldSize(fieldSize(nameLength));
  return new ProtoWriter(5 + size)
    .frame(size)
    .bytes(1, correlationId)
    .bytes(3, successBytes)
    .open(4, fieldSize(nameLength))
    .string(3, streamName)
    .finish();
}

export function encodeBatchRefusal(correlationId: Buffer, streamName: string, refusal: BatchRefusal): Buffer {
  return encodeMessage((writer) => {
    writer.bytes(1, correlationId);
    writer.message(2, (status) => {
      status.uint(1, refusal.code).string(2, refusal.message);
      status.message(3, (any) =>
        any.string(1, TYPE_PREFIX + (refusal.detailPackage ?? OWN_PACKAGE) + refusal.detail).bytes(2, refusal.payload),
      );
    });
    writer.message(4, (stream) => stream.string(3, streamName));
  });
}
