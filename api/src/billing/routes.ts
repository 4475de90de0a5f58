import type { ApiServer } from '../http/api-server.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { startCheckoutRoute } from './commands/start-checkout.command.ts';
import { subscriptionRoutes } from './commands/subscription.routes.ts';
import { billingRoutes } from './queries/billing.routes.ts';
import { checkoutRoute } from './queries/checkout.query.ts';

/** Plans and payments. */
export function registerBillingRoutes(app: ApiServer, deps: ApiDependencies): void {
  billingRoutes(app, deps);
  startCheckoutRoute(app, deps);
  checkoutRoute(app, deps);
  subscriptionRoutes(app, deps);
}
