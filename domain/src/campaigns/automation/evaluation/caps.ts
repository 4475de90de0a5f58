import { microsPerUnit, unitsFromMicros } from '../../../shared/money/micros.ts';
import { type RuleCap, type RuleWindow, ruleCaps } from '../rule/rule-choices.ts';
import type { RuleParams } from '../rule/rule-params.ts';
import type { Decision } from '../run/automation-run.events.ts';
import type { RuleFigureName } from '../run/rule-figure-names.ts';

export type CapInputs = Decision['inputs'];

/** A cap that is set: its limit, and whether it is reached. */
export interface CapCheck {
  readonly cap: RuleCap;
  readonly limit: number;
  readonly reached: boolean;
}

/** Every cap that is set, in the order in which they are asked. @param bid Effective; micros. */
export function askCaps(params: RuleParams, inputs: CapInputs, bid: number): CapCheck[] {
  return ruleCaps.flatMap((cap) => {
    const limit = params[cap];
    if (limit === null) return [];
    return [{ cap, limit, reached: isReached(cap, limit, inputs, bid) && !isUndecided(cap, limit, inputs) }];
  });
}

/** The sum that a cap is about, and the count that it is divided by. */
const comparedSums: Partial<Record<RuleCap, { readonly sum: RuleFigureName; readonly divisor?: RuleFigureName }>> = {
  impressions_cap: { sum: 'impressions' },
  installs_cap: { sum: 'installs' },
  spend_cap: { sum: 'spend' },
  cpt_cap: { sum: 'spend', divisor: 'taps' },
  cpa_cap: { sum: 'spend', divisor: 'installs' },
};

/** The sums that a cap is compared with. */
export function comparedFigures(cap: RuleCap): RuleFigureName[] {
  const { sum, divisor } = comparedSums[cap] ?? {};
  return [sum, divisor].filter((name) => name !== undefined);
}

/**
 * Whether it depends on figures that are not known if a cap is reached. A sum is at least its part that is known: what reaches a cap
 * already reaches it in any case, and so does no ratio whose divisor can only be greater.
 */
export function isUndecided(cap: RuleCap, limit: number, inputs: CapInputs): boolean {
  const { sum, divisor } = comparedSums[cap] ?? {};
  const { partial } = inputs;
  if (sum === undefined || partial === undefined) return false;
  const isDivisorPartial = divisor !== undefined && partial.includes(divisor);
  return isReached(cap, limit, inputs, 0) ? isDivisorPartial : partial.includes(sum);
}

/** Sums are compared with whole limits and ratios without dividing, so that no fraction decides. */
function isReached(cap: RuleCap, limit: number, inputs: CapInputs, bid: number): boolean {
  const { impressions, taps, installs, spend, impression_share: share } = inputs;
  switch (cap) {
    case 'impressions_cap':
      return impressions >= limit;
    case 'installs_cap':
      return installs >= limit;
    case 'spend_cap':
      return spend >= limit;
    case 'cpt_cap':
      return BigInt(spend) >= BigInt(limit) * BigInt(Math.max(taps, 1));
    case 'cpa_cap':
      return BigInt(spend) >= BigInt(limit) * BigInt(Math.max(installs, 1));
    case 'impression_share_cap':
      return share !== null && share >= limit;
    case 'cpt_bid_cap':
      return bid >= limit;
  }
}

/** What a cap is compared with, as it is shown: counts, units of money, a fraction. @param bid Micros; `null` where there is none. */
export function capValue(cap: RuleCap, inputs: CapInputs, bid: number | null): number | null {
  const { impressions, taps, installs, spend, impression_share: share } = inputs;
  switch (cap) {
    case 'impressions_cap':
      return impressions;
    case 'installs_cap':
      return installs;
    case 'spend_cap':
      return unitsFromMicros(spend);
    case 'cpt_cap':
      return unitsFromMicros(spend) / Math.max(taps, 1);
    case 'cpa_cap':
      return unitsFromMicros(spend) / Math.max(installs, 1);
    case 'impression_share_cap':
      return share === null ? null : share / microsPerUnit;
    case 'cpt_bid_cap':
      return bid === null ? null : unitsFromMicros(bid);
  }
}

const latching: ReadonlySet<RuleCap> = new Set(['impressions_cap', 'installs_cap', 'spend_cap']);

/** Whether a cap, once reached, stays reached: sums over a range that only grows. */
export const isLatch = (cap: RuleCap, window: RuleWindow): boolean =>
  latching.has(cap) && (window === 'lifetime' || window === 'since_start');

/** The sum that a latch is about. */
export const latchedValue = (cap: RuleCap, { impressions, installs, spend }: CapInputs): number =>
  cap === 'impressions_cap' ? impressions : cap === 'installs_cap' ? installs : spend;

/** Figures as answers show them; ratios with a divisor of at least 1. Those of which only a part is known are `null`. */
export function displayedInputs(inputs: CapInputs) {
  const { partial } = inputs;
  const whole = (value: number | null, ...names: RuleFigureName[]): number | null =>
    names.some((name) => partial?.includes(name)) ? null : value;
  return {
    impressions: whole(inputs.impressions, 'impressions'),
    taps: whole(inputs.taps, 'taps'),
    installs: whole(inputs.installs, 'installs'),
    spend: whole(unitsFromMicros(inputs.spend), 'spend'),
    cpt: whole(capValue('cpt_cap', inputs, null), 'spend', 'taps'),
    cpa: whole(capValue('cpa_cap', inputs, null), 'spend', 'installs'),
    impression_share: capValue('impression_share_cap', inputs, null),
  };
}
