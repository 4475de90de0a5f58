import type { ApiServer } from '../http/api-server.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { clientErrorRoute } from './commands/client-error.command.ts';
import { reportUsageRoute } from './commands/report-usage.command.ts';
import { healthRoutes } from './queries/health.query.ts';
import { operatorPageRoute } from './queries/operator-page.query.ts';

/** Health of the parts, the operator's page, use of the pages and their faults. */
export function registerMonitoringRoutes(app: ApiServer, deps: ApiDependencies): void {
  healthRoutes(app, deps);
  operatorPageRoute(app, deps);
  reportUsageRoute(app, deps);
  clientErrorRoute(app, deps);
}
