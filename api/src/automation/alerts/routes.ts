import type { ApiServer } from '../../http/api-server.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { alertRoutes } from './alerts.routes.ts';
import { channelTestRoute } from './channel-test.command.ts';
import { channelRoutes } from './channels.routes.ts';
import { episodeRoutes } from './episodes.routes.ts';
import { noticeRoutes } from './notices.routes.ts';
import { alertDryRunRoute } from './own/alert-dry-run.route.ts';

/** Alerts, their incidents, where they are sent to, and notices. */
export function registerAlertRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  alertRoutes(app, settingsContext);
  alertDryRunRoute(app, settingsContext);
  episodeRoutes(app, settingsContext);
  channelRoutes(app, settingsContext);
  channelTestRoute(app, settingsContext);
  noticeRoutes(app, settingsContext);
}
