import { webhookReplayBodySchema, webhookReplayPath, webhookReplayResponseSchema } from '@tapwise/contract';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { readEndpoints } from '../customer-endpoints.ts';
import { replayDeliveries } from './replays.ts';

/** Posts deliveries to a customer's addresses again. */
export function replayDeliveriesRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    webhookReplayPath,
    {
      schema: { body: webhookReplayBodySchema, response: { 200: webhookReplayResponseSchema } },
      config: { right: 'manage_applications' },
    },
    async (request, reply) => {
      const { application_id } = ownApplication(deps, sessionOf(request), Number(request.body.application_id));
      const endpoints = await readEndpoints(deps, application_id);
      const { replayed, position } = await replayDeliveries(deps, request, {
        application_id,
        endpoints,
        requested: request.body,
      });
      holdsUpTo(reply, position);
      return { status: 'ok' as const, replayed };
    },
  );
}
