// Days and zones, as the server computes them.
export {
  addDays,
  addMonths,
  type Day,
  dayInZone,
  dayMs,
  daysBetween,
  firstOfMonth,
  hourMs,
  instantInZone,
  isDay,
  isLocalTime,
  minuteMs,
  startOfDayInZone,
  utcDayOf,
  weeksOfMonth,
} from '@tapwise/domain';
