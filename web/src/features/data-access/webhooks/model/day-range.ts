import { addDays, type Day, isDay, startOfDayInZone } from '@tapwise/contract/calendar';

/**
 * The instants a range of days of a time zone begins and ends with, the last millisecond included.
 * @returns `null` where the days are none, or the wrong way round
 */
export function dayRange(from: Day, to: Day, timeZone: string): { from: string; to: string } | null {
  if (!isDay(from) || !isDay(to) || from > to) return null;
  const end = startOfDayInZone(addDays(to, 1), timeZone) - 1;
  return { from: new Date(startOfDayInZone(from, timeZone)).toISOString(), to: new Date(end).toISOString() };
}
