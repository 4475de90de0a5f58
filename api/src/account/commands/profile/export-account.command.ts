import { randomUUID } from 'node:crypto';
import { okSchema, tokenBodySchema } from '@tapwise/contract';
import { requestExport } from '@tapwise/domain';
import { personContext } from '../../../access/actor-context.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { changeOwnAccount } from './change-own-account.ts';

/** `POST /api/account/export`: asks for a copy of what is kept about the person. */
export function exportAccountRoute(app: ApiServer, deps: ApiDependencies): void {
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
}
