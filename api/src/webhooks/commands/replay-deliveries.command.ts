import { webhookReplayBodySchema, webhookReplayPath, webhookReplayResponseSchema } from '@tapwise/contract';
import { activeEndpoints } from '@tapwise/domain';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { readWebhookChannels } from '../alert-deliveries.ts';
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
      const { application_id, team_id } = ownApplication(deps, sessionOf(request), Number(request.body.application_id));
      const [endpoints, channels] = await Promise.all([
        readEndpoints(deps, application_id),
        readWebhookChannels(deps, team_id, deps.now().getTime()),
      ]);
      const { replayed, position } = await replayDeliveries(deps, request, {
        application_id,
        endpoints: activeEndpoints(endpoints),
        channels: channels.flatMap(({ channel_id, problem }) => (problem === null ? [channel_id] : [])),
        requested: request.body,
      });
      holdsUpTo(reply, position);
      return { status: 'ok' as const, replayed };
    },
  );
}
