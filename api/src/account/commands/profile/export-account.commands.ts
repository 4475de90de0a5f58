import { randomUUID } from 'node:crypto';
import { okSchema, tokenBodySchema } from '@tapwise/contract';
import { DomainError, requestExport } from '@tapwise/domain';
import { personContext } from '../../../access/actor-context.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { changeOwnAccount } from './change-own-account.ts';

/** Calls about a copy of what is kept about the person: `POST /api/account/export` wants one, `GET` takes it. */
export function exportAccountRoutes(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/account/export',
    { schema: { body: tokenBodySchema.nullish(), response: { 200: okSchema } }, config: { right: 'own_account' } },
    async (request, reply) => {
      const { account } = sessionOf(request);
      const command = { request_id: randomUUID(), at: deps.now().toISOString() };
      const position = await changeOwnAccount(deps, personContext(request), account.account_id, (state) =>
        requestExport(state, command),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const };
    },
  );
  app.get(
    '/api/account/export',
    {
      schema: { querystring: tokenBodySchema, produces: ['application/zip'] },
      config: { right: 'own_account' },
    },
    async (request, reply) => {
      const { export: made } = sessionOf(request).account;
      const isAvailable = made?.expires_at != null && deps.now().getTime() < Date.parse(made.expires_at);
      const content = isAvailable ? await deps.exports?.read(made.request_id) : undefined;
      if (content === undefined) throw new DomainError('not_found', { message: 'There is no export to download.' });
      const day = made?.requested_at.slice(0, 10);
      void reply.header('content-disposition', `attachment; filename="tapwise-export-${day}.zip"`);
      return reply.type('application/zip').send(content);
    },
  );
}
