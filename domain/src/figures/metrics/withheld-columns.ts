import type { BaseQuantity, Metric } from './metric.ts';
import { type MetricName, metricCatalogue } from './metric-catalogue.ts';

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

/** Settings that say what may be spent, what was, and what goes with traffic; columns and kinds of changes. */
export const withheldSettings: ReadonlySet<string> = new Set([
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
  'label',
]);

/** Columns that a restricted member's answers, files and mails do not have. */
export const withheldColumns: ReadonlySet<string> = new Set([
  ...metricCatalogue.filter(revealsWithheld).map((metric) => metric.name),
  'labels',
]);

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
