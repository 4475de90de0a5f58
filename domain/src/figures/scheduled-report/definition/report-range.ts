import { addDays, addMonths, type Day, type DayRange, firstOfMonth, mondayOf } from '../../../shared/calendar/days.ts';
import type { ReportRange } from './report-definition.ts';

const lastDays = { yesterday: 1, last7: 7, last14: 14, last30: 30, last90: 90 } as const;

/**
 * The days a range covers. It never has the running day in it.
 * @param last the newest day it may end with: the day before the one on which the report is due.
 */
export function daysOfReport(range: ReportRange, last: Day): DayRange {
  const today = addDays(last, 1);
  switch (range) {
    case 'lastWeek': {
      const monday = mondayOf(today);
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    }
    case 'lastMonth': {
      const first = firstOfMonth(today);
      return { from: addMonths(first, -1), to: addDays(first, -1) };
    }
    case 'thisMonth':
      return { from: firstOfMonth(last), to: last };
    case 'thisYear':
      return { from: `${last.slice(0, 4)}-01-01`, to: last };
    default:
      return { from: addDays(last, 1 - lastDays[range]), to: last };
  }
}
