import { httpMessages } from './messages.ts';

/** A call that did not succeed. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    message: string,
    readonly code: string,
    readonly requestId: string | null = null,
    /** The whole answer: refusals of writes carry the outcome of each row. */
    readonly response: Readonly<Record<string, unknown>> = {},
    /** Seconds after which the call may succeed; `null` where that is not said. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** Statuses whose answers carry a sentence for people. */
const spoken = new Set([200, 400, 403, 404, 409, 413, 422, 429]);

/**
 * The sentence for an answer that is not a success.
 * @param serverMessage `error_message` of the answer, if it had one
 */
export function errorText(status: number, serverMessage: string | undefined, options: { signIn: boolean }): string {
  if (spoken.has(status) && serverMessage !== undefined) return serverMessage;
  if (status === 401) return options.signIn && serverMessage !== undefined ? serverMessage : httpMessages.unauthorized;
  if (status === 500) return httpMessages.internal;
  if (status === 502) return httpMessages.tooManyRequests;
  if (status === 504) return httpMessages.timeout;
  return httpMessages.unhandled;
}

/** Words for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : httpMessages.internal;
}
