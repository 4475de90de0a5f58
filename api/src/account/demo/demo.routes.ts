import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { demoTodayRoute } from './demo-today.route.ts';
import { outboxRoute } from './outbox.route.ts';
import { resetDemoRoute } from './reset-demo.route.ts';

/** Calls that only the demo has. */
export function demoRoutes(app: ApiServer, deps: ApiDependencies): void {
  demoTodayRoute(app, deps);
  resetDemoRoute(app, deps);
  outboxRoute(app, deps);
}
