import { addDays, type Day, weekdayOf } from '../../../shared/calendar/days.ts';
import { dayInZone, firstInstantInZone, localTimeInZone } from '../../../shared/calendar/zones.ts';

/** When a channel is left in peace. Over midnight where `from` is after `to`; the days are those of `from`. */
export interface QuietHours {
  /** Local time of day, `HH:MM`. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  /** 1 is Monday. */
  readonly weekdays: readonly number[];
}

/**
 * When the last quiet hours end that a time has a part in. Of hours that follow each other without a gap the first end counts: whole days on
 * every weekday would never end.
 * @param at Its beginning; milliseconds. @param until Its end, which is included.
 * @returns `undefined` outside of them. Hours that begin and end at the same time are a whole day.
 */
export function endOfQuietHours(
  { from, to, zone, weekdays }: QuietHours,
  at: number,
  until: number = at,
): number | undefined {
  const last = dayInZone(until, zone);
  let end: number | undefined;
  let held: number | undefined;
  for (let day = addDays(dayInZone(at, zone), -1); day <= last; day = addDays(day, 1)) {
    if (!weekdays.includes(weekdayOf(day) + 1)) continue;
    const begins = instantAt(day, from, zone);
    const ends = instantAt(from < to ? day : addDays(day, 1), to, zone);
    if (begins > until || at >= ends) continue;
    if (held === undefined || begins > held) end = ends;
    held = ends;
  }
  return end;
}

/** The next time that a local hour begins, now included. @param hour Local time of day, `HH:MM`. */
export function nextLocalTime(at: number, hour: string, zone: string): number {
  const today = dayInZone(at, zone);
  const isOver = localTimeInZone(at, zone).slice(11, 16) > hour;
  const next = instantAt(isOver ? addDays(today, 1) : today, hour, zone);
  return next >= at ? next : instantAt(addDays(today, 1), hour, zone);
}

const instantAt = (day: Day, time: string, zone: string): number => firstInstantInZone(`${day}T${time}`, zone);
