import { tokenBodySchema } from '@tapwise/contract';
import { DomainError } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';

/** `GET /api/account/export`: the copy of what is kept about the person. */
export function exportFileRoute(app: ApiServer, deps: ApiDependencies): void {
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
