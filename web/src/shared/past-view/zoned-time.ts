import { type Day, dayInZone, isDay } from '../calendar/days.ts';
import { formatClock } from '../format/ages.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  let format = formats.get(name);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', options);
    formats.set(name, format);
  }
  return format;
}

/** `26 Nov 2026, 09:00` in a time zone. */
export function formatInstantIn(instant: string, timeZone: string): string {
  const day = formatOf(`long ${timeZone}`, { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
  return `${day.format(new Date(instant))}, ${formatClock(instant, timeZone)}`;
}

/** `26 Nov, 09:00` in a time zone; with the year when it is not that of `now`. */
export function formatShortInstantIn(instant: string, timeZone: string, now: number): string {
  const sameYear =
    dayInZone(new Date(instant), timeZone).slice(0, 4) === dayInZone(new Date(now), timeZone).slice(0, 4);
  if (!sameYear) return formatInstantIn(instant, timeZone);
  const day = formatOf(`short ${timeZone}`, { timeZone, day: 'numeric', month: 'short' });
  return `${day.format(new Date(instant))}, ${formatClock(instant, timeZone)}`;
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
  const shown = Date.parse(`${day}T${clock}Z`);
  if (Number.isNaN(shown)) return null;
  const near = shown - offsetAt(shown, timeZone);
  return shown - offsetAt(near, timeZone);
}
