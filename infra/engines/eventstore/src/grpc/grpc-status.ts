import { CompressedMessageError, OversizedMessageError } from '../../../../wire/index.ts';

/** gRPC status codes that this node answers with. */
export const GrpcStatus = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  unimplemented: 12,
  unavailable: 14,
} as const;

export type GrpcStatusCode = (typeof GrpcStatus)[keyof typeof GrpcStatus];

/** Whether a value can be sent as a trailer. */
export const isPrintableAscii = (value: string): boolean => /^[\x20-\x7e]*$/.test(value);

/** A call ends with this status and these extra trailers. */
export class GrpcError extends Error {
  readonly code: GrpcStatusCode;
  readonly trailers: Readonly<Record<string, string>>;

  constructor(code: GrpcStatusCode, message: string, trailers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.trailers = trailers;
  }
}

/** The status as HTTP/2 trailers, the message percent-encoded. */
export function statusTrailers(code: GrpcStatusCode, message: string, extra: Readonly<Record<string, string>> = {}) {
  const trailers: Record<string, string> = { 'grpc-status': String(code) };
  if (message !== '') trailers['grpc-message'] = percentEncode(message);
  for (const [name, value] of Object.entries(extra)) trailers[name] = value;
  return trailers;
}

/** The status of a thrown value: its own when it is a `GrpcError`, that of a frame that is not read, else UNKNOWN with its message. */
export function toGrpcError(thrown: unknown): GrpcError {
  if (thrown instanceof GrpcError) return thrown;
  if (thrown instanceof CompressedMessageError) return new GrpcError(GrpcStatus.unimplemented, thrown.message);
  if (thrown instanceof OversizedMessageError) return new GrpcError(GrpcStatus.resourceExhausted, thrown.message);
  return new GrpcError(GrpcStatus.unknown, thrown instanceof Error ? thrown.message : String(thrown));
}

function percentEncode(message: string): string {
  let encoded = '';
  for (const byte of Buffer.from(message, 'utf8')) {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    encoded += plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}
