import { randomUUID } from 'node:crypto';
import { runSqlBodySchema, sqlPagePaths } from '@tapwise/contract/sql';
import { activeSqlUsers, DomainError, mayManage } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SqlGateway } from './sql-gateway.ts';

/** Bytes of a call with the longest statement. */
const bodyLimit = 1024 * 1024;

/** Runs a statement of a signed-in person for the page that asks in SQL. */
export function runSqlRoute(app: ApiServer, gateway: SqlGateway | undefined): void {
  app.post(
    sqlPagePaths.run,
    { schema: { body: runSqlBodySchema }, config: { right: 'read_sql' }, bodyLimit },
    async (request, reply) => {
      const { team, account } = sessionOf(request);
      const { user: name, query, query_id = randomUUID(), format = 'JSONCompact', max_rows } = request.body;
      const user = activeSqlUsers(team).find(
        (candidate) => candidate.user === name && mayManage(team, account.account_id, candidate),
      );
      if (user === undefined) throw new DomainError('not_found');
      if (gateway === undefined) throw new DomainError('unavailable');
      const settings = new Map([
        // A browser's numbers are exact up to 2^53.
        ...(format.startsWith('JSON') ? [['output_format_json_quote_64bit_integers', '1'] as const] : []),
        ...(max_rows === undefined ? [] : [['limit', String(max_rows)] as const]),
      ]);
      for (const [header, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(header, value);
      }
      // An answer is read by the page's own code; opened by itself it may do nothing.
      reply.raw.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
      reply.hijack();
      await gateway.respond(
        { sqlUser: { team, user }, statement: query, queryId: query_id, format, settings },
        request.raw,
        reply.raw,
      );
    },
  );
}
