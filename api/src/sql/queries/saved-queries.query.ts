import { savedQueriesResponseSchema, sqlPagePaths, sqlPageQuerySchema } from '@tapwise/contract/sql';
import { mayChangeSaved, maySeeSaved, type SavedQuery, savedQueriesStream, savedQueryDecider } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { askerOf } from '../saved-query-asker.ts';

/** Saved statements that a person sees: the own ones, and what others of the team share. */
export function savedQueriesRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    sqlPagePaths.savedList,
    {
      schema: { querystring: sqlPageQuerySchema, response: { 200: savedQueriesResponseSchema } },
      config: { right: 'read_sql' },
    },
    async (request) => {
      const session = sessionOf(request);
      const asker = askerOf(session);
      const recorded = await deps.log.readStream(savedQueriesStream(asker.team_id));
      const all = recorded.reduce<readonly SavedQuery[]>(
        (state, { event }) =>
          event.type === 'SqlQuerySaved' || event.type === 'SqlSavedQueryDeleted'
            ? savedQueryDecider.evolve(state, event)
            : state,
        [],
      );
      const visibleQueries = all
        .filter((query) => maySeeSaved(query, asker.by))
        .map(async (query) => ({
          id: query.id,
          shared: query.is_shared,
          owner: query.owner,
          saved_at: query.saved_at,
          own: query.owner === asker.by,
          may_change: !session.team.demo && mayChangeSaved(query, asker),
          name: (await deps.vault.decrypt(query.name)) ?? '',
          text: (await deps.vault.decrypt(query.text)) ?? '',
        }));
      return { status: 'ok' as const, queries: await Promise.all(visibleQueries) };
    },
  );
}
