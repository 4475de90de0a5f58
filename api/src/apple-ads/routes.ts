import type { ApiServer } from '../http/api-server.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { chooseAccountRoute } from './commands/choose-account.command.ts';
import { makeKeyRoute } from './commands/make-key.command.ts';
import { setCredentialsRoute } from './commands/set-credentials.command.ts';
import { appleAdsRoute } from './queries/apple-ads.query.ts';

/** How organizations are connected to Apple Ads. */
export function registerAppleAdsRoutes(app: ApiServer, deps: ApiDependencies): void {
  appleAdsRoute(app, deps);
  makeKeyRoute(app, deps);
  setCredentialsRoute(app, deps);
  chooseAccountRoute(app, deps);
}
