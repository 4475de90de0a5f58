/** Milliseconds of a day without a clock change. */
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** Calendar days are counted from 1970-01-01 = 0; a day number has no time zone of its own. */
export type DayNumber = number;

/**
 * Reads `YYYY-MM-DD`.
 *
 * @returns the day number, or null for a text that is not a real date
 */
export function parseDay(text: string): DayNumber | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const instant = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== text) return null;
  return Math.round(instant / DAY_MS);
}

/** `YYYY-MM-DD` of a day number. */
export const formatDay = (day: DayNumber): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** 0 = Sunday … 6 = Saturday. */
export const weekdayOf = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7;

/** The Monday of the week that holds the day. */
export const mondayOf = (day: DayNumber): DayNumber => day - ((weekdayOf(day) + 6) % 7);

/** The first day of the month that holds the day. */
export function firstOfMonth(day: DayNumber): DayNumber {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS;
}

/** The same day of another month; a day that the month lacks becomes its last day. */
export function addMonths(day: DayNumber, months: number): DayNumber {
  const date = new Date(day * DAY_MS);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) / DAY_MS;
}

const startsPerZone = new Map<string, Map<DayNumber, number>>();
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The instant (ms) at which the calendar day begins in an IANA time zone. */
export function startOfDay(timeZone: string, day: DayNumber): number {
  if (timeZone === 'UTC') return day * DAY_MS;
  const starts = startsPerZone.get(timeZone) ?? new Map<DayNumber, number>();
  startsPerZone.set(timeZone, starts);
  const cached = starts.get(day);
  if (cached !== undefined) return cached;
  const midnight = day * DAY_MS;
  const guess = midnight - offsetAt(timeZone, midnight);
  const start = midnight - offsetAt(timeZone, guess);
  starts.set(day, start);
  return start;
}

/** The calendar day of an instant in an IANA time zone. */
export function dayAt(timeZone: string, instant: number): DayNumber {
  const utcDay = Math.floor(instant / DAY_MS);
  if (timeZone === 'UTC') return utcDay;
  if (instant >= startOfDay(timeZone, utcDay + 1)) return utcDay + 1;
  return instant < startOfDay(timeZone, utcDay) ? utcDay - 1 : utcDay;
}

function offsetAt(timeZone: string, instant: number): number {
  const parts = formatterOf(timeZone).formatToParts(instant);
  const part = (type: string) => Number(parts.find((entry) => entry.type === type)?.value ?? 0);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(instant / 1000) * 1000;
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached !== undefined) return cached;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, made);
  return made;
}
