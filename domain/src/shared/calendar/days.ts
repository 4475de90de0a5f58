/** Calendar day `YYYY-MM-DD` of the Gregorian calendar; its time zone is given where it is used. */
export type Day = string;

/** Days, both included; none where `to` is before `from`. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

/** How a range of days is cut into buckets. */
export type Granularity = 'day' | 'week' | 'month';

/** Milliseconds of a minute, an hour and a day: elapsed time. A calendar day of a zone may be shorter or longer. */
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** Whether the text names a day that exists: `2024-02-29` does, `2023-02-29` and `2024-2-1` do not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = utcMidnight(text);
  return !Number.isNaN(ms) && utcDayOf(ms) === text;
}

/** The first instant of a day in UTC, in milliseconds since 1970; NaN for a text that is no day. */
export const utcMidnight = (day: Day): number => Date.parse(`${day}T00:00:00.000Z`);

/** The day of an instant in UTC. @param ms Milliseconds since 1970. @throws RangeError for what is no date. */
export const utcDayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Days since 1970-01-01: the number that tables hold. */
export const dayNumber = (day: Day): number => utcMidnight(day) / dayMs;

/** The day of so many days since 1970-01-01. */
export const dayOfNumber = (number: number): Day => utcDayOf(number * dayMs);

/** The day `count` days later, earlier when negative. */
export function addDays(day: Day, count: number): Day {
  return utcDayOf(utcMidnight(day) + count * dayMs);
}

/** Days from `from` to `to`: 0 for the same day, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((utcMidnight(to) - utcMidnight(from)) / dayMs);
}

/** The same day of another month; a day that the month lacks becomes its last one. */
export function addMonths(day: Day, count: number): Day {
  const date = new Date(utcMidnight(day));
  const month = date.getUTCMonth() + count;
  const lastDate = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return utcDayOf(date.setUTCMonth(month, Math.min(date.getUTCDate(), lastDate)));
}

/** Weekday, from 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: Day): number => (new Date(utcMidnight(day)).getUTCDay() + 6) % 7;

/** The Monday of the day's week. */
export const mondayOf = (day: Day): Day => addDays(day, -weekdayOf(day));

/** The first day of the day's month. */
export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

/** All days from `from` to `to`, both included; none when `to` is earlier. */
export function daysOfRange(from: Day, to: Day): Day[] {
  const count = daysBetween(from, to) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index));
}

/** The date that names the day's bucket: the day itself, its Monday, or the first of its month. */
export function bucketOf(day: Day, granularity: Granularity): Day {
  if (granularity === 'week') return mondayOf(day);
  return granularity === 'month' ? firstOfMonth(day) : day;
}

/** The dates of all buckets a range touches, in order; the first may lie before `from`. */
export function bucketsOfRange(from: Day, to: Day, granularity: Granularity): Day[] {
  return [...new Set(daysOfRange(from, to).map((day) => bucketOf(day, granularity)))];
}

/** The weeks that a month is in: rows of seven days from Monday, with days of the months beside it. @param month Any day of it. */
export function weeksOfMonth(month: Day): Day[][] {
  const first = firstOfMonth(month);
  const last = addDays(addMonths(first, 1), -1);
  return bucketsOfRange(first, last, 'week').map((monday) => daysOfRange(monday, addDays(monday, 6)));
}
