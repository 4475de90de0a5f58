import { unitsFromMicros } from '../shared/money.ts';
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
  /** Current income and what live subscriptions are expected to bring within the horizon. */
  predicted_income_micros: number | null;
  /** Impressions of search terms equal to the keyword; `null` while search terms are not known. */
  matched_impressions: number | null;
  /** Impressions of days and countries whose share is known, and all that could have been had there. */
  shared_impressions: number | null;
  available_impressions: number | null;
  /** The same over the last seven days that are known. */
  week_shared_impressions: number | null;
  week_available_impressions: number | null;
  /** Impressions of days and countries whose rank is known, and the sum of impressions × rank there. */
  ranked_impressions: number | null;
  rank_impressions: number | null;
}

export type ComputedRow = Record<ComputedMetricName, number | null>;

const baseNames = [
  ...(['impressions', 'taps', 'tap_installs', 'view_installs', 'first_launches', 'trials'] as const),
  ...(['trial_conversions', 'conversions', 'refunded_conversions', 'spend_micros', 'current_income_micros'] as const),
  ...(['predicted_income_micros', 'matched_impressions', 'shared_impressions', 'available_impressions'] as const),
  ...(['week_shared_impressions', 'week_available_impressions', 'ranked_impressions', 'rank_impressions'] as const),
] satisfies readonly (keyof BaseSums)[];

/** A row of nothing: zero everywhere; search terms are not known until they were asked for. */
export function zeroBase(): BaseSums {
  const zeros = Object.fromEntries(baseNames.map((name) => [name, 0])) as unknown as BaseSums;
  return { ...zeros, matched_impressions: null };
}

/**
 * The row of users no ad brought, or whose ad is not known yet: what ads count is not known there, so results and
 * ratios that need it are `null` too.
 */
export function withoutAds(people: Partial<BaseSums>): BaseSums {
  const ads = { impressions: null, taps: null, tap_installs: null, view_installs: null, spend_micros: null };
  return { ...zeroBase(), ...people, ...ads };
}

/** Adds rows up. A quantity is `null` only when no row knows it; no rows at all are zeros. */
export function sumBase(rows: readonly BaseSums[]): BaseSums {
  if (rows.length === 0) return zeroBase();
  const sums = baseNames.map((name) => [name, sumKnown(rows.map((row) => row[name]))]);
  return Object.fromEntries(sums) as BaseSums;
}

/**
 * All columns that follow from sums. Ratios are ratios of the sums given, so the same function makes rows, totals,
 * months and chart buckets. Money in currency units, ratios as fractions; a denominator of 0 gives `null`.
 */
export function computeRow(base: BaseSums, options: { claimType: ClaimFilter; level: MetricLevel }): ComputedRow {
  const quantities = quantitiesOf(base, options.claimType);
  const row: Partial<ComputedRow> = {};
  for (const metric of computedMetrics as readonly Metric<ComputedMetricName>[]) {
    if (!metric.levels.includes(options.level)) continue;
    row[metric.name] = metric.nullFor.includes(options.claimType) ? null : columnValue(metric, quantities);
  }
  return row as ComputedRow;
}

/** The totals line of rows: computed from the sum of their bases, never from their columns. */
export function computeTotals(
  rows: readonly BaseSums[],
  options: { claimType: ClaimFilter; level: MetricLevel },
): ComputedRow {
  return computeRow(sumBase(rows), options);
}

type Quantities = Record<BaseQuantity, number | null>;

function quantitiesOf(base: BaseSums, claimType: ClaimFilter): Quantities {
  const { spend_micros, current_income_micros, predicted_income_micros, tap_installs, view_installs, ...counts } = base;
  return {
    ...counts,
    installs: installsOf(base, claimType),
    spend: inUnits(spend_micros),
    current_income: inUnits(current_income_micros),
    predicted_income: inUnits(predicted_income_micros),
  };
}

function installsOf(base: BaseSums, claimType: ClaimFilter): number | null {
  if (claimType === 'click') return base.tap_installs;
  if (claimType === 'view') return base.view_installs;
  return sumKnown([base.tap_installs, base.view_installs]);
}

function columnValue(metric: Metric, quantities: Quantities): number | null {
  const { from } = metric;
  if (from.kind === 'base') return quantities[from.quantity];
  if (from.kind === 'setting') return null;
  if (from.kind === 'difference') {
    const [minuend, subtrahend] = [quantities[from.minuend], quantities[from.subtrahend]];
    return minuend === null || subtrahend === null ? null : minuend - subtrahend;
  }
  const [numerator, denominator] = [quantities[from.numerator], quantities[from.denominator]];
  return numerator === null || !denominator ? null : (numerator * from.scale) / denominator;
}

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

function inUnits(micros: number | null): number | null {
  return micros === null ? null : unitsFromMicros(micros);
}
