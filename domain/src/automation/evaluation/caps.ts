import { microsPerUnit, unitsFromMicros } from '../../shared/money.ts';
import { type RuleCap, type RuleWindow, ruleCaps } from '../rule/rule-choices.ts';
import type { RuleParams } from '../rule/rule-params.ts';
import type { Decision } from '../run/automation-run.events.ts';

export type CapInputs = Decision['inputs'];

/** A cap that is set: its limit, and whether it is reached. */
export interface AskedCap {
  readonly cap: RuleCap;
  readonly limit: number;
  readonly reached: boolean;
}

/** Every cap that is set, in the order in which they are asked. @param bid Effective; micros. */
export function askCaps(params: RuleParams, inputs: CapInputs, bid: number): AskedCap[] {
  return ruleCaps.flatMap((cap) => {
    const limit = params[cap];
    return limit === null ? [] : [{ cap, limit, reached: isReached(cap, limit, inputs, bid) }];
  });
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

/** Figures as answers show them; ratios with a divisor of at least 1. */
export const shownInputs = (inputs: CapInputs) => ({
  ...{
    impressions: inputs.impressions,
    taps: inputs.taps,
    installs: inputs.installs,
    spend: unitsFromMicros(inputs.spend),
  },
  cpt: capValue('cpt_cap', inputs, null) ?? 0,
  cpa: capValue('cpa_cap', inputs, null) ?? 0,
  impression_share: capValue('impression_share_cap', inputs, null),
});
