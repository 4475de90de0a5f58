import { closedCohortDays, closedDaysOf, closedRange, type Day } from '@tapwise/domain';
import { type FigurePlan, isOfShares } from './figure-plan.ts';
import type { FiguredUnit } from './rule-figures.ts';
import { SumColumns } from './sums/sum-columns.ts';
import type { AskedColumns } from './sums/sums-question.ts';
import type { WindowRanges } from './window-ranges.ts';

/** Keys of the parents of a unit that a test compares with. */
export const parentsIn =
  ({ parentLevels }: FigurePlan) =>
  ({ campaignId, adGroupId }: FiguredUnit): string[] =>
    parentLevels.map((level) => (level === 'campaign' ? `${campaignId}` : `${campaignId}:${adGroupId}`));

/** The columns of all statements. */
export function columnsOf(
  plan: FigurePlan,
  ranges: readonly WindowRanges[],
  runDay: Day | null,
  zone: string,
): AskedColumns {
  const columns = { base: new SumColumns(zone), income: new SumColumns(zone), shares: new SumColumns(zone) };
  for (const { window, common, shares, own } of ranges) {
    const quantities = [...(plan.quantities.get(window.key) ?? [])];
    const cohorts = closedCohortDays.filter((days) =>
      quantities.some((quantity) => closedDaysOf({ from: { kind: 'sum', quantity } }) === days),
    );
    const needsShares = quantities.some(isOfShares);
    for (const range of own === null ? [common] : own.values()) {
      if (range === null) continue;
      columns.base.add(range);
      if (quantities.some((quantity) => quantity.endsWith('_income'))) columns.income.add(range);
      for (const days of cohorts) {
        const closed = closedRange(range, runDay ?? range.to, days);
        columns.base.add(closed);
        columns.income.add(closed, days);
      }
      if (needsShares && shares === null) columns.shares.add(range);
    }
    if (needsShares) columns.shares.add(shares);
  }
  const year = plan.unitLevel === null && ranges.some(({ window }) => window.window.kind === 'life');
  return { ...columns, year };
}
