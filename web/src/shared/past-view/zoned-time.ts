import { type Day, dayInZone, isDay } from '../calendar/days.ts';
import { formatClock } from '../format/ages.ts';
import { dateForm } from '../format/date-forms.ts';

const forms = new Map<string, (date: Date) => string>();

/** The day in a time zone: `26 Nov`, or `26 Nov 2026`. */
function dayText(instant: string, timeZone: string, year: 'numeric' | undefined): string {
  const name = `${timeZone} ${year}`;
  const form = forms.get(name) ?? dateForm({ timeZone, day: 'numeric', month: 'short', year });
  forms.set(name, form);
  return form(new Date(instant));
}

/** `26 Nov 2026, 09:00` in a time zone. */
export function formatInstantIn(instant: string, timeZone: string): string {
  return `${dayText(instant, timeZone, 'numeric')}, ${formatClock(instant, timeZone)}`;
}

/** `26 Nov, 09:00` in a time zone; with the year when it is not that of `now`. */
export function formatShortInstantIn(instant: string, timeZone: string, now: number): string {
  const yearOf = (date: Date): string => dayInZone(date, timeZone).slice(0, 4);
  if (yearOf(new Date(instant)) !== yearOf(new Date(now))) return formatInstantIn(instant, timeZone);
  return `${dayText(instant, timeZone, undefined)}, ${formatClock(instant, timeZone)}`;
}

/** How far the clocks of a zone are ahead of UTC at a time, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const date = new Date(time);
  return (
    Date.parse(`${dayInZone(date, timeZone)}T${formatClock(date, timeZone)}Z`) - Math.floor(time / 60_000) * 60_000
  );
}

/** The time at which the clocks of a zone show a day and `HH:MM`; `null` for texts that are neither. */
export function timeInZone(day: Day, clock: string, timeZone: string): number | null {
  if (!isDay(day) || !/^\d\d:\d\d$/.test(clock)) return null;
  const localInstant = Date.parse(`${day}T${clock}Z`);
  if (Number.isNaN(localInstant)) return null;
  const near = localInstant - offsetAt(localInstant, timeZone);
  return localInstant - offsetAt(near, timeZone);
}
