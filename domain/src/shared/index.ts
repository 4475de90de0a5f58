export { joinedSpans } from './calendar/day-spans.ts';
export type { Day, DayRange, Granularity } from './calendar/days.ts';
export {
  addDays,
  addMonths,
  bucketsOfRange,
  dayMs,
  dayNumber,
  dayOfNumber,
  daysBetween,
  daysOfRange,
  firstOfMonth,
  hourMs,
  isDay,
  minuteMs,
  utcDayOf,
  weeksOfMonth,
} from './calendar/days.ts';
export {
  dayInZone,
  instantInZone,
  isLocalTime,
  isTimeZone,
  localTimeInZone,
  startOfDayInZone,
} from './calendar/zones.ts';
export { chunksOf } from './chunks.ts';
export { isCountryCode } from './country-codes.ts';
export { fold, statelessDecider } from './decider.ts';
export type { EventContext } from './define-event.ts';
export type { ErrorCode, RefusedRow } from './domain-error.ts';
export { DomainError, errorCodes, isErrorCode } from './domain-error.ts';
export { escapeHtml } from './escape-html.ts';
export type { Access, ClaimType } from './fields.ts';
export { amountText, decimalsText, readAmount, smallestAmount } from './money/amount.ts';
export { decimalsOf, isoCurrency } from './money/currency.ts';
export {
  countFromReport,
  decimalStringFromMicros,
  microsFromDecimalString,
  microsFromReportAmount,
  microsPerUnit,
  unitsFromMicros,
} from './money/micros.ts';
export { forbiddenInNames } from './name-characters.ts';
export { sameValue } from './same-value.ts';
export type { SheetCell, SheetCurrency, SheetKind } from './sheet-cells.ts';
export { sheetFormat, sheetString } from './sheet-cells.ts';
export { csvLine, sheetText, sheetValue } from './sheet-text.ts';
