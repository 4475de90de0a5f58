import { randomBytes } from 'node:crypto';
import { addKeyBodySchema, addKeyResponseSchema, deleteKeyBodySchema, okSchema } from '@tapwise/contract';
import { addApiKey, deleteApiKey } from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { changeApplication } from './application-command.ts';

/** `POST` and `DELETE /api/application/api_key`: a further key for new versions of the app, and the end of an old one. */
export function apiKeyRoutes(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application/api_key',
    { schema: { body: addKeyBodySchema, response: { 200: addKeyResponseSchema } }, config: { right: 'manage_team' } },
    async (request, reply) => {
      const { application_id } = request.body;
      ownApplication(deps, sessionOf(request), application_id);
      const api_key = newApiKey(deps, request);
      const added_at = deps.now().toISOString();
      const position = await changeApplication(deps, personContext(request), application_id, (state) =>
        addApiKey(state, { api_key, added_at }),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const, api_key };
    },
  );
  app.delete(
    '/api/application/api_key',
    { schema: { body: deleteKeyBodySchema, response: { 200: okSchema } }, config: { right: 'manage_team' } },
    async (request, reply) => {
      const { application_id, api_key } = request.body;
      ownApplication(deps, sessionOf(request), application_id);
      const deleted_at = deps.now().toISOString();
      const position = await changeApplication(deps, personContext(request), application_id, (state) =>
        deleteApiKey(state, { api_key, deleted_at }),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const };
    },
  );
}

/** Of a call under an `Idempotency-Key` the same for each attempt, so that one whose process died adds nothing twice. */
export function newApiKey(
  deps: Pick<ApiDependencies, 'vault'>,
  { writeCall }: Pick<FastifyRequest, 'writeCall'>,
): string {
  if (writeCall === null) return randomBytes(20).toString('hex');
  return deps.vault.keyedHash('api-key', writeCall.callId).slice(0, 40);
}
