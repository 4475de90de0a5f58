import { addDays, addMonths, type Day, firstOfMonth, hourMs, weekdayOf } from '../../../shared/calendar/days.ts';
import { dayInZone, firstInstantInZone, localTimeInZone } from '../../../shared/calendar/zones.ts';
import type { ReportCadence } from './report-definition.ts';

/** An instant at which a report is due. */
export interface ReportSlot {
  /** Local date and time in the zone of the report, `2026-03-29T09:30`; with seconds where slots are so many seconds apart. */
  readonly id: string;
  /** Milliseconds. */
  readonly at: number;
}

export interface ReportClock {
  readonly cadence: ReportCadence;
  /** A slot every so many seconds instead of by the calendar. */
  readonly everySeconds?: number | undefined;
}

/** A slot that passed longer ago is not made up. */
const latestStartMs = 12 * hourMs;

/**
 * Most slots that are made up after an outage, the newest ones: twelve hours of slots a minute apart. A calendar has one a day; only
 * slots of fewer seconds, which tests have, reach this.
 */
const mostMadeUp = 720;

/** A month with a slot is at most this long. */
const horizonDays = 62;

function isDueOn({ every, weekdays, day }: ReportCadence, date: Day): boolean {
  if (every === 'month') {
    const lastDay = addDays(addMonths(firstOfMonth(date), 1), -1);
    return day === 'last' ? date === lastDay : Number(date.slice(8)) === day;
  }
  return weekdays === undefined || weekdays.includes(weekdayOf(date) + 1);
}

/**
 * Slots after an instant and up to another, oldest first; milliseconds. A time that clocks jump over is the first instant after the
 * jump, one that comes twice is the first of the two.
 */
export function reportSlots({ cadence, everySeconds }: ReportClock, after: number, until: number): ReportSlot[] {
  if (everySeconds !== undefined) return everySlots(cadence.zone, everySeconds * 1000, after, until);
  const slots: ReportSlot[] = [];
  const last = addDays(dayInZone(until, cadence.zone), 1);
  for (let date = addDays(dayInZone(after, cadence.zone), -1); date <= last; date = addDays(date, 1)) {
    if (!isDueOn(cadence, date)) continue;
    const id = `${date}T${cadence.time}`;
    const at = firstInstantInZone(id, cadence.zone);
    if (at > after && at <= until) slots.push({ id, at });
  }
  return slots;
}

function everySlots(zone: string, everyMs: number, after: number, until: number): ReportSlot[] {
  const slots: ReportSlot[] = [];
  for (let at = (Math.floor(after / everyMs) + 1) * everyMs; at <= until; at += everyMs) {
    slots.push({ id: localTimeInZone(at, zone), at });
  }
  return slots;
}

/** The first slot after an instant. */
export function nextReportSlot(clock: ReportClock, after: number): ReportSlot {
  const horizon = clock.everySeconds === undefined ? horizonDays * 24 * hourMs : clock.everySeconds * 1000;
  const [next] = reportSlots(clock, after, after + horizon);
  if (next === undefined) throw new RangeError('Two months have at least one slot');
  return next;
}

/**
 * Slots that have come since the last one that was recorded: those to be sent, and those that are not made up. Of slots of seconds
 * only the newest of the latter is given, for all before it.
 * @param recorded ids: a local time comes again after a change of the zone and in an hour that clocks repeat, and is sent once.
 */
export function dueReportSlots(
  clock: ReportClock,
  { after, now, recorded }: { readonly after: number; readonly now: number; readonly recorded: ReadonlySet<string> },
): { readonly due: ReportSlot[]; readonly missed: ReportSlot[] } {
  const furthestMs = clock.everySeconds === undefined ? furthestBackMs : (mostMadeUp + 1) * clock.everySeconds * 1000;
  const since = Math.max(after, now - furthestMs);
  const slots = reportSlots(clock, since, now).filter(({ id }) => !recorded.has(id));
  const missedAt = Math.max(now - latestStartMs, slots.at(-mostMadeUp)?.at ?? 0);
  const missed = slots.filter(({ at }) => at < missedAt);
  return {
    due: slots.filter(({ at }) => at >= missedAt),
    missed: clock.everySeconds === undefined ? missed : missed.slice(-1),
  };
}

/** Why a slot was not made up: the end of a sentence about it. @param now milliseconds. */
export const whyMissed = ({ at }: ReportSlot, now: number): string =>
  now - at > latestStartMs
    ? 'could not be sent within 12 hours'
    : `was one of more than ${mostMadeUp} that were missed`;

/** What was missed longer ago is not even recorded. */
const furthestBackMs = 40 * 24 * hourMs;

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** 'Every Monday and Friday at 09:00 (Europe/Berlin)'. */
export function cadenceText({ every, weekdays, day, time, zone }: ReportCadence): string {
  const at = `at ${time} (${zone})`;
  if (every === 'month') {
    return `${day === 'last' ? 'On the last day' : `On day ${day}`} of every month ${at}`;
  }
  if (weekdays === undefined || weekdays.length === 7) return `Every day ${at}`;
  const names = weekdays.toSorted((left, right) => left - right).map((weekday) => weekdayNames[weekday - 1] ?? '');
  const [last] = names.slice(-1);
  return `Every ${names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`} ${at}`;
}
