import type { logPositionHeader } from '@tapwise/contract';
import { ApiError, errorText } from './api-error.ts';
import { httpMessages } from './messages.ts';
import { noteServerTime } from './server-clock.ts';
import { writtenPosition } from './written-position.ts';

/** Named here and only checked against the contract: taking the value would ship its schemas. */
const positionHeader: typeof logPositionHeader = 'x-log-position';

export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** A sign-in may be refused with 401 without ending a session. */
  signIn?: boolean;
  signal?: AbortSignal;
}

export interface HttpResponse<Body> {
  body: Body;
  /** Position in the log up to which the answer is complete; `null` for answers that carry none. */
  position: string | null;
}

export interface HttpClientOptions {
  token: () => string | null;
  /** Called when the server does not know the session any more. */
  onUnauthorized: (token: string | null) => void;
}

/**
 * Makes the function all calls go through: adds the session, reads the answer's form, turns failures into `ApiError`.
 * @throws ApiError from the returned function for everything but a success.
 */
export function createHttpClient(options: HttpClientOptions) {
  return async function request<Body>(call: HttpCall): Promise<HttpResponse<Body>> {
    const token = options.token();
    const response = await send(call, token);
    noteServerTime(response.headers.get('date'));
    const body = await readBody(response);
    if (response.status === 401 && !call.signIn) options.onUnauthorized(token);
    if (!response.ok || body?.status !== 'ok') throw failureOf(response, body, call.signIn === true);
    return { body: body as Body, position: response.headers.get(positionHeader) };
  };
}

/** Why an answer is no success. */
export function failureOf(response: Response, body: Record<string, unknown> | undefined, signIn: boolean): ApiError {
  const requestId = response.headers.get('x-request-id');
  if (body === undefined && response.ok) return new ApiError(500, httpMessages.internal, 'unreadable', requestId);
  const wait = Number(response.headers.get('retry-after') ?? body?.retry_after ?? Number.NaN);
  const words = typeof body?.error_message === 'string' ? body.error_message : undefined;
  const text = errorText(response.status, words, { signIn });
  const code = typeof body?.code === 'string' ? body.code : '';
  return new ApiError(response.status, text, code, requestId, body, wait > 0 ? wait : null);
}

/**
 * Sends a call; a write under a key, so that it can be sent again when no answer came and is carried out once.
 * @throws ApiError when no answer comes.
 */
export async function send(call: HttpCall, token: string | null): Promise<Response> {
  if (call.method === 'GET' || token === null || call.signIn) return attempt(call, token);
  const key = newKey();
  try {
    return await attempt(call, token, key);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return attempt(call, token, key);
  }
}

/** 128 random bits in hexadecimal; `randomUUID` is missing on pages without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Sends a call once, without a retry.
 * @throws ApiError when no answer comes.
 */
export async function attempt(call: HttpCall, token: string | null, key?: string): Promise<Response> {
  const written = writtenPosition.get();
  try {
    const response = await fetch(call.path + queryString(call.query), {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null || call.signIn ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(written === null ? {} : { [positionHeader]: written }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    });
    // Reports have a position too: that of their tables, which no later call has to wait for.
    if (call.method !== 'GET') writtenPosition.note(response.headers.get(positionHeader));
    return response;
  } catch (cause) {
    if (call.signal?.aborted) throw cause;
    throw new ApiError(0, navigator.onLine ? httpMessages.unreachable : httpMessages.offline, 'unreachable');
  }
}

/** The object an answer holds; `undefined` when it holds none. */
export async function readBody(response: Response): Promise<Record<string, unknown> | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined;
}

function queryString(query: HttpCall['query']): string {
  const definedParams = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (definedParams.length === 0) return '';
  return `?${new URLSearchParams(definedParams.map(([name, value]) => [name, String(value)]))}`;
}
