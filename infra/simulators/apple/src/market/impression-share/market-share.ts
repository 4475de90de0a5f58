import { hashOf, shareOf } from '../../base/random/prng.ts';
import { unitsPerUsd } from '../world/campaign-builder.ts';
import { KIND_FACTORS } from '../world/market.ts';
import { storefrontOf } from '../world/storefronts.ts';
import type { Campaign } from '../world/structure.ts';

/** Place among all advertisers of a search term in a storefront. */
export type Rank = 'ONE' | 'TWO' | 'THREE' | 'FOUR' | 'FIVE' | 'GREATER_THAN_FIVE';

/** A tenth of the possible impressions, as fractions: 0 to 0.1, 0.11 to 0.2, … 0.91 to 1. */
export interface Decile {
  readonly low: number;
  readonly high: number;
}

/** The least share that still has the rank; below the last one the place is beyond the fifth. */
const RANK_BOUNDS: readonly (readonly [number, Rank])[] = [
  [0.6, 'ONE'],
  [0.4, 'TWO'],
  [0.25, 'THREE'],
  [0.15, 'FOUR'],
  [0.08, 'FIVE'],
];

/** Where and when a share is won. */
export interface ShareSite {
  readonly seed: number;
  readonly campaign: Campaign;
  /** In the organization's currency. */
  readonly bid: number;
  readonly country: string;
  readonly term: string;
  readonly day: number;
}

/**
 * Share of a term's impressions that a target wins in a country on a day: half of them with a bid of 1.1 times the
 * market's price of a tap, more or less along a logistic curve. Every term has competition of its own, rivals are
 * weak on an app's own name, and the days differ a little.
 */
export function wonShare({ seed, campaign, bid, country, term, day }: ShareSite): number {
  const { app, org, kind } = campaign;
  const price = storefrontOf(country).cptUsd * app.cptFactor * KIND_FACTORS[kind].cpt * unitsPerUsd(org.currency);
  const termId = hashOf(seed, 'competition', app.adamId, country, term);
  const rivals = 0.8 * bell(termId, 'term') + 0.15 * bell(termId, 'day', day) - (kind === 'brand' ? 1.2 : 0);
  const advantage = Math.log(bid / (1.1 * price)) - rivals;
  return Math.min(0.98, Math.max(0.02, 1 / (1 + Math.exp(-1.5 * advantage))));
}

/** Roughly normal with deviation 1, a function of the parts. */
const bell = (...parts: readonly (string | number)[]): number =>
  2 * (shareOf(0, ...parts) + shareOf(1, ...parts) + shareOf(2, ...parts) - 1.5);

export const rankOf = (share: number): Rank => RANK_BOUNDS.find(([bound]) => share > bound)?.[1] ?? 'GREATER_THAN_FIVE';

/** The tenth that a share between 0 and 1 falls into; bounds belong to the lower tenth. */
export function decileOf(share: number): Decile {
  const tenth = Math.min(10, Math.max(1, Math.ceil(Number((share * 10).toFixed(9)))));
  return { low: tenth === 1 ? 0 : (tenth * 10 - 9) / 100, high: tenth / 10 };
}

/** The place as a number; beyond the fifth it goes on. */
export function rankNumberOf(share: number): number {
  const index = RANK_BOUNDS.findIndex(([bound]) => share > bound);
  return index >= 0 ? index + 1 : 6 + Math.floor((0.08 - share) * 50);
}
