import type { ApiDependencies } from '../dependencies.ts';
import type { ApiServer } from '../plugins/api-server.ts';
import { demoTodayRoute } from './demo-today.route.ts';
import { outboxRoute } from './outbox.route.ts';
import { resetDemoRoute } from './reset-demo.route.ts';

/** Calls that only the demo has. */
export function demoRoutes(app: ApiServer, deps: ApiDependencies): void {
  demoTodayRoute(app, deps);
  resetDemoRoute(app, deps);
  outboxRoute(app, deps);
}
