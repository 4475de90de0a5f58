import { okSchema, sdkIntegrationBodySchema } from '@tapwise/contract';
import { confirmStoreNotifications } from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { changeApplication } from './application-command.ts';

/** `POST /api/application/asc_notifications`: the store has our address; its first notification is awaited. */
export function confirmNotificationsRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application/asc_notifications',
    {
      schema: { body: sdkIntegrationBodySchema, response: { 200: okSchema } },
      config: { right: 'manage_applications' },
    },
    async (request, reply) => {
      const { application_id } = request.body;
      ownApplication(deps, sessionOf(request), application_id);
      const confirmed_at = deps.now().toISOString();
      const position = await changeApplication(deps, personContext(request), application_id, (state) =>
        confirmStoreNotifications(state, { confirmed_at }),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const };
    },
  );
}
