import { alertMessages as words } from '../messages.ts';

const hourMs = 3_600_000;

/** How long something may be snoozed; the longest the server takes is 30 days. */
export const snoozeChoices = [
  { label: words.snoozeFor.hour, hours: 1 },
  { label: words.snoozeFor.hours, hours: 4 },
  { label: words.snoozeFor.day, hours: 24 },
  { label: words.snoozeFor.days, hours: 72 },
  { label: words.snoozeFor.week, hours: 168 },
  { label: words.snoozeFor.weeks, hours: 672 },
] as const;

/** @param now Milliseconds. @returns ISO 8601. */
export const snoozedUntil = (hours: number, now: number): string => new Date(now + hours * hourMs).toISOString();
