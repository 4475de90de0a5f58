import { addDays, type Day, utcDayOf } from '@tapwise/contract/calendar';
import { dateForm } from '../../../../shared/format/date-forms.ts';

const instants = dateForm({
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
});

/** `23 Nov, 16:40:12`, in UTC. */
export const instantText = (instant: string): string => instants(new Date(instant));

/** The day (UTC) of so many days ago. */
export const dayBefore = (days: number, now: Date): Day => addDays(utcDayOf(now.getTime()), -days);
