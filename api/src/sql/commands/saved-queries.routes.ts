import { randomUUID } from 'node:crypto';
import { type CommandOptions, handleCommand } from '@tapwise/adapters';
import {
  changedSavedQueryResponseSchema,
  deleteSavedQueryBodySchema,
  savedQueriesResponseSchema,
  saveQueryBodySchema,
  sqlPagePaths,
  sqlPageQuerySchema,
} from '@tapwise/contract/sql';
import {
  deleteSavedQuery,
  mayChangeSaved,
  maySeeSaved,
  type SavedQuery,
  savedQueriesStream,
  savedQueryDecider,
  saveQuery,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';

type Decide = CommandOptions<readonly SavedQuery[], ReturnType<typeof saveQuery>[number]>['decide'];

/** Saved statements: a person's own, and what others of the team share. */
export function savedQueryRoutes(app: ApiServer, deps: ApiDependencies): void {
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
  app.post(
    sqlPagePaths.saved,
    {
      schema: { body: saveQueryBodySchema, response: { 200: changedSavedQueryResponseSchema } },
      config: { right: 'manage_sql' },
    },
    async (request, reply) => {
      const asker = askerOf(sessionOf(request));
      const { name, text, shared } = request.body;
      const id = request.body.id ?? randomUUID();
      const encrypt = (plain: string): Promise<string> => deps.vault.encrypt(`team-${asker.team_id}`, plain);
      const fields = { id, name: await encrypt(name), text: await encrypt(text), is_shared: shared };
      const replaces = request.body.id !== undefined;
      const at = deps.now().toISOString();
      const position = await change(deps, request, (state) => saveQuery(state, asker, { ...fields, replaces, at }));
      holdsUpTo(reply, position);
      return { status: 'ok' as const, id };
    },
  );
  app.delete(
    sqlPagePaths.saved,
    {
      schema: { body: deleteSavedQueryBodySchema, response: { 200: changedSavedQueryResponseSchema } },
      config: { right: 'manage_sql' },
    },
    async (request, reply) => {
      const { id } = request.body;
      const asker = askerOf(sessionOf(request));
      const at = deps.now().toISOString();
      holdsUpTo(reply, await change(deps, request, (state) => deleteSavedQuery(state, asker, { id, at })));
      return { status: 'ok' as const, id };
    },
  );
}

const askerOf = ({ team, account, access }: Session) => ({
  team_id: team.team_id,
  by: account.account_id,
  access,
});

async function change(deps: ApiDependencies, request: FastifyRequest, decide: Decide): Promise<bigint> {
  const { position } = await handleCommand(deps.log, {
    stream: savedQueriesStream(sessionOf(request).team.team_id),
    decider: savedQueryDecider,
    cause: randomUUID(),
    context: personContext(request),
    decide,
  });
  return position;
}
