import type { ApiServer } from '../http/api-server.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { apiKeyRoutes } from './commands/api-keys.commands.ts';
import { changeSettingsRoute } from './commands/change-settings.command.ts';
import { confirmNotificationsRoute } from './commands/confirm-notifications.command.ts';
import { confirmSdkRoute } from './commands/confirm-sdk.command.ts';
import { createApplicationRoute } from './commands/create-application.command.ts';
import { setStoreConnectionRoute } from './commands/set-store-connection.command.ts';
import { setStorePasswordRoute } from './commands/set-store-password.command.ts';
import { submitAdsAccountNameRoute } from './commands/submit-ads-account-name.command.ts';
import { sdkVersionsRoute } from './queries/sdk-versions.query.ts';

/** Applications and their connections. */
export function registerApplicationRoutes(app: ApiServer, deps: ApiDependencies): void {
  createApplicationRoute(app, deps);
  apiKeyRoutes(app, deps);
  submitAdsAccountNameRoute(app, deps);
  setStorePasswordRoute(app, deps);
  setStoreConnectionRoute(app, deps);
  confirmSdkRoute(app, deps);
  sdkVersionsRoute(app, deps);
  confirmNotificationsRoute(app, deps);
  changeSettingsRoute(app, deps);
}
