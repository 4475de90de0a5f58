import { GrpcError, GrpcStatus } from '../grpc/grpc-status.ts';
import { type ExpectedVersion, expectedVersionNumber } from '../store/expected-version.ts';

/** The errors of the protocol. Clients distinguish them by the trailer `exception` and read the trailers beside it. */
export function streamDeleted(streamName: string): GrpcError {
  return new GrpcError(GrpcStatus.failedPrecondition, `Event stream '${streamName}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': streamName,
  });
}

export function wrongExpectedVersion(streamName: string, expected: ExpectedVersion, current: number): GrpcError {
  const message = `Stream '${streamName}' is at ${current}, not at ${expectedVersionNumber(expected)} as expected.`;
  return new GrpcError(GrpcStatus.failedPrecondition, message, {
    exception: 'wrong-expected-version',
    'stream-name': streamName,
    'expected-version': String(expectedVersionNumber(expected)),
    'actual-version': String(current),
  });
}

export function maximumAppendSizeExceeded(maxAppendBytes: number): GrpcError {
  return new GrpcError(GrpcStatus.invalidArgument, `An append may hold at most ${maxAppendBytes} bytes.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maxAppendBytes),
  });
}

export function missingMetadataProperty(): GrpcError {
  return new GrpcError(GrpcStatus.invalidArgument, 'A proposed event needs the properties type and content-type.', {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });
}

export function accessDenied(what: string): GrpcError {
  return new GrpcError(GrpcStatus.permissionDenied, what, { exception: 'access-denied' });
}

export function invalidArgument(message: string): GrpcError {
  return new GrpcError(GrpcStatus.invalidArgument, message);
}

/** A write that failed for a reason of the node's own, such as a full disk. It may be tried again. */
export function writeFailed(error: Error): GrpcError {
  return new GrpcError(GrpcStatus.unavailable, `The write failed: ${error.message}`);
}
