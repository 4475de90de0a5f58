import {
  addMonths,
  type DayNumber,
  firstOfMonth,
  formatDay,
  HOUR_MS,
  mondayOf,
  startOfDay,
} from '../../../base/calendar/calendar-days.ts';
import type { FiguresRequest } from './figures-request.ts';

/** The slices of time of a report: one per hour, day, week or month, or a single one. */
export interface Buckets {
  /** `date` values in order; empty when the request has no granularity. */
  readonly labels: readonly string[];
  /** Number of slices, at least 1. */
  readonly count: number;
  /** Slice of an event, from its calendar day and its instant; days outside the range do not occur. */
  indexOf(day: DayNumber, instant: number): number;
}

/** @param zone IANA name of the zone the report is cut in */
export function bucketsOf(request: FiguresRequest, zone: string): Buckets {
  const { startDay, endDay } = request;
  switch (request.granularity) {
    case null:
      return { labels: [], count: 1, indexOf: () => 0 };
    case 'DAILY':
      return numbered(
        countUp(startDay, endDay, (day) => day + 1),
        (day) => day - startDay,
      );
    case 'WEEKLY': {
      const first = mondayOf(startDay);
      return numbered(
        countUp(first, endDay, (day) => day + 7),
        (day) => Math.floor((day - first) / 7),
      );
    }
    case 'MONTHLY': {
      const months = countUp(firstOfMonth(startDay), endDay, (day) => addMonths(day, 1));
      const indexes = new Map(months.map((month, index) => [month, index]));
      return numbered(months, (day) => indexes.get(firstOfMonth(day)) ?? 0);
    }
    case 'HOURLY':
      return hourly(startDay, endDay, zone);
  }
}

function numbered(days: readonly DayNumber[], indexOf: (day: DayNumber) => number): Buckets {
  return { labels: days.map(formatDay), count: days.length, indexOf };
}

/** Hours of the wall clock: 24 per day; the hour that a clock change repeats is one bucket. */
function hourly(startDay: DayNumber, endDay: DayNumber, zone: string): Buckets {
  const days = countUp(startDay, endDay, (day) => day + 1);
  const labels = days.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${formatDay(day)} ${String(hour).padStart(2, '0')}`),
  );
  return {
    labels,
    count: labels.length,
    indexOf: (day, instant) =>
      (day - startDay) * 24 + Math.min(23, Math.floor((instant - startOfDay(zone, day)) / HOUR_MS)),
  };
}

function countUp(first: DayNumber, last: DayNumber, next: (day: DayNumber) => DayNumber): DayNumber[] {
  const days: DayNumber[] = [];
  for (let day = first; day <= last; day = next(day)) days.push(day);
  return days;
}
