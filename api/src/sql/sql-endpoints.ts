import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type SenderLimits, senderLimits } from '@tapwise/adapters';
import type { ApiServer } from '../http/api-server.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { savedQueryRoutes } from './commands/saved-queries.routes.ts';
import { sqlUserRoutes } from './commands/sql-users.routes.ts';
import { runSqlRoute } from './gateway/run-sql.route.ts';
import { createSqlGateway, type SqlGateway } from './gateway/sql-gateway.ts';
import { savedQueriesRoute } from './queries/saved-queries.query.ts';
import { sqlQueriesRoute } from './queries/sql-queries.query.ts';
import { sqlUsersRoute } from './queries/sql-users.query.ts';
import { sqlViewsRoute } from './queries/sql-views.query.ts';
import { createLastUses } from './users/last-uses.ts';
import { createSqlAudit } from './users/sql-audit.ts';

const path = '/clickhouse';
/** A statement in an address may be as long as one in a body. */
const listenAgainMs = 5000;
const largestHead = 1024 * 1024 + 16 * 1024;

/** Everything about SQL: the calls, and the protocol beside them on the same server and on a port of its own. */
export async function sqlEndpoints(app: ApiServer, deps: ApiDependencies): Promise<void> {
  const shared = { audit: createSqlAudit(deps), uses: createLastUses() };
  sqlUserRoutes(app, deps);
  sqlUsersRoute(app, deps, shared.uses);
  sqlQueriesRoute(app, deps, shared.audit);
  app.addHook('onClose', () => shared.audit.close());
  savedQueryRoutes(app, deps);
  savedQueriesRoute(app, deps);
  const gateway = deps.settings.sql && createSqlGateway(deps, deps.settings.sql, shared);
  runSqlRoute(app, gateway);
  sqlViewsRoute(app);
  if (gateway === undefined) return;
  app.addHook('onClose', async () => gateway.close());
  serveAlongside(app.server, gateway);
  const sqlServer = deps.settings.sqlPort === undefined ? undefined : ownServer(gateway, deps.settings.senderLimits);
  if (sqlServer === undefined) return;
  const closing = new AbortController();
  app.addHook('onListen', () => listen(sqlServer, deps, closing.signal));
  app.addHook('preClose', async () => {
    closing.abort();
    sqlServer.close();
    sqlServer.closeAllConnections();
  });
}

/** The protocol needs every path, method and body as they come, which is not what the calls do. */
function serveAlongside(server: Server, gateway: SqlGateway): void {
  const others = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const rest = (request.url ?? '').slice(path.length);
    const isSql =
      request.url?.startsWith(path) === true && (rest === '' || rest.startsWith('/') || rest.startsWith('?'));
    if (isSql) gateway.handle(request, response, rest.startsWith('/') ? rest : `/${rest}`);
    else for (const listener of others) listener.call(server, request, response);
  });
}

function ownServer(gateway: SqlGateway, slowSenders: SenderLimits = senderLimits): Server {
  const limits = { maxHeaderSize: largestHead, keepAliveTimeout: 10_000, ...slowSenders };
  const server = createServer(limits, (request, response) => gateway.handle(request, response, request.url ?? '/'));
  server.maxConnections = 1_000;
  return server;
}

/** Resolves when the port was tried; the calls go on without it, and it is tried again until it is free. */
function listen(server: Server, { settings, logger }: ApiDependencies, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let isRefused = false;
    const open = (): void => {
      if (!closing.aborted) server.listen(settings.sqlPort, settings.sqlHost ?? '127.0.0.1');
    };
    server.on('error', (error) => {
      if (!isRefused) logger.error({ err: error }, 'The port of SQL cannot be opened; it is tried again');
      isRefused = true;
      resolve();
      setTimeout(open, listenAgainMs).unref();
    });
    server.once('listening', () => {
      if (isRefused) logger.info('The port of SQL is open');
      resolve();
    });
    open();
  });
}
