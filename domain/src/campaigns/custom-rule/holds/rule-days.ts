import { addDays, hourMs } from '../../../shared/calendar/days.ts';
import { dayInZone, startOfDayInZone } from '../../../shared/calendar/zones.ts';
import type { EvaluationData } from '../evaluation/evaluation-data.ts';

/** What days of cool-downs and limits are counted by. */
export type RuleDays = Pick<EvaluationData, 'asOf' | 'hourMs' | 'zone'>;

/**
 * When so many days after an instant are over: the first instant of that local day, whatever its hours; with another hour than the clock's,
 * a span of 24 of them each.
 * @returns milliseconds.
 */
export function daysAfter(at: number, days: number, clock: RuleDays): number {
  if (clock.hourMs !== hourMs) return at + days * 24 * clock.hourMs;
  return startOfDayInZone(addDays(dayInZone(at, clock.zone), days), clock.zone);
}

/** Whether an instant is less than so many days ago. */
export const isWithinDays = (at: number, days: number, clock: RuleDays): boolean =>
  clock.asOf < daysAfter(at, days, clock);
