import type { ApiServer } from '../http/api-server.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { campaignNamesRoute } from './queries/campaign-names.query.ts';
import { explanationRoute } from './queries/explanation.query.ts';
import { historyRoute } from './queries/history.query.ts';
import { monthlyReportRoute } from './queries/monthly.query.ts';
import { productRoutes } from './queries/products.query.ts';
import { reportRoutes } from './queries/reports.query.ts';
import { todayByHourRoute } from './queries/today-by-hour.query.ts';

/** What the tables say. */
export function registerReportsRoutes(app: ApiServer, deps: ApiDependencies): void {
  reportRoutes(app, deps);
  monthlyReportRoute(app, deps);
  campaignNamesRoute(app, deps);
  explanationRoute(app, deps);
  todayByHourRoute(app, deps);
  historyRoute(app, deps);
  productRoutes(app, deps);
}
