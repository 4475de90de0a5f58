import { roundToGrid } from '../../../shared/money/amount.ts';
import { microsPerUnit } from '../../../shared/money/micros.ts';
import type { RuleAction } from '../definition/rule-actions.ts';
import type { ExactAmount } from './limited-amount.ts';
import { wholeAmount } from './limited-amount.ts';

/** An action that writes an amount. */
export type AmountAction = Extract<RuleAction, { do: 'bid' | 'cpa_goal' | 'target_cpa' | 'daily_budget' }>;
type SteppedAction = Exclude<AmountAction, { how: 'target' }>;

/** Micros of an amount that a rule has in units. */
export const microsOf = (units: number): number => Math.round(units * microsPerUnit);

const wholePercent = BigInt(100 * microsPerUnit);

/** A share of an amount in percent, exactly. */
export const percentOf = (micros: number, percent: number): ExactAmount => ({
  numerator: BigInt(micros) * BigInt(microsOf(percent)),
  denominator: wholePercent,
});

/** What a step comes to before any limit. */
export interface SteppedAmount {
  /** Not rounded. */
  readonly exact: ExactAmount;
  /** On the grid of the currency; by percent at least one smallest amount away. */
  readonly wanted: ExactAmount;
}

/** @param base Micros. @param least Micros of the currency's smallest amount. */
export function steppedAmount(action: SteppedAction, base: number, least: number): SteppedAmount {
  if (action.how === 'set') return asWanted(wholeAmount(microsOf(action.value)));
  const isRaise = action.how === 'raise';
  if (action.amount !== undefined) {
    return asWanted(wholeAmount(base + (isRaise ? 1 : -1) * microsOf(action.amount)));
  }
  const percent = 100 + (isRaise ? 1 : -1) * (action.percent ?? 0);
  const exact = percentOf(base, percent);
  const rounded = roundToGrid(exact.numerator, exact.denominator, least);
  return { exact, wanted: wholeAmount(isRaise ? Math.max(rounded, base + least) : Math.min(rounded, base - least)) };
}

/** An amount that is not rounded before its limits. */
export const asWanted = (exact: ExactAmount): SteppedAmount => ({ exact, wanted: exact });

/** The greatest distance of a target from the present bid. */
export const stepRange = (base: number, step: number) => ({
  least: percentOf(base, 100 - step),
  most: percentOf(base, 100 + step),
});
