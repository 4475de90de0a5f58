import type { IncomingHttpHeaders } from 'node:http';
import { ClickHouseError } from '../engine/clickhouse-error.ts';
import type { SessionRequest } from '../query/query-job.ts';
import { withoutControlCharacters } from './header-value.ts';

/** What the address, the headers and the text parts of a form say, sorted by meaning. */
export interface QueryParameters {
  readonly query: string;
  readonly database?: string;
  readonly defaultFormat: string;
  readonly session?: SessionRequest;
  readonly params: ReadonlyMap<string, string>;
  readonly settings: ReadonlyMap<string, string>;
  /** `compress=1`: the answer in ClickHouse's own blocks. */
  readonly ownBlocksOut: boolean;
  /** `decompress=1`: the request in ClickHouse's own blocks. */
  readonly ownBlocksIn: boolean;
  /** `client_protocol_version`: the form of Native the client reads; 0 for the plain one. */
  readonly protocolVersion: number;
  /** Bytes of the answer to hold back; Infinity for all of it. */
  readonly bufferBytes: number;
}

/** Names that are no settings. Those this node has no use for are accepted and ignored. */
const RESERVED = new Set(
  (
    'query database default_format query_id user password quota_key session_id session_timeout session_check ' +
    'close_session compress decompress wait_end_of_query buffer_size client_protocol_version role stacktrace'
  ).split(' '),
);

const DEFAULT_SESSION_SECONDS = 60;
const LONGEST_SESSION_SECONDS = 3600;

/**
 * Reads the parameters of a request.
 *
 * @param entries name and value pairs of the address, then of a form
 * @param isFormField recognizes the names that describe an external table of the form
 * @throws ClickHouseError 36 for an empty session id, 374 for a bad session timeout
 */
export function readParameters(
  entries: ReadonlyArray<readonly [string, string]>,
  headers: IncomingHttpHeaders,
  isFormField: (name: string) => boolean = () => false,
): QueryParameters {
  const named = new Map<string, string>();
  const params = new Map<string, string>();
  const settings = new Map<string, string>();
  for (const [name, value] of entries) {
    if (name === '' || isFormField(name)) continue;
    if (name.startsWith('param_')) {
      const param = name.slice('param_'.length);
      if (!params.has(param)) params.set(param, value);
    } else if (RESERVED.has(name)) {
      if (!named.has(name)) named.set(name, value);
    } else settings.set(name, value);
  }
  const database = header(headers, 'x-clickhouse-database') ?? nonEmpty(named.get('database'));
  const session = readSession(named);
  return {
    query: named.get('query') ?? '',
    defaultFormat: header(headers, 'x-clickhouse-format') ?? nonEmpty(named.get('default_format')) ?? 'TabSeparated',
    params,
    settings,
    ownBlocksOut: flag(named.get('compress')),
    ownBlocksIn: flag(named.get('decompress')),
    protocolVersion: readProtocolVersion(named.get('client_protocol_version')),
    bufferBytes: readBufferBytes(named, settings),
    ...(database === undefined ? {} : { database }),
    ...(session === undefined ? {} : { session }),
  };
}

/**
 * The id the client gives its query, without ASCII control characters, which a server takes out as well since the id is
 * sent back in a header. Undefined when nothing is left.
 */
export function readQueryId(address: URLSearchParams, headers: IncomingHttpHeaders): string | undefined {
  const requestedId = nonEmpty(address.get('query_id') ?? undefined) ?? header(headers, 'x-clickhouse-query-id');
  return requestedId === undefined ? undefined : nonEmpty(withoutControlCharacters(requestedId));
}

/** True for `1` and `true`. */
function flag(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function readSession(named: ReadonlyMap<string, string>): SessionRequest | undefined {
  const id = named.get('session_id');
  if (id === undefined) return undefined;
  if (id === '')
    throw new ClickHouseError(36, 'BAD_ARGUMENTS', 'Session id query parameter was provided, but it was empty');
  const requestedTimeout = named.get('session_timeout');
  const timeoutSeconds = requestedTimeout === undefined ? DEFAULT_SESSION_SECONDS : Number(requestedTimeout);
  const readable = requestedTimeout === undefined || /^\d+$/.test(requestedTimeout);
  if (!readable || timeoutSeconds > LONGEST_SESSION_SECONDS) {
    const message = readable
      ? `Session timeout '${requestedTimeout}' is larger than max_session_timeout: ${LONGEST_SESSION_SECONDS}`
      : `Invalid session timeout: '${requestedTimeout}'`;
    throw new ClickHouseError(374, 'INVALID_SESSION_TIMEOUT', message);
  }
  return {
    id,
    timeoutSeconds,
    mustExist: flag(named.get('session_check')),
    closeAfter: flag(named.get('close_session')),
  };
}

function readProtocolVersion(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function readBufferBytes(named: ReadonlyMap<string, string>, settings: ReadonlyMap<string, string>): number {
  if (flag(named.get('wait_end_of_query') ?? settings.get('http_wait_end_of_query'))) return Number.POSITIVE_INFINITY;
  const size = Number(named.get('buffer_size') ?? settings.get('http_response_buffer_size') ?? 0);
  return Number.isFinite(size) ? size : 0;
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  const first = Array.isArray(value) ? value[0] : value;
  // Node reads headers byte by byte; clients send UTF-8.
  return nonEmpty(first === undefined ? undefined : Buffer.from(first, 'latin1').toString('utf8'));
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
