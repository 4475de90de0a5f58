import { randomUUID } from 'node:crypto';
import { type CommandOptions, handleCommand } from '@tapwise/adapters';
import {
  changedSavedQueryResponseSchema,
  deleteSavedQueryBodySchema,
  saveQueryBodySchema,
  sqlPagePaths,
} from '@tapwise/contract/sql';
import {
  deleteSavedQuery,
  type SavedQuery,
  type SavedQueryEvent,
  savedQueriesStream,
  savedQueryDecider,
  saveQuery,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { askerOf } from '../saved-query-asker.ts';

type Decide = CommandOptions<readonly SavedQuery[], SavedQueryEvent>['decide'];

/** Saves and deletes statements. */
export function savedQueryRoutes(app: ApiServer, deps: ApiDependencies): void {
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
