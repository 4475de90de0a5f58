import type { ApiServer } from '../http/api-server.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { replayDeliveriesRoute } from './commands/replay-deliveries.command.ts';
import { webhookRoutes } from './commands/webhooks.routes.ts';
import { deliveriesRoute } from './queries/deliveries.query.ts';
import { forwardingRoute } from './queries/forwarding.query.ts';

/** Addresses of customers and deliveries to them. */
export function registerWebhooksRoutes(app: ApiServer, deps: ApiDependencies): void {
  webhookRoutes(app, deps);
  forwardingRoute(app, deps);
  replayDeliveriesRoute(app, deps);
  deliveriesRoute(app, deps);
}
