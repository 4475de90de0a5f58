import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { QueryEndpoint } from './query-endpoint.ts';

/** An address may be as long as a statement needs; Node's own limit is 16 kB. */
const LARGEST_HEAD_BYTES = 1024 * 1024 + 16 * 1024;

/** Who sends headers slowly is cut off within this time, in milliseconds. */
const SLOW_HEADERS = { headersTimeout: 10_000, connectionsCheckingInterval: 1000 };

/** Announced to clients as `Keep-Alive: timeout=10`. */
const KEEP_ALIVE_MS = 10_000;

/** The paths of ClickHouse's HTTP port. Listening is left to the caller. */
export function createHttpServer(endpoint: QueryEndpoint): Server {
  const server = createServer(
    { maxHeaderSize: LARGEST_HEAD_BYTES, keepAliveTimeout: KEEP_ALIVE_MS, ...SLOW_HEADERS },
    (request, response) => {
      route(endpoint, request, response).catch((error: unknown) => giveUp(request, response, error));
    },
  );
  // A body may take as long as its sender needs.
  server.requestTimeout = 0;
  return server;
}

async function route(endpoint: QueryEndpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = URL.canParse(request.url ?? '/', 'http://node')
    ? new URL(request.url ?? '/', 'http://node')
    : new URL('http://node/invalid-address');
  const { method } = request;
  const reads = method === 'GET' || method === 'HEAD';
  const isQueryPath = address.pathname === '/' || address.pathname === '/query';
  if (method === 'OPTIONS') return allow(response);
  if (reads && (address.pathname === '/ping' || address.pathname === '/replicas_status'))
    return plain(response, 200, 'Ok.\n');
  if (reads && address.pathname === '/' && address.search === '') return plain(response, 200, 'Ok.\n');
  if (isQueryPath && (reads || method === 'POST')) return endpoint.respond(request, response, address);
  request.resume();
  const hint = 'Send queries to / with POST, or with GET as /?query=…; ask /ping whether the node is up.';
  plain(response, 404, `There is no handle ${method} ${address.pathname}. ${hint}\n`);
}

/** A request this node has no answer to is a defect; it must cost its own connection and nothing more. */
function giveUp(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  console.error(`A request was given up: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  response.destroy();
  request.socket.destroy();
}

function plain(response: ServerResponse, status: number, text: string): void {
  const type = status === 200 ? 'text/html; charset=UTF-8' : 'text/plain; charset=UTF-8';
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }).end(text);
}

function allow(response: ServerResponse): void {
  response
    .writeHead(204, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers':
        'origin, x-requested-with, x-clickhouse-format, x-clickhouse-user, x-clickhouse-key, Authorization, Content-Type',
      'Access-Control-Allow-Methods': 'POST, GET, OPTIONS',
      'Access-Control-Max-Age': '86400',
    })
    .end();
}
