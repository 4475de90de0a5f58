import { type Day, dayMs, hourMs, isDay, utcDayOf, utcMidnight } from './days.ts';

// No zone was ever more than 16 hours away from UTC.
const widestOffsetMs = 16 * hourMs;
/** Where clocks were put forward by a whole day, and a bit more. */
const longestJumpMs = 26 * hourMs;

/** Whether the runtime knows the IANA time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return clockOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The day that calendars in the zone show at an instant.
 * @param ms milliseconds since 1970 in UTC.
 * @param zone IANA name.
 * @throws RangeError for an unknown zone or an instant that is no date.
 */
export function dayInZone(ms: number, zone: string): Day {
  return utcDayOf(wallClock(ms, zone));
}

/**
 * The first instant of a day in the zone. Where clocks jump over midnight it is the instant of the jump; where midnight
 * comes twice, the first one; a day the zone left out starts, and ends, with the one after it.
 * @returns milliseconds since 1970 in UTC.
 */
export function startOfDayInZone(day: Day, zone: string): number {
  const midnight = utcMidnight(day);
  const before = midnight - widestOffsetMs;
  const after = midnight + widestOffsetMs;
  const candidates = [after, before].map((ms) => midnight - (wallClock(ms, zone) - ms)).sort((a, b) => a - b);
  const started = candidates.find((ms) => dayInZone(ms, zone) >= day && dayInZone(ms - 1, zone) < day);
  return started ?? firstInstantOf(day, zone, before, after);
}

/** Whether the text is a local time `YYYY-MM-DDTHH:MM` of a day that exists. */
export function isLocalTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDay(text.slice(0, 10));
}

/**
 * The instant at which clocks in the zone show a local time `YYYY-MM-DDTHH:MM`: the first one where it comes twice; where clocks jump
 * over it, as long after the jump as it would have been.
 * @returns milliseconds since 1970 in UTC.
 */
export function instantInZone(local: string, zone: string): number {
  const wallMs = Date.parse(`${local}:00.000Z`);
  const offsets = [wallMs - widestOffsetMs, wallMs + widestOffsetMs].map((ms) => wallClock(ms, zone) - ms);
  const candidates = offsets.map((offset) => wallMs - offset).sort((left, right) => left - right);
  return candidates.find((ms) => wallClock(ms, zone) === wallMs) ?? wallMs - (offsets[0] ?? 0);
}

/**
 * The first instant at which clocks in the zone show a local time `YYYY-MM-DDTHH:MM`, or a later one where they jump over it.
 * @returns milliseconds since 1970 in UTC.
 */
export function firstInstantInZone(local: string, zone: string): number {
  const wallMs = Date.parse(`${local}:00.000Z`);
  const at = instantInZone(local, zone);
  if (wallClock(at, zone) === wallMs) return at;
  let low = at - longestJumpMs;
  let high = at;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (wallClock(middle, zone) >= wallMs) high = middle;
    else low = middle;
  }
  return high;
}

/** The local time `YYYY-MM-DDTHH:MM:SS` that clocks in the zone show. @param ms Milliseconds since 1970 in UTC. */
export const localTimeInZone = (ms: number, zone: string): string =>
  new Date(wallClock(ms, zone)).toISOString().slice(0, 19);

function firstInstantOf(day: Day, zone: string, before: number, after: number): number {
  let low = before;
  let high = after;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayInZone(middle, zone) >= day) high = middle;
    else low = middle;
  }
  return high;
}

// Making a formatter costs a thousand times more than using it; there are only so many zones.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const cached = clocks.get(zone);
  if (cached !== undefined) return cached;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(zone, clock);
  return clock;
}

/** What clocks on the wall show, written as if it were UTC. */
function wallClock(ms: number, zone: string): number {
  const utcDay = Math.floor(ms / dayMs);
  const offset = offsetOfUtcDay(utcDay, zone) ?? askClock(ms, zone) - ms;
  return ms + offset;
}

// Asking the runtime takes 20 microseconds, and every install and charge asks for its day. Zones change their offset a
// few times a year, so one answer serves a whole UTC day; `undefined` means the days on which they do.
const offsets = new Map<string, number | undefined>();
const offsetsKept = 50_000;

function offsetOfUtcDay(utcDay: number, zone: string): number | undefined {
  const key = `${utcDay} ${zone}`;
  if (offsets.has(key)) return offsets.get(key);
  const start = utcDay * dayMs;
  const end = (utcDay + 1) * dayMs;
  const first = askClock(start, zone) - start;
  const last = askClock(end, zone) - end;
  const offset = first === last ? first : undefined;
  if (offsets.size >= offsetsKept) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

function askClock(ms: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const part of clockOf(zone).formatToParts(ms)) parts[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((ms % 1000) + 1000) % 1000);
}
