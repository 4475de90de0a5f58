import { formatDay, formatDayRange } from '../../../../../../shared/calendar/day-texts.ts';

/** '18 Nov'. */
export const dayText = (day: string): string => formatDay(day, day);
/** '6–12 Nov'. */
export const rangeText = (from: string, to: string): string => formatDayRange(from, to, to);
