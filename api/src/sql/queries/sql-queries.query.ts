import { sqlPaths, sqlQueriesQuerySchema, sqlQueriesResponseSchema } from '@tapwise/contract';
import { addDays, DomainError, daysBetween, utcDayOf } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SqlAudit } from '../users/sql-audit.ts';

/** Days a question may cover, and statements an answer holds. */
const mostDays = 90;
const mostQueries = 1_000;

/** What users of SQL asked, the newest first; today's when no days are given. */
export function sqlQueriesRoute(app: ApiServer, deps: ApiDependencies, audit: SqlAudit): void {
  app.get(
    sqlPaths.queries,
    {
      schema: { querystring: sqlQueriesQuerySchema, response: { 200: sqlQueriesResponseSchema } },
      config: { right: 'read_sql_queries' },
    },
    async (request) => {
      const { team } = sessionOf(request);
      const today = utcDayOf(deps.now().getTime());
      const { user, from = request.query.to ?? today, to = today } = request.query;
      const days = daysBetween(from, to);
      if (days < 0 || days >= mostDays) throw new DomainError('invalid_date_range');
      const queries = [];
      for (let day = to; day >= from && queries.length < mostQueries; day = addDays(day, -1)) {
        const recorded = await audit.read(team.team_id, day);
        queries.push(...recorded.filter((query) => user === undefined || query.user === user));
      }
      return { status: 'ok' as const, queries: queries.slice(0, mostQueries) };
    },
  );
}
