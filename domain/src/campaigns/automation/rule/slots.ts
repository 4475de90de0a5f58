import { addDays, type Day, hourMs, weekdayOf } from '../../../shared/calendar/days.ts';
import { dayInZone, firstInstantInZone, localTimeInZone } from '../../../shared/calendar/zones.ts';
import type { UpdatesPerDay } from './rule-choices.ts';

/** Hours and weekdays that people choose. */
export interface SlotSchedule {
  /** Local hours, 0 to 23. */
  readonly hours: readonly number[];
  /** 1 is Monday. */
  readonly weekdays: readonly number[];
}

/** When a rule runs in one ad organization. */
export type SlotClock = {
  /** IANA name of the organization's zone. */
  readonly zone: string;
  /** A slot every so many seconds instead of local hours, on every weekday. */
  readonly everySeconds?: number | undefined;
} & (
  | {
      readonly updatesPerDay: UpdatesPerDay;
      /** Of a filter: once a local day, however long the day's search terms take to come. */
      readonly daily?: boolean | undefined;
    }
  | { readonly schedule: SlotSchedule }
);

/** When a rule runs in an organization of this zone. */
export const ruleClock = (
  { type, params }: { readonly type: string; readonly params: { readonly updates_per_day: UpdatesPerDay } },
  zone: string,
  everySeconds: number | undefined,
): SlotClock => ({ zone, updatesPerDay: params.updates_per_day, daily: type !== 'raise_bids', everySeconds });

/** When a rule that people write runs in an organization of this zone. */
export const scheduleClock = (schedule: SlotSchedule, zone: string, everySeconds: number | undefined): SlotClock => ({
  zone,
  schedule,
  everySeconds,
});

/** A time at which a rule runs. */
export interface Slot {
  /** Local date and hour, `2026-03-29T09`. */
  readonly id: string;
  /** Milliseconds. */
  readonly at: number;
}

/** Local hours by slots a day. Those of n are among those of 2n, and never closer than three hours. */
const hours: Readonly<Record<UpdatesPerDay, readonly number[]>> = {
  1: [9],
  2: [9, 21],
  4: [3, 9, 15, 21],
  8: [0, 3, 6, 9, 12, 15, 18, 21],
};
/** When the ad service has been asked for the day's search terms; they may come until late in the evening. */
const filterHour = 3;
const filterGraceHours = 20;

/** Whether a rule runs once a local day, however long the day's search terms take to come. */
export const isDaily = (clock: SlotClock): boolean => 'daily' in clock && clock.daily === true;

/**
 * The slots of a local day. An hour that clocks jump over is its first instant after that; one that comes twice is the first. Of two that
 * fall on one instant the later one is the slot.
 */
export function slotsOfDay(day: Day, clock: SlotClock): Slot[] {
  const slots = hoursOfDay(day, clock).map((hour) => {
    const id = `${day}T${String(hour).padStart(2, '0')}`;
    return { id, at: firstInstantInZone(`${id}:00`, clock.zone) };
  });
  return slots.filter(({ at }, index) => at !== slots[index + 1]?.at);
}

function hoursOfDay(day: Day, clock: SlotClock): readonly number[] {
  if (!('schedule' in clock)) return isDaily(clock) ? [filterHour] : hours[clock.updatesPerDay];
  const chosen = clock.schedule;
  if (!chosen.weekdays.includes(weekdayOf(day) + 1)) return [];
  return chosen.hours.toSorted((left, right) => left - right);
}

/** Slots after an instant and up to another, oldest first. Milliseconds. */
export function slotsBetween(clock: SlotClock, after: number, until: number): Slot[] {
  if (clock.everySeconds !== undefined) return everySlots(clock.zone, clock.everySeconds * 1000, after, until);
  const slots: Slot[] = [];
  const last = addDays(dayInZone(until, clock.zone), 1);
  for (let day = addDays(dayInZone(after, clock.zone), -1); day <= last; day = addDays(day, 1)) {
    slots.push(...slotsOfDay(day, clock).filter(({ at }) => at > after && at <= until));
  }
  return slots;
}

/** A week and a day, whatever clocks do. */
const daysToNext = 8;

/** The first slot after an instant. */
export function nextSlot(clock: SlotClock, after: number): Slot {
  const days = 'schedule' in clock ? daysToNext : 3;
  const horizon = clock.everySeconds === undefined ? days * 24 * hourMs : clock.everySeconds * 1000;
  const [next] = slotsBetween(clock, after, after + horizon);
  if (next === undefined) throw new RangeError('A week has at least one slot');
  return next;
}

function everySlots(zone: string, everyMs: number, after: number, until: number): Slot[] {
  const slots: Slot[] = [];
  for (let at = (Math.floor(after / everyMs) + 1) * everyMs; at <= until; at += everyMs) {
    slots.push({ id: localTimeInZone(at, zone), at });
  }
  return slots;
}

/** How late a slot may still be run, in milliseconds; it waits for fresh data as long. */
export function slotGraceMs(clock: SlotClock): number {
  if (clock.everySeconds !== undefined) return clock.everySeconds * 1000;
  if ('schedule' in clock) return hoursApart(clock.schedule.hours) < 6 ? 1.5 * hourMs : 3 * hourMs;
  if (isDaily(clock)) return filterGraceHours * hourMs;
  return clock.updatesPerDay === 8 ? 1.5 * hourMs : 3 * hourMs;
}

/** The shortest pause between two hours of a day, around midnight too. */
function hoursApart(chosen: readonly number[]): number {
  const sorted = chosen.toSorted((left, right) => left - right);
  return Math.min(...sorted.map((hour, index) => (sorted[index + 1] ?? (sorted[0] ?? hour) + 24) - hour));
}

/**
 * What is to be done about slots that have come since the last one that was seen to: the newest is run unless it is too late, the others
 * were missed and are never made up.
 */
export function dueSlots(
  clock: SlotClock,
  after: number,
  now: number,
): { readonly run?: Slot; readonly missed: Slot[] } {
  const slots = slotsBetween(clock, after, now);
  const newest = slots.at(-1);
  if (newest === undefined || now - newest.at > slotGraceMs(clock)) return { missed: slots };
  return { run: newest, missed: slots.slice(0, -1) };
}

const spreadMs = 600_000;

/**
 * How long after its slot a rule starts in an organization, so that not all do at once; milliseconds. With slots of seconds it starts at
 * once.
 */
export function slotDelayMs(clock: SlotClock, automationId: number, orgId: number): number {
  if (clock.everySeconds !== undefined) return 0;
  // FNV-1a over the decimal ids.
  let hash = 0x811c9dc5;
  for (const character of `${automationId}.${orgId}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash % spreadMs;
}
