import {
  AccessDeniedError,
  convertToCommandError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { AppendRefusal, SizedAppend } from './append-messages.ts';

/** gRPC statuses this client makes itself. */
export const grpcStatus = { ok: 0, unknown: 2, unimplemented: 12, internal: 13, unavailable: 14 } as const;

/** How a call ended, in gRPC's terms. */
export interface GrpcEnd {
  readonly status: number;
  readonly message: string;
  readonly trailers: Readonly<Record<string, string>>;
}

export const unavailable = (message: string): GrpcEnd => ({ status: grpcStatus.unavailable, message, trailers: {} });

/** gRPC statuses by the HTTP status of an answer that is none of gRPC's, as gRPC defines them. */
const statusOfHttp: Readonly<Record<number, number>> = {
  400: 13,
  401: 16,
  403: 7,
  404: 12,
  429: 14,
  502: 14,
  503: 14,
  504: 14,
};

/** Reads the status of a call from its trailers, or from the headers of one that has nothing else; `undefined` when they have none. */
export function grpcEndOf(headers: Readonly<Record<string, unknown>>): GrpcEnd | undefined {
  const status = headers['grpc-status'];
  if (status === undefined) {
    const http = Number(headers[':status'] ?? 200);
    if (http === 200) return undefined;
    return { status: statusOfHttp[http] ?? grpcStatus.unknown, message: `HTTP status ${http}`, trailers: {} };
  }
  const trailers: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') trailers[name] = value;
  return { status: Number(status), message: decodeMessage(trailers['grpc-message'] ?? ''), trailers };
}

function decodeMessage(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The client library's own error for the end of a call, so that both ways to the log fail alike. */
export function faultOf({ status, message, trailers }: GrpcEnd): Error {
  const raw = Object.assign(new Error(`${status}: ${message}`), {
    code: status,
    details: message,
    metadata: { getMap: () => trailers },
  });
  return convertToCommandError(raw) as Error;
}

/** The client library's own error for an append that the server refused. */
export function refusalOf({ stream, expected }: SizedAppend, { detail, message, value }: AppendRefusal): Error {
  switch (detail) {
    case 'WrongExpectedVersion':
      return new WrongExpectedVersionError(undefined, { streamName: stream, expected, current: value ?? 'no_stream' });
    case 'StreamDeleted':
      return StreamDeletedError.fromStreamName(stream);
    case 'AccessDenied':
      return new AccessDeniedError();
    case 'Timeout':
      return new DeadlineExceededError();
    case 'MaximumAppendSizeExceeded':
      return MaxAppendSizeExceededError.fromMaxAppendSize(Number(value ?? 0n));
    // A server that is starting, electing or too busy says so in words alone: the append may be made later.
    case '':
    case 'Empty':
      return new UnavailableError(undefined, message);
    default:
      return new UnknownError(undefined, message);
  }
}
