import { addDays, type Day, daysBetween } from '@tapwise/domain';

/** Both days are included. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

/** The service gives days of the last 90, counted in the account's zone: this many days before the organization's today is safe. */
export const oldestDayAge = 88;
/** A day of the account may have begun before ours, or not yet. */
const zoneDays = 1;
const oldestTotalAge = 365;
const oldestMonthlyAge = 90;

/**
 * The range to ask for by day: at least two days, and none that is too old.
 * @param today Now, in UTC.
 * @returns `undefined` when all days are too old.
 */
export function dailyRange({ from, to }: DayRange, today: Day): DayRange | undefined {
  const oldest = addDays(today, -oldestDayAge - zoneDays);
  const first = from < oldest ? oldest : from;
  if (first > to) return undefined;
  if (first < to) return { from: first, to };
  return first > oldest ? { from: addDays(first, -1), to } : { from: first, to: addDays(to, 1) };
}

/** The range to ask for in one sum. */
export function totalRange({ from, to }: DayRange, today: Day): DayRange | undefined {
  const oldest = addDays(today, -oldestTotalAge);
  const first = from < oldest ? oldest : from;
  return first > to ? undefined : { from: first, to };
}

/** Whether a month with this last day can be asked for by month. */
export const isMonthGiven = (lastDay: Day, today: Day): boolean =>
  daysBetween(lastDay, today) >= oldestMonthlyAge + zoneDays;
