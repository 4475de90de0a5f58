import { unknown } from './numbers.ts';

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** `3 December 2026` in the reader's own time zone. */
export const longDay = (instant: string | null): string =>
  instant === null ? unknown : days.format(new Date(instant));

/** `3 December 2026, 18:20` in the reader's own time zone. */
export const longInstant = (instant: string | null): string =>
  instant === null ? unknown : `${longDay(instant)}, ${times.format(new Date(instant))}`;
