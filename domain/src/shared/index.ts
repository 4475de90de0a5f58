export type { Day, Granularity } from './calendar.ts';
export {
  addDays,
  bucketsOfRange,
  dayInZone,
  daysBetween,
  daysOfRange,
  firstOfMonth,
  isDay,
  localTimeInZone,
  startOfDayInZone,
} from './calendar.ts';
export { isCountryCode } from './country-codes.ts';
export { fold, statelessDecider } from './decider.ts';
export type { ErrorCode, RefusedRow } from './domain-error.ts';
export { DomainError, errorCodes, isErrorCode } from './domain-error.ts';
export type { Access, ClaimType } from './fields.ts';
export { amountText, checkAmount, decimalsText, readAmount, smallestAmount } from './money/amount.ts';
export { decimalsOf, isoCurrency } from './money/currency.ts';
export {
  countFromReport,
  decimalStringFromMicros,
  microsFromDecimalString,
  microsFromReportAmount,
  microsPerUnit,
  unitsFromMicros,
} from './money/micros.ts';
export { sameValue } from './same-value.ts';
export { csvLine, sheetText, sheetValue } from './sheet-text.ts';
