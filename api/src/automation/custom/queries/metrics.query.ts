import { customRulePaths, metricsQuerySchema, metricsResponseSchema } from '@tapwise/contract/custom-rule';
import { listMetrics, ruleMetrics } from '@tapwise/domain';
import { ownApplication } from '../../../access/own-application.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { readId } from '../../../http/read-id.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';

/** `GET /api/asa/automated_campaigns/metrics`: figures that rules may ask for, with floors in the application's currency. */
export function metricsRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    customRulePaths.metrics,
    {
      schema: { querystring: metricsQuerySchema, response: { 200: metricsResponseSchema } },
      config: { right: 'act' },
    },
    (request) => {
      const { currency } = ownApplication(deps, sessionOf(request), readId(request.query, 'application_id'));
      const metrics = listMetrics(ruleMetrics, currency).map((metric) => ({ ...metric, levels: [...metric.levels] }));
      return { status: 'ok' as const, metrics };
    },
  );
}
