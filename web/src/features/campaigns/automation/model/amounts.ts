import { decimalsOf } from '@tapwise/contract/money';
import { formatCount, formatDecimals, formatPercent, unknown } from '../../../../shared/format/numbers.ts';
import { verdictMessages } from '../verdict-messages.ts';

/** A limit of a rule, by the name of its param. */
export type CapName = keyof typeof verdictMessages.caps;

export const capNames = Object.keys(verdictMessages.caps) as CapName[];
export const capName = (cap: string): string => verdictMessages.caps[cap as CapName] ?? cap;

export type CapUnit = 'count' | 'money' | 'share';
export const unitOfCap: Readonly<Record<CapName, CapUnit>> = {
  impressions_cap: 'count',
  installs_cap: 'count',
  impression_share_cap: 'share',
  spend_cap: 'money',
  cpt_cap: 'money',
  cpa_cap: 'money',
  cpt_bid_cap: 'money',
};

/** A bid or an amount of the ad organization's currency with all its decimals: bids are never rounded. */
export function bidText(value: number | null | undefined, currency: string): string {
  if (value == null) return unknown;
  return formatDecimals(value, decimalsOf(currency));
}

/** A difference of two amounts, free of what binary fractions add. */
export const difference = (from: number, to: number): number => Math.round((to - from) * 1e6) / 1e6;

/** A value a cap is compared with, or the cap itself: `512`, `1.70`, `60.00 %`. */
export function capText(cap: string, value: number | null | undefined, currency: string): string {
  const unit = unitOfCap[cap as CapName] ?? 'money';
  if (value == null) return unknown;
  if (unit === 'count') return formatCount(value);
  return unit === 'share' ? `${formatPercent(value)} %` : bidText(value, currency);
}

/** Distance of a value from its cap: `388 left`, `2.69 pp left`, `over by 0.42`. */
export function distanceText(cap: string, value: number | null, limit: number, currency: string): string {
  if (value === null) return unknown;
  const unit = unitOfCap[cap as CapName] ?? 'money';
  const gap = difference(value, limit);
  const size = Math.abs(gap);
  const amount =
    unit === 'count' ? formatCount(size) : unit === 'share' ? `${formatPercent(size)} pp` : bidText(size, currency);
  return gap < 0 ? verdictMessages.over(amount) : verdictMessages.left(amount);
}
