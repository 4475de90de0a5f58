import type { Granularity } from '@tapwise/contract';
import { addDays, addMonths, type Day, daysBetween } from '@tapwise/contract/calendar';
import { formatDay, formatMonth, formatWeekday } from '../../../../shared/calendar/day-texts.ts';

/** How many days a range has, both ends included. */
function lengthOf(range: { from: Day; to: Day }): number {
  return daysBetween(range.from, range.to) + 1;
}

/** Days under 90 days, weeks under 365, months from there on. */
export function granularityOf(range: { from: Day; to: Day }): Granularity {
  const days = lengthOf(range);
  if (days < 90) return 'day';
  return days < 365 ? 'week' : 'month';
}

/** Last day of the bucket that begins on a day. */
function endOf(date: Day, granularity: Granularity): Day {
  if (granularity === 'day') return date;
  return granularity === 'week' ? addDays(date, 6) : addDays(addMonths(date, 1), -1);
}

/** Place of the bucket that today falls into, if it is the last one: it is not full yet. */
export function runningIndex(dates: readonly Day[], granularity: Granularity, today: Day): number | null {
  const last = dates.at(-1);
  if (last === undefined || last > today || endOf(last, granularity) < today) return null;
  return dates.length - 1;
}

/** Label under the axis. */
export function axisLabel(date: Day, granularity: Granularity, today: Day): string {
  if (granularity !== 'month') return formatDay(date, today);
  const [month = '', year = ''] = formatMonth(date).split(' ');
  return year === today.slice(0, 4) ? month.slice(0, 3) : `${month.slice(0, 3)} ${year}`;
}

/** The head of a tooltip: the day, the week or the month. */
export function bucketTitle(date: Day, granularity: Granularity, today: Day): string {
  if (granularity === 'day') return formatWeekday(date);
  if (granularity === 'month') return formatMonth(date);
  return `Week of ${formatDay(date, today)}`;
}
