import { roundToGrid } from '../../../shared/money/amount.ts';
import type { ActionLimit } from '../evaluation/rule-verdict.ts';
import type { ChangeDirection } from '../evaluation/setting-trail.ts';

/** An amount in micros that was not divided yet; the denominator is above 0. */
export interface ExactAmount {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const wholeAmount = (micros: number): ExactAmount => ({ numerator: BigInt(micros), denominator: 1n });

/** A limit of an amount: at least, at most, or both. */
export interface AmountLimit {
  readonly by: ActionLimit;
  readonly least?: ExactAmount | undefined;
  readonly most?: ExactAmount | undefined;
}

/** An amount that is to be written. */
export interface WantedAmount {
  /** What it is now; micros. `null`: it is made for something new. */
  readonly base: number | null;
  readonly wanted: ExactAmount;
  /** The wanted amount before it was rounded. */
  readonly exact: ExactAmount;
  /** In the order in which they bind. */
  readonly limits: readonly AmountLimit[];
  /** Micros of the currency's smallest amount. */
  readonly least: number;
}

export interface LimitedAmount {
  /** Before limits and before rounding to the grid of the currency; whole micros. */
  readonly computed: number;
  /** `null`: no amount is left that goes the same way. */
  readonly amount: number | null;
  readonly limitedBy: ActionLimit | null;
  readonly direction: ChangeDirection;
}

/** Below 0, 0, or above 0 as the first is below, equal to, or above the second. */
export function compareAmounts(left: ExactAmount, right: ExactAmount): number {
  const apart = left.numerator * right.denominator - right.numerator * left.denominator;
  return apart > 0n ? 1 : apart < 0n ? -1 : 0;
}

/**
 * The amount within its limits, rounded once at the end. A raise never lowers and a lower never raises, not even to reach a limit; where
 * limits exclude each other, nothing is left. Only a step gives way to the limits behind it.
 */
export function limitAmount({ base, wanted, exact, limits, least }: WantedAmount): LimitedAmount {
  let amount = wanted;
  let limitedBy: ActionLimit | null = null;
  for (const { by, least: low, most: high } of limits) {
    const bound =
      low !== undefined && compareAmounts(amount, low) < 0
        ? low
        : high !== undefined && compareAmounts(amount, high) > 0
          ? high
          : undefined;
    if (bound === undefined) continue;
    amount = bound;
    limitedBy = by;
  }
  const rounded = Math.max(
    amount.numerator <= 0n ? 0 : roundToGrid(amount.numerator, amount.denominator, least),
    least,
  );
  const computed = nearestMicros(exact);
  const direction = base === null ? 'up' : directionOf(compareAmounts(wanted, wholeAmount(base)));
  const isLeft =
    goesOn(direction, base, rounded) && limits.every((limit) => limit.by === 'step' || isWithin(rounded, limit));
  return { computed, amount: isLeft ? rounded : null, limitedBy, direction };
}

function isWithin(amount: number, { least, most }: AmountLimit): boolean {
  const whole = wholeAmount(amount);
  if (least !== undefined && compareAmounts(whole, least) < 0) return false;
  return most === undefined || compareAmounts(whole, most) <= 0;
}

const directionOf = (apart: number): ChangeDirection => (apart > 0 ? 'up' : apart < 0 ? 'down' : 'none');

const goesOn = (direction: ChangeDirection, base: number | null, amount: number): boolean =>
  base === null || (direction === 'up' && amount > base) || (direction === 'down' && amount < base);

const nearestMicros = ({ numerator, denominator }: ExactAmount): number =>
  numerator < 0n ? -roundToGrid(-numerator, denominator, 1) : roundToGrid(numerator, denominator, 1);
