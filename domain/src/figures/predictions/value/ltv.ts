import type { ModelCurve, ProductModel } from '../prediction.events.ts';
import { type FeeSchedule, keptShare } from './active-subscription.ts';
import { lastChargeOf, retentionAt } from './model-lookups.ts';

/**
 * What is to come from charge n + 1 on, in whole charges, so that any price and fee can be applied. With the standard fee
 * for charges before k0 the proceeds expected of charges m = n + 1, m + 1, … given charge m, per unit of price without tax,
 * are `0.70 · following(m) + 0.15 · reach(k0) · following(k0) / reach(m)` for m < k0, and `0.85 · following(m)` from k0 on.
 */
export interface ChargeStep {
  /** Charges made. */
  readonly n: number;
  /** Chance of charge n + 1 given charge n; 1 before the first. */
  readonly retention: number;
  /** Chance of charge n + 1 given the first charge. */
  readonly reach: number;
  /** Expected number of charges n + 1, n + 2, … within the horizon, given charge n + 1. */
  readonly following: number;
  /** Expected square of that number. */
  readonly following_squared: number;
}

/** The steps n = 0 … of a curve, up to the last charge of the horizon. */
export function chargeSteps(model: ProductModel, curve: ModelCurve): ChargeStep[] {
  const last = lastChargeOf(model);
  const steps: ChargeStep[] = [];
  let following = 0;
  let squared = 0;
  for (let n = last - 1; n >= 0; n -= 1) {
    const goesOn = n + 1 < last ? retentionAt(model, curve, n + 1) : 0;
    squared = 1 + goesOn * (2 * following + squared);
    following = 1 + goesOn * following;
    const retention = n === 0 ? 1 : retentionAt(model, curve, n);
    steps.push({ n, retention, reach: 1, following, following_squared: squared });
  }
  steps.reverse();
  let reach = 1;
  return steps.map((step) => {
    reach *= step.retention;
    return { ...step, reach };
  });
}

/**
 * R(n) and Q(n) for n = 0 … last charge (index n): the money that follows charge n, and its second moment. Index 0 is
 * before the first charge, given that it comes.
 * @param proceeds of charge k.
 * @param retention of renewal n, for n from 1.
 */
export function remainingByCharge(
  last: number,
  proceeds: (charge: number) => number,
  retention: (n: number) => number,
): { remaining: number[]; secondMoment: number[] } {
  const remaining = new Array<number>(last + 1).fill(0);
  const secondMoment = new Array<number>(last + 1).fill(0);
  for (let n = last - 1; n >= 0; n -= 1) {
    const goesOn = n === 0 ? 1 : retention(n);
    const price = proceeds(n + 1);
    const after = remaining[n + 1] ?? 0;
    const squareAfter = secondMoment[n + 1] ?? 0;
    remaining[n] = goesOn * (price + after);
    secondMoment[n] = goesOn * (price * price + 2 * price * after + squareAfter);
  }
  return { remaining, secondMoment };
}

/** Money terms of an LTV table. */
export interface LtvTerms {
  /** Price of a charge without tax, before the store's fee. */
  readonly price_ex_vat: number;
  readonly fees: FeeSchedule;
  /** Mean net proceeds received in charges 1 … n (index n − 1), where observed; `null` and missing ones are computed. */
  readonly paid_until_charge?: readonly (number | null)[];
}

/** ltvForCharge: expected total net proceeds within the horizon given at least n charges; index 0 belongs to charge 1. */
export function ltvForCharge(model: ProductModel, curve: ModelCurve, terms: LtvTerms): number[] {
  return ltvWith(model, terms, (n) => retentionAt(model, curve, n));
}

/** The same with a given retention. */
export function ltvWith(model: ProductModel, terms: LtvTerms, retention: (n: number) => number): number[] {
  const last = lastChargeOf(model);
  const price = terms.price_ex_vat * (1 - model.refund_rate);
  const proceeds = (charge: number): number => price * keptShare(terms.fees, charge);
  const { remaining } = remainingByCharge(last, proceeds, retention);
  let computed = 0;
  return Array.from({ length: last }, (_, i) => {
    computed += proceeds(i + 1);
    return (terms.paid_until_charge?.[i] ?? computed) + (remaining[i + 1] ?? 0);
  });
}
