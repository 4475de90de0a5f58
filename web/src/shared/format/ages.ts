const minute = 60_000;
const hour = 60 * minute;

/** `4 min old` as a figure's age, `updated 4 min ago` as a sentence of its own, `4 min ago` as part of one. */
export type AgeForm = 'old' | 'updated' | 'ago';

/** `< 1 min old`, `4 min old`, `2 h old`, `3 days old`: how long ago an instant was. */
export function formatAge(instant: string, now: number, form: AgeForm = 'old'): string {
  const age = spanOf(Math.max(0, now - Date.parse(instant)));
  if (form === 'old') return `${age} old`;
  return form === 'ago' ? `${age} ago` : `updated ${age} ago`;
}

function spanOf(age: number): string {
  if (age < minute) return '< 1 min';
  if (age < hour) return `${Math.floor(age / minute)} min`;
  if (age < 48 * hour) return `${Math.floor(age / hour)} h`;
  return `${Math.floor(age / (24 * hour))} days`;
}

/** Whether a source that sends by itself has been heard of so lately that it may be called live. */
export function isLive(instant: string, now: number): boolean {
  return now - Date.parse(instant) < 15 * minute;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** `14:40` in a time zone. */
export function formatClock(instant: string | number | Date, timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    clocks.set(timeZone, clock);
  }
  return clock.format(new Date(instant));
}

/** The older of two instants; a figure made of both sources is as old as this. `null` when one is not known. */
export function olderOf(first: string | null, second: string | null): string | null {
  if (first === null || second === null) return null;
  return Date.parse(first) <= Date.parse(second) ? first : second;
}
