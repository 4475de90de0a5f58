import type { IncomingMessage, ServerResponse } from 'node:http';
import { createClientAddress } from '@tapwise/adapters';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { SqlError } from '../sql-error.ts';
import type { SqlSettings } from '../sql-settings.ts';
import { createSqlWorld, type SqlShared, type SqlWorld } from '../sql-world.ts';
import { authenticationFailed, readCredentials } from '../users/sql-credentials.ts';
import { mayConnectFrom, type TeamSqlUser, verifySqlUser } from '../users/sql-users.ts';
import { respondToStatement } from './respond-to-statement.ts';
import { readSqlRequest } from './sql-request.ts';

/** ClickHouse's HTTP protocol for analysts. */
export interface SqlGateway {
  /** Answers one request. Never throws. @param path without what is in front of the protocol's own paths. */
  handle(request: IncomingMessage, response: ServerResponse, path: string): void;
  /** Answers a statement of a person who is signed in, as one of the users of SQL. Never throws. */
  respond(statement: PageStatement, request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): void;
}

/** A statement of the page, with the user of SQL it runs as. */
export interface PageStatement {
  readonly sqlUser: TeamSqlUser;
  readonly statement: string;
  readonly queryId: string;
  readonly format: string;
  readonly settings: ReadonlyMap<string, string>;
}

/** @param shared what calls about SQL need as well. */
export function createSqlGateway(deps: ApiDependencies, settings: SqlSettings, shared: SqlShared): SqlGateway {
  const world = createSqlWorld(deps, settings, shared);
  const addressOf = createClientAddress(deps.settings.trustedProxies ?? []);
  return {
    handle: (request, response, path) => {
      route(world, request, response, { path, address: addressOf(request) }).catch((error: unknown) => {
        deps.logger.error({ err: error }, 'A request for SQL was given up');
        response.destroy();
      });
    },
    respond: ({ sqlUser, ...statement }, request, response) =>
      respondToPage(world, { sqlUser, statement, address: addressOf(request) }, request, response),
    close: () => world.close(),
  };
}

async function respondToPage(
  world: SqlWorld,
  pageRequest: { sqlUser: TeamSqlUser; statement: Omit<PageStatement, 'sqlUser'>; address: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { sqlUser, statement, address } = pageRequest;
  response.setHeader('X-ClickHouse-Server-Display-Name', 'tapwise');
  try {
    if (!mayConnectFrom(sqlUser.user, address)) throw authenticationFailed(sqlUser.user.user);
    world.uses.note(sqlUser.user.user, address, world.deps.now());
    const none = { database: '', params: new Map(), session: undefined, passedOn: new Map(), client: 'tapwise page' };
    await respondToStatement(world, { sqlUser, sqlRequest: { ...none, ...statement }, address }, request, response);
  } catch (error) {
    fail(world, request, response, error);
  }
}

async function route(
  world: SqlWorld,
  request: IncomingMessage,
  response: ServerResponse,
  from: { path: string; address: string },
): Promise<void> {
  const url = URL.canParse(from.path, 'http://sql') ? new URL(from.path, 'http://sql') : undefined;
  const { method = '' } = request;
  const reads = method === 'GET' || method === 'HEAD';
  response.setHeader('X-ClickHouse-Server-Display-Name', 'tapwise');
  response.setHeader('Cache-Control', 'no-store');
  if (method === 'OPTIONS') return plain(request, response, 204, '');
  if (url !== undefined && reads && (url.pathname === '/ping' || (url.pathname === '/' && url.search === ''))) {
    return plain(request, response, 200, 'Ok.\n');
  }
  if (url?.pathname !== '/' || !(reads || method === 'POST')) {
    return plain(request, response, 404, `There is no handle ${method} ${url?.pathname.slice(0, 100) ?? ''}\n`);
  }
  try {
    const sqlUser = await authenticate(world, request, url, from.address);
    const sqlRequest = await readSqlRequest(request, url.searchParams);
    await respondToStatement(world, { sqlUser, sqlRequest, address: from.address }, request, response);
  } catch (error) {
    fail(world, request, response, error);
  }
}

/** @throws SqlError 516, with HTTP status 429 after too many wrong passwords. */
async function authenticate(
  world: SqlWorld,
  request: IncomingMessage,
  url: URL,
  address: string,
): Promise<TeamSqlUser> {
  const { throttle, deps } = world;
  if (!deps.directory.ready()) throw new SqlError(209, 'SOCKET_TIMEOUT', 'The service is starting', { retryAfter: 1 });
  const credentials = readCredentials(request.headers, url.searchParams);
  const key = deps.vault.keyedHash('sql caller', JSON.stringify([credentials.user, address]));
  await throttle.checkShared(key);
  throttle.check(key);
  const sqlUser = verifySqlUser(deps, { ...credentials, address });
  if (sqlUser !== undefined) {
    world.uses.note(credentials.user, address, deps.now());
    return sqlUser;
  }
  await throttle.failed(key);
  throw authenticationFailed(credentials.user);
}

function fail(world: SqlWorld, request: IncomingMessage, response: ServerResponse, cause: unknown): void {
  if (!(cause instanceof SqlError)) world.deps.logger.error({ err: cause }, 'A statement could not be answered');
  const error = cause instanceof SqlError ? cause : new SqlError(236, 'ABORTED', 'The statement could not be answered');
  if (response.headersSent || response.destroyed) return void response.destroy();
  for (const name of ['content-encoding', 'x-clickhouse-format']) response.removeHeader(name);
  response.setHeader('X-ClickHouse-Exception-Code', String(error.code));
  if (error.retryAfter !== undefined) response.setHeader('Retry-After', String(error.retryAfter));
  plain(request, response, error.status, error.line(world.gate.version()));
}

/** Answers in plain text. What is left of a body is read, or the connection ends: it would be taken for the next request. */
function plain(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  if (!request.complete) response.setHeader('Connection', 'close');
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
  if (!request.complete) request.resume();
}
