import { addDays, daysBetween } from '@tapwise/contract/calendar';
import { backtestFrameWords as words } from './backtest-frame-words.ts';

const mostDays = 90;

/** First and last day, `YYYY-MM-DD`; empty while none is entered. */
export interface BacktestRange {
  readonly from: string;
  readonly to: string;
}

export const daysOf = ({ from, to }: BacktestRange): number => daysBetween(from, to) + 1;

/** The last days up to today. */
export const lastDays = (today: string, days: number): BacktestRange => ({ from: addDays(today, 1 - days), to: today });

/** Why a range cannot be tested; `null` if it can. */
export function rangeFault({ from, to }: BacktestRange, today: string): string | null {
  if (from === '' || to === '') return words.required;
  if (from > to) return words.order;
  if (to > today) return words.future;
  return daysOf({ from, to }) > mostDays ? words.tooLong : null;
}
