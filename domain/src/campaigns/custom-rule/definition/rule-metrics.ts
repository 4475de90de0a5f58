import type { BaseQuantity, Metric, MetricMode } from '../../../figures/metrics/metric.ts';
import { metricCatalogue } from '../../../figures/metrics/metric-catalogue.ts';
import type { RuleLevel } from './custom-rule.ts';

/** Sources whose days have to be complete before a figure of theirs is judged. */
export type RuleSource = 'ads' | 'people' | 'predictions' | 'search_terms' | 'impression_share' | 'settings';

/** Install days that are over for N × 24 hours, and what they brought within that time. */
export const closedCohortDays = [1, 3, 7, 14, 30] as const;
export type ClosedCohortDays = (typeof closedCohortDays)[number];

/** Figures of one unit that are no column of the reports. `budget_used`: today's spend for one unit of the daily budget. */
export type StateName = 'budget_used' | 'hours_since_change' | 'age_days' | 'keywords';

/** Sums of closed cohorts: income, and installs, spend and taps of the same install days. */
export type ClosedQuantity = `${'income' | 'installs' | 'spend' | 'taps'}_d${ClosedCohortDays}`;
export type RuleQuantity = BaseQuantity | ClosedQuantity;

/** What a test compares with. */
export type RuleUnit = 'count' | 'money' | 'settings_money' | 'fraction' | 'rank' | 'hours' | 'days';

export type RuleMetricKind =
  | { readonly kind: 'sum'; readonly quantity: RuleQuantity }
  | { readonly kind: 'difference'; readonly minuend: RuleQuantity; readonly subtrahend: RuleQuantity }
  | {
      readonly kind: 'ratio';
      readonly numerator: RuleQuantity;
      readonly denominator: RuleQuantity;
      readonly scale: number;
    }
  | { readonly kind: 'setting' }
  | { readonly kind: 'state' };

/** A figure that rules may ask for. */
export interface RuleMetric {
  readonly name: string;
  readonly label: string;
  readonly unit: RuleUnit;
  readonly levels: readonly RuleLevel[];
  readonly from: RuleMetricKind;
  readonly source: RuleSource;
  /** Whether it is of a time range; the others are of the unit as it is now, or have their own range. */
  readonly window: boolean;
  /** Whether the running day may be asked for. */
  readonly today: boolean;
  /** Whether the figure of the same days grows as their cohorts become older. */
  readonly grows: boolean;
  readonly predicted: boolean;
}

const adLevels = ['campaign', 'ad_group', 'keyword'] as const satisfies readonly RuleLevel[];

/** Columns of reports that search terms have too: what the ad service says of them. */
const ofSearchTerms: ReadonlySet<string> = new Set([
  'impressions',
  'taps',
  'installs',
  'spend',
  'ttr',
  'cr',
  'ir',
  'cpt',
  'cpa',
]);

const sourcesOfQuantities: Partial<Record<BaseQuantity, RuleSource>> = {
  first_launches: 'people',
  trials: 'people',
  trial_conversions: 'people',
  conversions: 'people',
  refunded_conversions: 'people',
  current_income: 'people',
  predicted_income: 'predictions',
  matched_impressions: 'search_terms',
  shared_impressions: 'impression_share',
  available_impressions: 'impression_share',
  week_shared_impressions: 'impression_share',
  week_available_impressions: 'impression_share',
  ranked_impressions: 'impression_share',
  rank_impressions: 'impression_share',
  all_slots_shared_impressions: 'impression_share',
  all_slots_available_impressions: 'impression_share',
};

/** What a cohort does long after its install. Trials begin soon after it. */
const growing: ReadonlySet<RuleQuantity> = new Set<RuleQuantity>([
  'trial_conversions',
  'conversions',
  'refunded_conversions',
  'current_income',
]);

/** Ratios whose parts are of the same moment, so that a part of a day is no worse than a whole one. */
const ratiosOfToday: ReadonlySet<string> = new Set(['cpt', 'ttr']);

const units = {
  count: 'count',
  money: 'money',
  money_per_unit: 'money',
  settings_money: 'settings_money',
  percent: 'fraction',
  rank: 'rank',
} as const;

const wordsOfMode: Readonly<Record<MetricMode, string>> = { current: 'current', predicted: 'predicted' };

function ofColumn(metric: Metric): RuleMetric[] {
  const unit = metric.unit in units ? units[metric.unit as keyof typeof units] : undefined;
  const levels = adLevels.filter((level) => metric.levels.includes(level));
  // Today's spend is the spend of the window "today".
  if (unit === undefined || levels.length === 0 || metric.name === 'budget' || metric.name === 'daily_spend') return [];
  const label = metric.mode === undefined ? metric.label : `${metric.label}, ${wordsOfMode[metric.mode]}`;
  const shared = { name: metric.name, label, unit, predicted: metric.mode === 'predicted' };
  if (metric.from.kind === 'setting') {
    return [{ ...shared, levels, from: { kind: 'setting' }, source: 'settings', ...withoutWindow }];
  }
  const from: RuleMetricKind =
    metric.from.kind === 'base' ? { kind: 'sum', quantity: metric.from.quantity } : { ...metric.from };
  const quantities = quantitiesOf(from);
  return [
    {
      ...shared,
      levels: ofSearchTerms.has(metric.name) ? [...levels, 'search_term'] : levels,
      from,
      source: sourceOf(quantities),
      // The share of seven days says its own days.
      window: metric.name !== '7d_impression_share',
      today: from.kind === 'sum' || ratiosOfToday.has(metric.name),
      grows: quantities.some((quantity) => growing.has(quantity)),
    },
  ];
}

const withoutWindow = { window: false, today: false, grows: false } as const;

/** The sums that a figure is made from. */
export function quantitiesOf(from: RuleMetricKind): RuleQuantity[] {
  switch (from.kind) {
    case 'sum':
      return [from.quantity];
    case 'difference':
      return [from.minuend, from.subtrahend];
    case 'ratio':
      return [from.numerator, from.denominator];
    default:
      return [];
  }
}

/** The slowest source of a figure. */
function sourceOf(quantities: readonly RuleQuantity[]): RuleSource {
  const sources = quantities.map((quantity) => sourcesOfQuantities[quantity as BaseQuantity] ?? 'ads');
  const slowestFirst: readonly RuleSource[] = ['predictions', 'people', 'search_terms', 'impression_share'];
  return slowestFirst.find((source) => sources.includes(source)) ?? 'ads';
}

function ofClosedCohorts(days: ClosedCohortDays): RuleMetric[] {
  const shared = {
    levels: adLevels,
    source: 'people',
    window: true,
    today: false,
    grows: false,
    predicted: false,
  } as const;
  const income: ClosedQuantity = `income_d${days}`;
  return [
    { ...shared, name: income, label: `Income, day ${days}`, unit: 'money', from: { kind: 'sum', quantity: income } },
    {
      ...shared,
      name: `ltv_d${days}`,
      label: `LTV, day ${days}`,
      unit: 'money',
      from: { kind: 'ratio', numerator: income, denominator: `installs_d${days}`, scale: 1 },
    },
    {
      ...shared,
      name: `roas_d${days}`,
      label: `ROAS, day ${days}`,
      unit: 'fraction',
      from: { kind: 'ratio', numerator: income, denominator: `spend_d${days}`, scale: 1 },
    },
  ];
}

const state = (name: StateName, label: string, unit: RuleUnit, levels: readonly RuleLevel[]): RuleMetric => ({
  name,
  label,
  unit,
  levels,
  from: { kind: 'state' },
  source: name === 'budget_used' ? 'ads' : 'settings',
  predicted: false,
  ...withoutWindow,
});

/** Every figure that rules may ask for, in the order of the full report. */
export const ruleMetrics: readonly RuleMetric[] = [
  ...metricCatalogue.flatMap(ofColumn),
  ...closedCohortDays.flatMap(ofClosedCohorts),
  state('budget_used', 'Budget used', 'fraction', ['campaign']),
  state('hours_since_change', 'Hours since change', 'hours', adLevels),
  state('age_days', 'Age', 'days', adLevels),
  state('keywords', 'Keywords', 'count', ['campaign', 'ad_group']),
];

const byName: ReadonlyMap<string, RuleMetric> = new Map(ruleMetrics.map((metric) => [metric.name, metric]));

/** @returns `undefined` for a name that no figure of rules has. */
export const ruleMetricOf = (name: string): RuleMetric | undefined => byName.get(name);

const inTwoModes: ReadonlySet<string> = new Set(['income', 'ltv', 'result', 'roas']);

/** Whether a name could mean the current or the predicted figure. */
export const isAmbiguous = (name: string): boolean => inTwoModes.has(name);
