import { addDays, type Day, isDay } from '../../../shared/calendar/days.ts';

/**
 * The instants a range of days of a time zone begins and ends with, the last millisecond included.
 * @returns `null` where the days are none, or the wrong way round
 */
export function dayRange(from: Day, to: Day, timeZone: string): { from: string; to: string } | null {
  if (!isDay(from) || !isDay(to) || from > to) return null;
  const end = startOfDay(addDays(to, 1), timeZone) - 1;
  return { from: new Date(startOfDay(from, timeZone)).toISOString(), to: new Date(end).toISOString() };
}

const hourMs = 3_600_000;

/** The first instant that falls on a day. No zone is further than 14 hours from UTC, and clocks change at most once a day. */
function startOfDay(day: Day, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const localOf = (instant: number): number => {
    const part = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]));
    return Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`);
  };
  const wished = Date.parse(`${day}T00:00:00Z`);
  let instant = wished;
  // The offset at the guess leads to a better guess; twice is enough beside a change of the clock.
  for (let step = 0; step < 2; step += 1) instant -= localOf(instant) - wished;
  // A midnight that a change of the clock leaves out: the day begins an hour later.
  return localOf(instant) < wished ? instant + hourMs : instant;
}
