import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { readBounded } from '../../../http/read-bounded.ts';
import { withSignal } from '../../../http/with-signal.ts';
import type { CallShare } from '../../../limits/call-share.ts';
import { disconnected, errorFromFault, isUntrusted, SearchAdsClosedError, type SearchAdsError } from '../errors.ts';
import { createTokenStore, type SearchAdsCredentials } from './access-token.ts';
import type { CallPriority } from './limiter.ts';

export interface SearchAdsTransportOptions {
  /** Base address of the interface, with its version. */
  readonly apiUrl: string;
  /** Full address of the token endpoint. */
  readonly tokenUrl: string;
  /** Longest wait for one answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** Pause before the first repetition, in milliseconds; each further one doubles it. */
  readonly firstRetryMs?: number;
  readonly maxResponseBytes?: number;
  /** Calls that may be under way at once for an organization. Absent: all that the service allows. */
  readonly share?: CallShare | undefined;
  /** Sees every answer, of repeated calls too. */
  readonly onAnswer?: ((call: SearchAdsCall, answer: AnswerHead) => void) | undefined;
}

/** An answer before its body is read. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** How a version of the interface is called. */
export interface CallDialect {
  /** @throws SearchAdsError where there is no access to the organization. */
  access(call: SearchAdsCall): CallAccess;
  /** Runs an attempt when its turn has come. */
  inTurn(call: SearchAdsCall, signal: AbortSignal, attempt: () => Promise<Buffer>): Promise<Buffer>;
  /** Sees every answer. */
  onAnswer?(call: SearchAdsCall, answer: AnswerHead): void;
  /** Whether an answer that is no success says, row by row, what was done. */
  holdsResult?(status: number, body: Buffer): boolean;
  /** Called when the service did not accept the credentials of a call, with a fresh token neither: that ends the connection. */
  onRefused?(call: SearchAdsCall): void;
  /** The error of an answer that is no success. */
  errorOf(call: SearchAdsCall, answer: AnswerHead, body: string): SearchAdsError | Promise<SearchAdsError>;
}

/** Whose call it is, and the headers that say for whom. */
export interface CallAccess {
  readonly credentials: SearchAdsCredentials;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SearchAdsCall {
  /** Names the call in errors. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Organization the call is made for; absent only where the service asks for none. */
  readonly orgId?: number;
  /** Account the call is about, where it is not asked on behalf of an organization. */
  readonly adAccountId?: number;
  /** Asked as this API user instead of the shared one, where the call is for no organization. */
  readonly credentials?: SearchAdsCredentials | undefined;
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

/** Opens the ad service. Calls that only read are repeated when they fail. Redirects are not followed. */
export function createTransport(options: SearchAdsTransportOptions, dialect: CallDialect): SearchAdsTransport {
  const timeoutMs = options.timeoutMs ?? 60_000;
  const agent = new Agent({
    connections: 32,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    connect: { timeout: connectTimeoutMs },
  });
  const tokensOf = createTokenStore({ tokenUrl: options.tokenUrl, dispatcher: agent, timeoutMs });
  const closing = new AbortController();

  // The time for one attempt includes the wait for a token.
  const attempt = (call: SearchAdsCall, signal: AbortSignal): Promise<Buffer> =>
    withSignal({ signals: [signal], withinMs: Math.min(timeoutMs, call.timeoutMs ?? timeoutMs) }, (timed) =>
      askOnce({ options, dialect, agent, tokensOf }, call, { signal, timed }),
    );

  const callWithRepetition = async <Result>(
    call: SearchAdsCall,
    read: (body: Buffer) => Result,
    signal: AbortSignal,
  ): Promise<Result> => {
    let renewed = false;
    for (let failures = 0; ; ) {
      try {
        // A call that waits for its repetition holds no turn: others may go on, a person's first.
        return read(await dialect.inTurn(call, signal, () => attempt(call, signal)));
      } catch (cause) {
        signal.throwIfAborted();
        const error = errorFromFault(call.operation, cause);
        // A token can be withdrawn before its end; one more call is made with a new one.
        if (error.status === 401 && !renewed) {
          renewed = true;
          continue;
        }
        if (dialect.onRefused !== undefined && isRefused(error)) throw afterRefusal(dialect.onRefused, call, error);
        const most = isUntrusted(error) ? untrustedRepetitions : repetitions;
        if (!error.retry || call.once || failures >= most) throw error;
        await pause(pauseBefore(failures, error, options.firstRetryMs ?? 2000), undefined, { signal });
        failures += 1;
      }
    }
  };

  return {
    call: (call, read) =>
      withSignal({ signals: [call.signal, closing.signal] }, (signal) => callWithRepetition(call, read, signal)),
    close: async () => {
      closing.abort(new SearchAdsClosedError());
      await agent.destroy();
    },
  };
}

interface OpenService {
  readonly options: SearchAdsTransportOptions;
  readonly dialect: CallDialect;
  readonly agent: Agent;
  readonly tokensOf: ReturnType<typeof createTokenStore>;
}

/** @param ends.timed aborts earlier than `ends.signal`; a token that others wait for, too, is fetched beyond it. */
async function askOnce(
  { options, dialect, agent, tokensOf }: OpenService,
  call: SearchAdsCall,
  { signal, timed }: { signal: AbortSignal; timed: AbortSignal },
): Promise<Buffer> {
  signal.throwIfAborted();
  const access = dialect.access(call);
  const tokens = tokensOf(access.credentials);
  const token = await untilAborted(tokens.get(signal), timed);
  call.onSent?.();
  const { statusCode, headers, body } = await request(`${options.apiUrl}${call.path}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...access.headers,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: call.body === undefined ? null : JSON.stringify(call.body),
    dispatcher: agent,
    signal: timed,
  });
  const answer = { status: statusCode, headers };
  dialect.onAnswer?.(call, answer);
  options.onAnswer?.(call, answer);
  const response = await readBounded(body, options.maxResponseBytes ?? largestResponseBytes);
  const isSuccess = statusCode >= 200 && statusCode < 300;
  if (isSuccess || dialect.holdsResult?.(statusCode, response) === true) return response;
  if (statusCode === 401) tokens.forget(token);
  throw await dialect.errorOf(call, answer, response.toString('utf8'));
}

const isRefused = ({ reason, status, ofAccess }: SearchAdsError): boolean =>
  reason === 'credentials' && (status === 401 || ofAccess);

function afterRefusal(
  onRefused: NonNullable<CallDialect['onRefused']>,
  call: SearchAdsCall,
  error: SearchAdsError,
): SearchAdsError {
  onRefused(call);
  return disconnected(error);
}

function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

/** 2, 4, 8 … seconds, or what the service asked for if that is longer; never more than a minute. */
function pauseBefore(failures: number, error: SearchAdsError, firstRetryMs: number): number {
  return Math.min(longestPauseMs, Math.max(firstRetryMs * 2 ** failures, (error.afterSeconds ?? 0) * 1000));
}
