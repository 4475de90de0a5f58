/** Calendar day `YYYY-MM-DD` of the Gregorian calendar; its time zone is given where it is used. */
export type Day = string;

/** How a range of days is cut into buckets. */
export type Granularity = 'day' | 'week' | 'month';

const dayMs = 86_400_000;
// No zone was ever more than 16 hours away from UTC.
const widestOffsetMs = 16 * 3_600_000;
/** Where clocks were put forward by a whole day, and a bit more. */
const longestJumpMs = 26 * 3_600_000;

/** Whether the text names a day that exists: `2024-02-29` does, `2023-02-29` and `2024-2-1` do not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** The day `count` days later, earlier when negative. */
export function addDays(day: Day, count: number): Day {
  return dayOfUtc(utcMidnight(day) + count * dayMs);
}

/** Days from `from` to `to`: 0 for the same day, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((utcMidnight(to) - utcMidnight(from)) / dayMs);
}

/** The Monday of the day's week. */
export function mondayOf(day: Day): Day {
  const weekday = new Date(utcMidnight(day)).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The first day of the day's month. */
export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

/** All days from `from` to `to`, both included; none when `to` is earlier. */
export function daysOfRange(from: Day, to: Day): Day[] {
  const count = daysBetween(from, to) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index));
}

/** The date that names the day's bucket: the day itself, its Monday, or the first of its month. */
export function bucketOf(day: Day, granularity: Granularity): Day {
  if (granularity === 'week') return mondayOf(day);
  return granularity === 'month' ? firstOfMonth(day) : day;
}

/** The dates of all buckets a range touches, in order; the first may lie before `from`. */
export function bucketsOfRange(from: Day, to: Day, granularity: Granularity): Day[] {
  return [...new Set(daysOfRange(from, to).map((day) => bucketOf(day, granularity)))];
}

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
  return dayOfUtc(wallClock(ms, zone));
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

function utcMidnight(day: Day): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

function dayOfUtc(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10);
}
