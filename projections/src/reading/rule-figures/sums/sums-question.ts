import type { DayRange } from '@tapwise/domain';
import type { FactParams } from '../../reports/facts/fact-params.ts';
import type { MoneyContext } from '../../reports/values/ask-money.ts';
import type { FigurePlan } from '../figure-plan.ts';
import type { SumColumns, SummedLevel } from './sum-columns.ts';

/** Which time ranges are asked for. */
export interface AskedColumns {
  readonly base: SumColumns;
  /** Of income also those of closed cohorts. */
  readonly income: SumColumns;
  readonly shares: SumColumns;
  /** Whether the year of search terms is asked for. */
  readonly year: boolean;
}

/** What statements are asked with. */
export interface SumsQuestion {
  readonly context: MoneyContext;
  readonly plan: FigurePlan;
  readonly columns: AskedColumns;
  /** Shares of the first thirty days' income at ages of 0 … 30 days; none where the history says too little. */
  readonly maturity: readonly number[];
  /** Parameters of the objects asked for, over all these days. */
  readonly factParams: (level: SummedLevel, ranges: readonly DayRange[]) => FactParams;
}
