import { dateForm } from '../format/date-forms.ts';

/** A calendar day, `YYYY-MM-DD`, without a time zone of its own. */
export type Day = string;

const zoneFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day an instant falls on in a time zone. */
export function dayInZone(instant: Date, timeZone: string): Day {
  let format = zoneFormats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    zoneFormats.set(timeZone, format);
  }
  return format.format(instant);
}

/** Days are counted at UTC midnight, where no clock is ever changed. */
function utc(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

function dayOf(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

export function addDays(day: Day, count: number): Day {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + count);
  return dayOf(date);
}

/** How many days a day is after another. */
export const daysFrom = (from: Day, to: Day): number =>
  Math.round((utc(to).getTime() - utc(from).getTime()) / 86_400_000);

export function addMonths(day: Day, count: number): Day {
  const date = utc(firstOfMonth(day));
  date.setUTCMonth(date.getUTCMonth() + count);
  return dayOf(date);
}

export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

export function lastOfMonth(day: Day): Day {
  return addDays(addMonths(day, 1), -1);
}

/** Whether a text names a day that exists: `2026-02-30` does not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = utc(text);
  return !Number.isNaN(date.getTime()) && dayOf(date) === text;
}

/** Weekday, Monday 0 to Sunday 6. */
export function weekdayOf(day: Day): number {
  return (utc(day).getUTCDay() + 6) % 7;
}

/** The weeks that show a month: rows of seven days from Monday, with days of the neighbouring months. */
export function weeksOfMonth(month: Day): Day[][] {
  const first = firstOfMonth(month);
  const last = lastOfMonth(first);
  const weeks: Day[][] = [];
  for (let monday = addDays(first, -weekdayOf(first)); monday <= last; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)));
  }
  return weeks;
}

const dayOptions = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const;
const dayForm = dateForm(dayOptions);
const dayYearForm = dateForm({ ...dayOptions, year: 'numeric' });
const longDayForm = dateForm({ timeZone: 'UTC', dateStyle: 'full' });
const weekdayForm = dateForm({ ...dayOptions, weekday: 'short' });
const weekdayYearForm = dateForm({ ...dayOptions, weekday: 'short', year: 'numeric' });
const monthForm = dateForm({ timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `21 Nov`, with the year when it is not the year of `today`. */
export function formatDay(day: Day, today: Day): string {
  return (day.slice(0, 4) === today.slice(0, 4) ? dayForm : dayYearForm)(utc(day));
}

/** `21 Nov 2026`: a day by itself. */
export const formatDate = (day: Day): string => dayYearForm(utc(day));

/** `Saturday 21 November 2026`, for screen readers. */
export const formatLongDay = (day: Day): string => longDayForm(utc(day));

/** `Sat 21 Nov`. */
export const formatWeekday = (day: Day): string => weekdayForm(utc(day)).replace(',', '');

/** `Sat 21 Nov 2026`. */
export const formatWeekdayDate = (day: Day): string => weekdayYearForm(utc(day)).replace(',', '');

/** `November 2026`. */
export const formatMonth = (day: Day): string => monthForm(utc(day));

/** `15–21 Nov`, `28 Oct – 3 Nov`, `21 Nov`: as short as it stays clear. */
export function formatDayRange(from: Day, to: Day, today: Day): string {
  if (from === to) return formatDay(from, today);
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))}–${formatDay(to, today)}`;
  return `${formatDay(from, today)} – ${formatDay(to, today)}`;
}

/** What people call a time zone: `Los Angeles` for `America/Los_Angeles`. */
export const cityOfZone = (timeZone: string): string => timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
