import { roundToGrid, smallestAmount } from '../../../shared/money/amount.ts';
import { microsPerUnit } from '../../../shared/money/micros.ts';
import type { RuleParams } from '../rule/rule-params.ts';

const tenth = microsPerUnit / 10;

/** The default step from a bid: 0.10 for bids below 1, 0.20 below 2, and so on; whole yen. Micros. */
export function defaultStep(bid: number, currency: string): number {
  const step = tenth * (Math.floor(bid / microsPerUnit) + 1);
  const least = smallestAmount(currency);
  return Math.max(least, Math.round(step / least) * least);
}

/** The bid one step above another, before any limit; micros. */
export function steppedBid(
  bid: number,
  params: Pick<RuleParams, 'step_type' | 'step_value'>,
  currency: string,
): number {
  const value = params.step_value ?? 0;
  if (params.step_type === 'default') return bid + defaultStep(bid, currency);
  if (params.step_type === 'constant') return bid + value;
  const least = smallestAmount(currency);
  // Millionths of a percent.
  const whole = 100n * BigInt(microsPerUnit);
  return Math.max(roundToGrid(BigInt(bid) * (whole + BigInt(value)), whole, least), bid + least);
}
