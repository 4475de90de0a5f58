import type { Day } from '@tapwise/contract/calendar';
import { dateForm } from '../format/date-forms.ts';

/** Days are written as of UTC midnight, where no clock is ever changed. */
const utcDate = (day: Day): Date => new Date(`${day}T00:00:00Z`);

const dayOptions = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const;
const dayForm = dateForm(dayOptions);
const dayYearForm = dateForm({ ...dayOptions, year: 'numeric' });
const longDayForm = dateForm({ timeZone: 'UTC', dateStyle: 'full' });
const weekdayForm = dateForm({ ...dayOptions, weekday: 'short' });
const weekdayYearForm = dateForm({ ...dayOptions, weekday: 'short', year: 'numeric' });
const monthForm = dateForm({ timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `21 Nov`, with the year when it is not the year of `today`. */
export function formatDay(day: Day, today: Day): string {
  return (day.slice(0, 4) === today.slice(0, 4) ? dayForm : dayYearForm)(utcDate(day));
}

/** `21 Nov 2026`: a day by itself. */
export const formatDate = (day: Day): string => dayYearForm(utcDate(day));

/** `Saturday 21 November 2026`, for screen readers. */
export const formatLongDay = (day: Day): string => longDayForm(utcDate(day));

/** `Sat 21 Nov`. */
export const formatWeekday = (day: Day): string => weekdayForm(utcDate(day)).replace(',', '');

/** `Sat 21 Nov 2026`. */
export const formatWeekdayDate = (day: Day): string => weekdayYearForm(utcDate(day)).replace(',', '');

/** `November 2026`. */
export const formatMonth = (day: Day): string => monthForm(utcDate(day));

/** `15–21 Nov`, `28 Oct – 3 Nov`, `21 Nov`: as short as it stays clear. */
export function formatDayRange(from: Day, to: Day, today: Day): string {
  if (from === to) return formatDay(from, today);
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))}–${formatDay(to, today)}`;
  return `${formatDay(from, today)} – ${formatDay(to, today)}`;
}

/** What people call a time zone: `Los Angeles` for `America/Los_Angeles`. */
export const cityOfZone = (timeZone: string): string => timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
