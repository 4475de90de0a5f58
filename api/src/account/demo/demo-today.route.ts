import { type DemoTodayResponse, demoTodayPath, demoTodayResponseSchema } from '@tapwise/contract/today';
import { DomainError, findApplication } from '@tapwise/domain';
import { todayTotals } from '@tapwise/projections/queries';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { scopesOfApplication } from '../../reports/report-scope.ts';
import { demoApplications } from './demo-account.ts';

/** However many visitors look at the start page, the tables are asked this often. */
const responseLastsMs = 5000;

/** `GET /api/demo/today`: what the demo's first application spends and earns today, for the start page. */
export function demoTodayRoute(app: ApiServer, deps: ApiDependencies): void {
  let kept: { response: Promise<DemoTodayResponse>; until: number } | undefined;
  app.get(
    demoTodayPath,
    { schema: { response: { 200: demoTodayResponseSchema } }, config: { right: 'public' } },
    () => {
      const now = deps.now().getTime();
      if (kept !== undefined && now < kept.until) return kept.response;
      const response = askToday(deps);
      kept = { response, until: now + responseLastsMs };
      // A fault is answered to those who wait for it, and the next visitor asks again.
      response.catch(() => {
        if (kept?.response === response) kept = undefined;
      });
      return response;
    },
  );
}

async function askToday(deps: ApiDependencies): Promise<DemoTodayResponse> {
  const application = findApplication(deps.directory.state, demoApplications[0].applicationId);
  const scopes = application === undefined ? [] : scopesOfApplication(deps, application.application_id);
  // The demo's organizations are linked a moment after its first start.
  if (application === undefined || scopes.length === 0)
    throw new DomainError('unavailable', { details: { retry_after: 5 } });
  const { totals, asOf } = await todayTotals(deps.tables, scopes, deps.now());
  return {
    status: 'ok',
    application_name: application.name,
    currency: application.currency,
    as_of: { ads: asOf.ads, store: asOf.store },
    // Of all columns those that the answer has.
    today: demoTodayResponseSchema.shape.today.parse(totals),
  };
}
