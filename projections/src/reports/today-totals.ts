import { computeRow, dayInZone, sumBase } from '@tapwise/domain';
import type { ClickHouseClient } from '@tapwise/infra';
import { draftRows, factParamsOf } from './ask-report.ts';
import { gatherFacts } from './gather-facts.ts';
import type { AsOf, ReportCells, ReportQuestion, ReportScope } from './report.ts';
import { reportFacts } from './report-facts.queries.ts';
import { productCells, sumProducts } from './report-products.ts';
import { readReportState } from './report-state.queries.ts';

/**
 * The totals of all campaigns for today, claim type total, summed over ad organizations, each at its own today.
 * @param scopes Of one application.
 * @throws the engine's error.
 */
export async function todayTotals(
  client: ClickHouseClient,
  scopes: readonly ReportScope[],
  now: Date,
): Promise<{ totals: ReportCells; asOf: AsOf; position: bigint }> {
  const [first] = scopes;
  const orgIds = scopes.map((scope) => scope.orgId);
  const { position, asOf } = await readReportState(client, first?.applicationId ?? 0, orgIds);
  const drafts = await Promise.all(scopes.map((scope) => campaignsOfToday(client, scope, now, asOf.ads !== null)));
  const counted = drafts.flat().filter((draft) => draft.id > 0);
  const base = sumBase(counted.map((draft) => draft.base));
  return {
    totals: {
      ...computeRow(base, { claimType: 'total', level: 'campaign' }),
      products: sumProducts(counted.map((draft) => productCells(draft.facts))),
    },
    ...{ asOf, position },
  };
}

async function campaignsOfToday(client: ClickHouseClient, scope: ReportScope, now: Date, pulledOnce: boolean) {
  const today = dayInZone(now.getTime(), scope.timeZone);
  const question: ReportQuestion = {
    ...{ scope, from: today, to: today, countries: null, claimType: 'total', status: 'all', now },
  };
  const facts = await reportFacts.campaign(client, factParamsOf('campaign', question));
  return draftRows('campaign', gatherFacts(facts), question, pulledOnce);
}
