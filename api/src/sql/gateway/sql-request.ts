import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { SqlError } from '../sql-error.ts';
import { readRequestBody } from './request-body.ts';

/** A question of an analyst, as it came. */
export interface SqlRequest {
  readonly statement: string;
  readonly queryId: string;
  readonly database: string;
  readonly format: string | undefined;
  readonly params: ReadonlyMap<string, string>;
  readonly settings: ReadonlyMap<string, string>;
  readonly session:
    | { readonly id: string; readonly seconds: number; readonly mustExist: boolean; readonly ends: boolean }
    | undefined;
  /** Parameters that the engine gets as they are. */
  readonly passedOn: ReadonlyMap<string, string>;
  readonly client: string;
}

const reserved = new Set(
  (
    'query database default_format query_id user password quota_key session_id session_timeout session_check close_session compress ' +
    'decompress wait_end_of_query buffer_size client_protocol_version role stacktrace'
  ).split(' '),
);
const passed = ['compress', 'wait_end_of_query', 'buffer_size', 'client_protocol_version'];

/**
 * Reads a request whose sender is known.
 * @throws SqlError 33, 36, 40, 48, 62, 229, 271, 372, 374, 381, 497.
 */
export async function readSqlRequest(request: IncomingMessage, parameters: URLSearchParams): Promise<SqlRequest> {
  const { headers, method } = request;
  if (method === 'POST' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    throw new SqlError(
      381,
      'HTTP_LENGTH_REQUIRED',
      'The Transfer-Encoding is not chunked and there is no Content-Length header',
    );
  }
  const body = await readRequestBody(request, { ownBlocks: parameters.get('decompress') === '1' });
  // What a form says comes after the address.
  const address = new URLSearchParams([
    ...parameters,
    ...body.fields.map(([name, value]): [string, string] => [name, value]),
  ]);
  const params = new Map<string, string>();
  const settings = new Map<string, string>();
  for (const [name, value] of address) {
    if (name.startsWith('param_') && !params.has(name)) params.set(name, value);
    else if (name !== '' && !reserved.has(name) && !name.startsWith('param_')) settings.set(name, value);
  }
  const query = address.get('query') ?? '';
  return {
    statement: query === '' || body.text === '' ? query + body.text : `${query}\n${body.text}`,
    queryId: readQueryId(address, headers),
    database: header(headers, 'x-clickhouse-database') ?? address.get('database') ?? '',
    format: header(headers, 'x-clickhouse-format') ?? (address.get('default_format') || undefined),
    session: readSession(address),
    passedOn: new Map(passed.flatMap((name) => (address.has(name) ? [[name, address.get(name) ?? ''] as const] : []))),
    client: (headers['user-agent'] ?? '').slice(0, 200),
    params,
    settings,
  };
}

/** @throws SqlError 36 for one that is too long or not printable. */
function readQueryId(address: URLSearchParams, headers: IncomingHttpHeaders): string {
  const queryId = address.get('query_id') || header(headers, 'x-clickhouse-query-id');
  if (queryId === undefined) return randomUUID();
  if (!/^[\x20-\x7e]{1,200}$/.test(queryId)) throw badArgument('A query id has at most 200 printable characters');
  return queryId;
}

function readSession(address: URLSearchParams): SqlRequest['session'] {
  const id = address.get('session_id');
  if (id === null) return undefined;
  if (id === '') throw badArgument('Session id query parameter was provided, but it was empty');
  const seconds = Number(address.get('session_timeout') ?? 60);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > 3600) {
    throw new SqlError(
      374,
      'INVALID_SESSION_TIMEOUT',
      'Session timeout is not a number up to max_session_timeout: 3600',
    );
  }
  return { id, seconds, mustExist: address.get('session_check') === '1', ends: address.get('close_session') === '1' };
}

const badArgument = (message: string): SqlError => new SqlError(36, 'BAD_ARGUMENTS', message);

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = [headers[name]].flat()[0];
  return value === undefined || value === '' ? undefined : Buffer.from(value, 'latin1').toString('utf8');
}
