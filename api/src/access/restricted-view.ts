import type { ChangeKind, ReportRow, ReportTotals } from '@tapwise/contract';
import { type BaseQuantity, type Membership, type Metric, type MetricName, metricCatalogue } from '@tapwise/domain';

/** What a restricted member may not see, neither itself nor in figures derived from it. */
const withheld: ReadonlySet<BaseQuantity> = new Set([
  'spend',
  'impressions',
  'taps',
  'matched_impressions',
  'rank_impressions',
  'ranked_impressions',
  'shared_impressions',
  'available_impressions',
  'week_shared_impressions',
  'week_available_impressions',
  'all_slots_shared_impressions',
  'all_slots_available_impressions',
]);
/** What may be spent, what was, and what goes with traffic. */
const withheldSettings: ReadonlySet<string> = new Set<MetricName | ChangeKind>([
  'daily_spend',
  'budget',
  'daily_cap',
  'target_cpa',
  'bids_set_by_apple',
  'cpt_bid',
  'cpa_goal',
  'search_match',
  'creative',
  'keyword',
  'negative',
]);

/** Columns a restricted member's answers do not have. */
export const withheldColumns: ReadonlySet<string> = new Set(
  metricCatalogue.filter(revealsWithheld).map((metric) => metric.name),
);

/** Those of the settings whose changes the caller may know. */
export const visibleChanges = <Kind extends string>(kinds: readonly Kind[], restricted: boolean): Kind[] =>
  kinds.filter((kind) => !restricted || !withheldSettings.has(kind));

export const isRestricted = (session: Pick<Membership, 'access'>): boolean => session.access === 'restricted';

/** The same without the columns that are withheld. */
export function withoutWithheld<Cells extends ReportRow | ReportTotals | object>(cells: Cells): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([column]) => !withheldColumns.has(column))) as Cells;
}

function revealsWithheld({ name, from }: Metric<MetricName>): boolean {
  switch (from.kind) {
    case 'base':
      return withheld.has(from.quantity);
    case 'ratio':
      return withheld.has(from.numerator) || withheld.has(from.denominator);
    case 'difference':
      return withheld.has(from.minuend) || withheld.has(from.subtrahend);
    case 'setting':
      return withheldSettings.has(name);
  }
}
