import { requireMetricsAccess } from '@tapwise/adapters';
import { operatorReport } from '@tapwise/projections/queries';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { operatorPage, operatorPagePolicy } from './operator-page.ts';
import { readiness } from './readiness.ts';

/**
 * `GET /operator`: parts, projections, parked streams, leases, queues and limits of partners, for who may read `/metrics`. Calls are not
 * counted by address: it is looked at when the product is in trouble.
 */
export function operatorPageRoute(app: ApiServer, deps: ApiDependencies): void {
  const config = { right: 'public', addressLimit: 'none' } as const;
  app.get('/operator', { schema: { hide: true }, config }, async (request, reply) => {
    requireMetricsAccess(request.raw, deps.settings.metricsToken);
    const now = deps.now();
    const { parts } = await readiness(deps);
    const sections = await operatorReport({ log: deps.log, client: deps.tables, parts, now: now.getTime() });
    return reply
      .headers({ 'content-security-policy': operatorPagePolicy, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(operatorPage(sections, now));
  });
}
