import { unitsFromMicros } from '../../shared/money/micros.ts';
import { type ComputedMetricName, computedMetrics } from './computed-metrics.ts';
import type { BaseQuantity, ClaimFilter, Metric, MetricLevel } from './metric.ts';

/**
 * What is counted for one row. People and money are those of the claim type asked for; installs come in both kinds,
 * because the ad service reports both. Money in micros of the application's currency. `null`: not known.
 */
export interface BaseSums {
  impressions: number | null;
  taps: number | null;
  tap_installs: number | null;
  view_installs: number | null;
  first_launches: number | null;
  trials: number | null;
  /** Conversions that had an introductory offer. */
  trial_conversions: number | null;
  conversions: number | null;
  /** Conversions with at least one refunded charge. */
  refunded_conversions: number | null;
  spend_micros: number | null;
  current_income_micros: number | null;
  /** Current income and what active subscriptions are expected to bring within the horizon. */
  predicted_income_micros: number | null;
  /** Impressions of search terms equal to the keyword; `null` while search terms are not known. */
  matched_impressions: number | null;
  /** Impressions of days and countries whose share is known, and all that were available there. */
  shared_impressions: number | null;
  available_impressions: number | null;
  /** The same over the last seven days that are known. */
  week_shared_impressions: number | null;
  week_available_impressions: number | null;
  /** Impressions of days and countries whose rank is known, and the sum of impressions × rank there. */
  ranked_impressions: number | null;
  rank_impressions: number | null;
  /** As of the shares above, of the share in any slot. */
  all_slots_shared_impressions: number | null;
  all_slots_available_impressions: number | null;
  /** Installs by kind, and pre-orders, after a tap and after a view. */
  tap_new_downloads: number | null;
  view_new_downloads: number | null;
  tap_redownloads: number | null;
  view_redownloads: number | null;
  tap_pre_orders: number | null;
  view_pre_orders: number | null;
}

export type ComputedRow = Record<ComputedMetricName, number | null>;

const baseNames = [
  'impressions',
  'taps',
  'tap_installs',
  'view_installs',
  'first_launches',
  'trials',
  'trial_conversions',
  'conversions',
  'refunded_conversions',
  'spend_micros',
  'current_income_micros',
  'predicted_income_micros',
  'matched_impressions',
  'shared_impressions',
  'available_impressions',
  'week_shared_impressions',
  'week_available_impressions',
  'ranked_impressions',
  'rank_impressions',
  'all_slots_shared_impressions',
  'all_slots_available_impressions',
  'tap_new_downloads',
  'view_new_downloads',
  'tap_redownloads',
  'view_redownloads',
  'tap_pre_orders',
  'view_pre_orders',
] satisfies readonly (keyof BaseSums)[];

/** A value for every quantity; all rows of a report share one form, which keeps twenty thousand of them small. */
const everyBase = (value: number | null): BaseSums =>
  Object.fromEntries(baseNames.map((name) => [name, value])) as unknown as BaseSums;
const zero: Readonly<BaseSums> = { ...everyBase(0), matched_impressions: null };
const unknown: Readonly<BaseSums> = everyBase(null);

/** A row of nothing: zero everywhere; search terms are not known until they were asked for. */
export const zeroBase = (): BaseSums => ({ ...zero });

const ofAds = {
  impressions: null,
  taps: null,
  tap_installs: null,
  view_installs: null,
  spend_micros: null,
  tap_new_downloads: null,
  view_new_downloads: null,
  tap_redownloads: null,
  view_redownloads: null,
  tap_pre_orders: null,
  view_pre_orders: null,
};

/**
 * The row of users no ad brought, or whose ad is not known yet: what ads count is not known there, so results and
 * ratios that need it are `null` too.
 */
export function withoutAds(people: Partial<BaseSums>): BaseSums {
  return { ...zero, ...people, ...ofAds };
}

/** The same row where the SDK was not yet heard of: what users did, and what they paid, is not known. */
export function withoutPeople(base: BaseSums): BaseSums {
  const people = { first_launches: null, trials: null, trial_conversions: null, conversions: null };
  return { ...base, ...people, refunded_conversions: null, current_income_micros: null, predicted_income_micros: null };
}

/** Adds rows up. A quantity is `null` only when no row knows it; no rows at all are zeros. */
export function sumBase(rows: Iterable<BaseSums>): BaseSums {
  const sums = { ...unknown };
  let some = false;
  for (const row of rows) {
    some = true;
    for (const name of baseNames) {
      const value = row[name];
      if (value !== null) sums[name] = (sums[name] ?? 0) + value;
    }
  }
  return some ? sums : zeroBase();
}

/** Which columns a row has, and whose installs it counts. */
export interface RowOptions {
  readonly claimType: ClaimFilter;
  readonly level: MetricLevel;
}

/** The columns of many rows, picked once. */
export interface RowPlan {
  /** Every column without a value. Rows begin as copies of one object: all of one form, they are made fifty times faster. */
  readonly blank: Readonly<ComputedRow>;
  readonly columns: readonly Metric<ComputedMetricName>[];
  readonly claimType: ClaimFilter;
}

/** @param leftOut Columns that are not wanted. */
export function planRows({ claimType, level }: RowOptions, leftOut: readonly ComputedMetricName[] = []): RowPlan {
  const metrics: readonly Metric<ComputedMetricName>[] = computedMetrics;
  const levelMetrics = metrics.filter(({ name, levels }) => levels.includes(level) && !leftOut.includes(name));
  const blank = Object.fromEntries(levelMetrics.map(({ name }) => [name, null])) as ComputedRow;
  return { blank, columns: levelMetrics.filter(({ nullFor }) => !nullFor.includes(claimType)), claimType };
}

/** Sets the columns of a plan in a row that has them all. @returns the row. */
export function fillRow<Row extends Record<string, unknown>>(row: Row, plan: RowPlan, base: BaseSums): Row {
  const quantities = quantitiesOf(base, plan.claimType);
  const cells: Record<string, unknown> = row;
  for (const metric of plan.columns) cells[metric.name] = columnValue(metric, quantities);
  return row;
}

/**
 * All columns that follow from sums. Ratios are ratios of the sums given, so the same function makes rows, totals,
 * months and chart buckets. Money in currency units, ratios as fractions; a denominator of 0 gives `null`.
 */
export function computeRow(base: BaseSums, options: RowOptions): ComputedRow {
  const plan = planRows(options);
  return fillRow({ ...plan.blank }, plan, base);
}

/** The totals line of rows: computed from the sum of their bases, never from their columns. */
export const computeTotals = (rows: readonly BaseSums[], options: RowOptions): ComputedRow =>
  computeRow(sumBase(rows), options);

type Quantities = Record<BaseQuantity, number | null>;

function quantitiesOf(base: BaseSums, claimType: ClaimFilter): Quantities {
  return {
    impressions: base.impressions,
    taps: base.taps,
    installs: byClaim(base.tap_installs, base.view_installs, claimType),
    new_downloads: byClaim(base.tap_new_downloads, base.view_new_downloads, claimType),
    redownloads: byClaim(base.tap_redownloads, base.view_redownloads, claimType),
    pre_orders: byClaim(base.tap_pre_orders, base.view_pre_orders, claimType),
    first_launches: base.first_launches,
    trials: base.trials,
    trial_conversions: base.trial_conversions,
    conversions: base.conversions,
    refunded_conversions: base.refunded_conversions,
    spend: inUnits(base.spend_micros),
    current_income: inUnits(base.current_income_micros),
    predicted_income: inUnits(base.predicted_income_micros),
    matched_impressions: base.matched_impressions,
    shared_impressions: base.shared_impressions,
    available_impressions: base.available_impressions,
    week_shared_impressions: base.week_shared_impressions,
    week_available_impressions: base.week_available_impressions,
    ranked_impressions: base.ranked_impressions,
    rank_impressions: base.rank_impressions,
    all_slots_shared_impressions: base.all_slots_shared_impressions,
    all_slots_available_impressions: base.all_slots_available_impressions,
  };
}

function byClaim(afterTap: number | null, afterView: number | null, claimType: ClaimFilter): number | null {
  if (claimType === 'click') return afterTap;
  if (claimType === 'view') return afterView;
  return afterTap === null && afterView === null ? null : (afterTap ?? 0) + (afterView ?? 0);
}

function columnValue(metric: Metric, quantities: Quantities): number | null {
  const { from } = metric;
  if (from.kind === 'base') return quantities[from.quantity];
  if (from.kind === 'setting') return null;
  if (from.kind === 'difference') {
    const minuend = quantities[from.minuend];
    const subtrahend = quantities[from.subtrahend];
    return minuend === null || subtrahend === null ? null : minuend - subtrahend;
  }
  const numerator = quantities[from.numerator];
  const denominator = quantities[from.denominator];
  return numerator === null || !denominator ? null : (numerator * from.scale) / denominator;
}

function inUnits(micros: number | null): number | null {
  return micros === null ? null : unitsFromMicros(micros);
}
