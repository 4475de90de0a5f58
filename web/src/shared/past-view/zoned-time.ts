import { type Day, dayInZone, instantInZone, isLocalTime } from '@tapwise/contract/calendar';
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
  const yearOf = (ms: number): string => dayInZone(ms, timeZone).slice(0, 4);
  if (yearOf(Date.parse(instant)) !== yearOf(now)) return formatInstantIn(instant, timeZone);
  return `${dayText(instant, timeZone, undefined)}, ${formatClock(instant, timeZone)}`;
}

/** The time at which the clocks of a zone show a day and `HH:MM`; `null` for texts that are neither. */
export function timeInZone(day: Day, clock: string, timeZone: string): number | null {
  const local = `${day}T${clock}`;
  return isLocalTime(local) ? instantInZone(local, timeZone) : null;
}
