import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { readBounded } from '../../http/read-bounded.ts';
import { type CallShare, wholeShare } from '../../limits/call-share.ts';
import { createAccessTokens, type SearchAdsCredentials } from './access-token.ts';
import { errorFromFault, errorFromStatus, isUntrusted, SearchAdsClosedError, type SearchAdsError } from './errors.ts';
import { type CallPriority, createLimiter } from './limiter.ts';
import { failureWire } from './schemas.ts';

export interface SearchAdsTransportOptions {
  /** Base address up to and including `/api/v5`. */
  readonly apiUrl: string;
  /** Full address of the token endpoint. */
  readonly tokenUrl: string;
  readonly credentials: SearchAdsCredentials;
  /** Longest wait for one answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** Pause before the first repetition, in milliseconds; each further one doubles it. */
  readonly firstRetryMs?: number;
  readonly maxResponseBytes?: number;
  /** Calls that may be under way at once for an organization. Absent: all that the service allows. */
  readonly share?: CallShare | undefined;
}

export interface SearchAdsCall {
  /** Names the call in errors. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Organization the call is made for; absent only where the service asks for none. */
  readonly orgId?: number;
  readonly body?: unknown;
  /** The call makes something: after a failure it is unknown whether it did, so only the caller may try again. */
  readonly once?: true;
  /** Whose calls of the organization go first; `pull` when absent. */
  readonly priority?: CallPriority;
  /** Longest wait for the answer, if that is less than the transport's own. */
  readonly timeoutMs?: number;
  /** Called when the request is handed to the connection. Before that the call had no effect. */
  readonly onSent?: () => void;
  readonly signal?: AbortSignal;
}

/** Carries one call to the ad service and back: token, organization, limits, time and repetition. */
export interface SearchAdsTransport {
  /**
   * @param read Reads the body of a success. When it throws, the answer was broken and is asked for again.
   * @throws SearchAdsError when the call is refused, or still fails after the last repetition.
   */
  call<Result>(call: SearchAdsCall, read: (body: Buffer) => Result): Promise<Result>;
  close(): Promise<void>;
}

/** Calls that the service takes at once for an organization. */
export const callsPerOrganization = 5;
const connectTimeoutMs = 5000;
const repetitions = 5;
/** The service answers at once, and wrongly: what the next round brings counts more than insisting. */
const untrustedRepetitions = 2;
const longestPauseMs = 60_000;
const largestResponseBytes = 64 * 1024 * 1024;

/** Opens the ad service. Calls that only read are repeated when they fail. */
export function createSearchAdsTransport(options: SearchAdsTransportOptions): SearchAdsTransport {
  const timeoutMs = options.timeoutMs ?? 60_000;
  const agent = new Agent({
    connections: 32,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    connect: { timeout: connectTimeoutMs },
  });
  const { tokenUrl, credentials } = options;
  const tokens = createAccessTokens({ tokenUrl, credentials, dispatcher: agent, timeoutMs });
  const limiter = createLimiter(options.share ?? wholeShare(callsPerOrganization));
  const closing = new AbortController();

  const attempt = async (call: SearchAdsCall, signal: AbortSignal): Promise<Buffer> => {
    signal.throwIfAborted();
    // The time for one attempt includes the wait for a token.
    const timed = AbortSignal.any([signal, AbortSignal.timeout(Math.min(timeoutMs, call.timeoutMs ?? timeoutMs))]);
    const token = await untilAborted(tokens.get(signal), timed);
    call.onSent?.();
    const { statusCode, headers, body } = await request(`${options.apiUrl}${call.path}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(call.orgId === undefined ? {} : { 'x-ap-context': `orgId=${call.orgId}` }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      dispatcher: agent,
      signal: timed,
    });
    const response = await readBounded(body, options.maxResponseBytes ?? largestResponseBytes);
    if (statusCode >= 200 && statusCode < 300) return response;
    if (statusCode === 401) tokens.forget(token);
    throw errorFromStatus(call.operation, statusCode, {
      retryAfter: headers['retry-after'],
      problems: problemsOf(response.toString('utf8')),
    });
  };

  // A call that waits for its repetition holds no place: others may go on, a person's first.
  const inTurn = (call: SearchAdsCall, signal: AbortSignal): Promise<Buffer> =>
    limiter.run(String(call.orgId ?? 'none'), call.priority ?? 'pull', () => attempt(call, signal));

  const callWithRepetition = async <Result>(call: SearchAdsCall, read: (body: Buffer) => Result): Promise<Result> => {
    const signal = call.signal ? AbortSignal.any([call.signal, closing.signal]) : closing.signal;
    let renewed = false;
    for (let failures = 0; ; ) {
      try {
        return read(await inTurn(call, signal));
      } catch (cause) {
        signal.throwIfAborted();
        const error = errorFromFault(call.operation, cause);
        // A token can be withdrawn before its end; one more call is made with a new one.
        if (error.status === 401 && !renewed) {
          renewed = true;
          continue;
        }
        const most = isUntrusted(error) ? untrustedRepetitions : repetitions;
        if (!error.retry || call.once || failures >= most) throw error;
        await pause(pauseBefore(failures, error, options.firstRetryMs ?? 2000), undefined, { signal });
        failures += 1;
      }
    }
  };

  return {
    call: callWithRepetition,
    close: async () => {
      closing.abort(new SearchAdsClosedError());
      await agent.destroy();
    },
  };
}

function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

/** 2, 4, 8 … seconds, or what the service asked for if that is longer; never more than a minute. */
function pauseBefore(failures: number, error: SearchAdsError, firstRetryMs: number): number {
  return Math.min(longestPauseMs, Math.max(firstRetryMs * 2 ** failures, (error.afterSeconds ?? 0) * 1000));
}

function problemsOf(text: string) {
  try {
    const { error } = failureWire.parse(JSON.parse(text));
    return error.errors.map(({ messageCode, message, field }) => ({ code: messageCode, message, field: field ?? '' }));
  } catch {
    return [];
  }
}
