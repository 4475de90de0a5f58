import type { Backtest } from '../api/automation-api.ts';
import { countVerdicts, type RunCounts } from './run-texts.ts';

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
