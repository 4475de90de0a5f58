import { addDays, daysBetween } from '@tapwise/contract/calendar';
import type { Backtest } from '../api/automation-api.ts';
import { automationMessages } from '../messages.ts';
import { countVerdicts, type RunCounts } from './run-texts.ts';

const { backtest: words } = automationMessages;
const mostDays = 90;

export const daysOf = (from: string, to: string): number => daysBetween(from, to) + 1;

/** Why a range cannot be tested; `null` if it can. */
export function rangeFault(from: string, to: string, today: string): string | null {
  if (from === '' || to === '') return words.required;
  if (from > to) return words.order;
  if (to > today) return words.future;
  return daysOf(from, to) > mostDays ? words.tooLong : null;
}

/** The last 30 days, as far as one begins. */
export const firstRange = (today: string) => ({ from: addDays(today, -29), to: today });

export interface SlotLine extends RunCounts {
  slot: string;
  asRecorded: boolean;
}

export interface BacktestReport {
  slots: SlotLine[];
  raises: number;
  /** Keywords that would have been raised at least once. */
  keywords: number;
}

/** A back-test slot by slot. Raises do not add up: each slot starts from the bid there really was. */
export function backtestReport({ slots }: Pick<Backtest, 'slots'>): BacktestReport {
  const raised = slots.flatMap(({ verdicts }) => verdicts.filter(({ verdict }) => verdict === 'raised'));
  return {
    slots: slots.map(({ slot, as_known: asRecorded, verdicts }) => ({
      slot,
      asRecorded,
      ...countVerdicts(verdicts),
    })),
    raises: raised.length,
    keywords: new Set(raised.map(({ key }) => key)).size,
  };
}
