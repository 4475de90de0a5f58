import type { ClickHouseClient } from '@tapwise/adapters';
import { computeRow, dayInZone, sumBase } from '@tapwise/domain';
import { fromWholeTables } from '../whole-tables.ts';
import { readFacts } from './facts/read-facts.ts';
import { grains } from './grain.ts';
import type { AsOf, ReportCells, ReportQuestion } from './report.ts';
import type { ReportScope } from './report-scope.ts';
import { productCells, sumProducts } from './rows/report-products.ts';
import { draftRows } from './rows/report-rows.ts';
import { type ReportState, readReportState } from './state/report-state.queries.ts';

/**
 * The totals of all campaigns for today, claim type total, summed over ad organizations, each at its own today.
 * @param scopes Of one application.
 * @throws the engine's error.
 */
export const todayTotals = fromWholeTables(askTodayTotals);

async function askTodayTotals(
  client: ClickHouseClient,
  scopes: readonly ReportScope[],
  now: Date,
): Promise<{ totals: ReportCells; asOf: AsOf; position: bigint }> {
  const [first] = scopes;
  const orgIds = scopes.map((scope) => scope.orgId);
  const state = await readReportState(client, [first?.applicationId ?? 0], orgIds);
  const drafts = await Promise.all(scopes.map((scope) => campaignsOfToday(client, scope, now, state)));
  const counted = drafts.flat().filter((draft) => draft.id > 0);
  const base = sumBase(counted.map((draft) => draft.base));
  return {
    totals: {
      ...computeRow(base, { claimType: 'total', level: 'campaign' }),
      products: sumProducts(counted.map((draft) => productCells(draft.facts))),
    },
    asOf: state.asOf,
    position: state.position,
  };
}

async function campaignsOfToday(client: ClickHouseClient, scope: ReportScope, now: Date, state: ReportState) {
  const today = dayInZone(now.getTime(), scope.timeZone);
  const question: ReportQuestion = {
    scope,
    from: today,
    to: today,
    countries: null,
    claimType: 'total',
    status: 'all',
    now,
  };
  const { facts } = await readFacts(client, grains.campaign, question, { state });
  return draftRows(grains.campaign, facts, question, state.asOf.ads !== null);
}
