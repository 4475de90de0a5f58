import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ClickHouseError } from '../engine/clickhouse-error.ts';
import type { ScopeChildren } from './scope-children.ts';

const LARGEST_BODY_BYTES = 2 * 1024 * 1024;
const LONGEST_SECONDS = 30;
/** How much longer than its time a statement may take before its process is ended. */
const GRACE_MS = 5_000;

/** Headers that end at this node: about the connection, or about who asks. */
const OWN_HEADERS = new Set([
  'connection',
  'host',
  'authorization',
  'x-clickhouse-user',
  'x-clickhouse-key',
  'transfer-encoding',
  'content-length',
  'keep-alive',
  'expect',
]);

/**
 * Answers the request of a user that is served from a process of its own: the same request, without credentials.
 * @throws ClickHouseError while the answer has not begun
 */
export async function forwardToScope(
  children: ScopeChildren,
  user: string,
  request: IncomingMessage,
  response: ServerResponse,
  address: URL,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const body = await readBody(request);
  const search = new URLSearchParams(address.searchParams);
  search.delete('user');
  search.delete('password');
  const scopeResponse = await children.ask(user, {
    method: request.method ?? 'POST',
    path: `/?${search}`,
    headers: { ...passedOn(request.headers), 'content-length': String(body.length) },
    body,
    timeoutMs: allowedSeconds(search) * 1000 + GRACE_MS,
    signal: gone.signal,
  });
  response.writeHead(
    scopeResponse.statusCode ?? 500,
    passedOn(scopeResponse.headers, ['content-length', 'transfer-encoding']),
  );
  // A broken answer must stay a broken one.
  await pipeline(scopeResponse, response).catch(() => response.destroy());
}

function allowedSeconds(search: URLSearchParams): number {
  const requestedSeconds = Number(search.get('max_execution_time') ?? LONGEST_SECONDS);
  return requestedSeconds > 0 && requestedSeconds <= LONGEST_SECONDS ? requestedSeconds : LONGEST_SECONDS;
}

function passedOn(headers: IncomingHttpHeaders, also: readonly string[] = []): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || (OWN_HEADERS.has(name) && !also.includes(name)) ? [] : [[name, value]],
    ),
  );
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > LARGEST_BODY_BYTES) throw new ClickHouseError(229, 'QUERY_IS_TOO_LARGE', 'The request is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
