import type { MetricUnit } from './metric.ts';

/** Shown where a value is not known or not defined. */
export const unknownMark = '–';

/** The ad service names places up to the fifth; everything behind is one group. */
const lowestRankDisplayed = 5;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * A number as tables show it, without the unit's sign: counts whole, percentages of a fraction with two decimals, money
 * with two decimals under 100 and none from there on, ranks rounded.
 */
export function formatMetric(value: number | null, unit: MetricUnit): string {
  if (value === null) return unknownMark;
  if (unit === 'percent') return twoDecimals.format(value * 100);
  if (unit === 'rank')
    return Math.round(value) > lowestRankDisplayed ? `> ${lowestRankDisplayed}` : whole.format(value);
  if (unit !== 'money' && unit !== 'money_per_unit' && unit !== 'settings_money') return whole.format(value);
  return Math.abs(Math.round(value * 100)) < 10_000 ? twoDecimals.format(value) : whole.format(value);
}
