import type { Metric, ReportRow } from '@tapwise/contract';
import { addDays, addMonths, type Day, daysBetween } from '@tapwise/contract/calendar';
import { formatCount, formatMoney, formatPercent } from '../../../format/numbers.ts';
import type { DayRange } from './range.ts';

/** The earlier period a report is compared with. */
export type CompareChoice = 'none' | 'previous' | 'year';

export const compareLabels: Record<CompareChoice, string> = {
  none: 'None',
  previous: 'Previous period',
  year: 'Same period last year',
};

/** The days to compare with: as many days right before, or the same days a year ago; 29 February becomes the 28th. */
export function earlierPeriod(range: DayRange, choice: CompareChoice): DayRange | null {
  if (choice === 'none') return null;
  if (choice === 'year') return { from: yearBefore(range.from), to: yearBefore(range.to) };
  const length = daysBetween(range.from, range.to) + 1;
  return { from: addDays(range.from, -length), to: addDays(range.from, -1) };
}

const yearBefore = (day: Day): Day => addMonths(day, -12);

type Value = ReportRow[string] | undefined;

/**
 * What a figure changed by: absolute, then in whole percent; percentages in percentage points; "new" where there was
 * nothing before.
 * @returns `null` where no change can be said: settings, words, figures that are not known now
 */
export function changeText(metric: Metric, now: Value, before: Value): string | null {
  if (metric.from.kind === 'setting' || typeof now !== 'number') return null;
  if (typeof before !== 'number' || before === 0) return now === 0 ? '0' : 'new';
  const change = now - before;
  if (metric.unit === 'percent') return isNothing(change * 100, 2) ? '0' : `${signed(change, formatPercent)} pp`;
  if (metric.unit === 'rank') return isNothing(change, 0) ? '0' : signed(change, formatCount);
  const format = metric.unit === 'count' ? formatCount : formatMoney;
  if (isNothing(change, metric.unit === 'count' ? 0 : 2)) return '0';
  // A result may cross zero, where a percentage says nothing.
  if (metric.name.endsWith('_result')) return signed(change, format);
  return `${signed(change, format)}  ${signed((change / Math.abs(before)) * 100, formatCount)} %`;
}

function signed(change: number, format: (value: number) => string): string {
  const text = format(change);
  return change > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

function isNothing(change: number, decimals: number): boolean {
  return Math.round(Math.abs(change) * 10 ** decimals) === 0;
}

/** From this difference on two periods are not equally far on their way to their income. */
const notableDifference = 0.1;

/** Whether one period's cohorts are so much younger than the other's that their incomes do not compare. */
export function differInMaturity(now: number | null, before: number | null): boolean {
  return now !== null && before !== null && Math.abs(now - before) >= notableDifference;
}
