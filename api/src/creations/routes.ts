import type { ApiServer } from '../http/api-server.ts';
import type { SettingsContext } from '../settings-changes/settings-context.ts';
import { creationRoutes } from './commands/creation.routes.ts';
import { creationStepRoutes } from './commands/creation-steps.routes.ts';
import { creationsRoute } from './queries/creations.query.ts';

/** New campaigns and keywords. */
export function registerCreationsRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  creationRoutes(app, settingsContext);
  creationStepRoutes(app, settingsContext);
  creationsRoute(app, settingsContext);
}
