import type { ApiServer } from '../../http/api-server.ts';
import { recipientRoutes } from './commands/recipients.routes.ts';
import { scheduleRoutes } from './commands/schedules.routes.ts';
import { sendRoutes } from './commands/send.routes.ts';
import type { SchedulesContext } from './own-schedule.ts';
import { reportFileRoute } from './queries/file.query.ts';
import { previewRoute } from './queries/preview.query.ts';
import { schedulesRoutes } from './queries/schedules.query.ts';

/** Reports that are sent by a calendar. */
export function registerReportSchedulesRoutes(app: ApiServer, context: SchedulesContext): void {
  schedulesRoutes(app, context);
  scheduleRoutes(app, context);
  previewRoute(app, context);
  sendRoutes(app, context);
  recipientRoutes(app, context);
  reportFileRoute(app, context);
}
