import { dateForm } from '../format/date-forms.ts';
import { unknown } from '../format/numbers.ts';

const days = dateForm({ dateStyle: 'medium' });
const instants = dateForm({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });

/** `23 Nov 2026` in the reader's own time zone. */
export const formatDay = (instant: string | null): string => (instant === null ? unknown : days(new Date(instant)));

/** `23 Nov 2026, 14:40` in the reader's own time zone. */
export const formatInstant = (instant: string | null): string =>
  instant === null ? unknown : instants(new Date(instant));
