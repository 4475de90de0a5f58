import { gammaQuantile } from '../numeric/gamma-quantile.ts';
import { seededRandom, standardNormal } from '../numeric/seeded-random.ts';
import type { ProductModel } from '../prediction.events.ts';
import type { ActiveSubscription, FeeSchedule } from './active-subscription.ts';
import { type FutureCharge, futureChargesWithinHorizon, momentsOf } from './value.ts';

const lowShare = 0.1;
const highShare = 0.9;
/** From so many active subscriptions on a smooth distribution fits; below, zero is a likely outcome. */
export const smoothFrom = 30;
const draws = 2000;
const seed = 20_240_601;

/** The range that the final income of a row lies in with a chance of 80 %. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

/** An active subscription in a row. */
export interface BandMember {
  /** What brought it; members of one keyword share its quality. */
  readonly keyword: string;
  readonly subscription: ActiveSubscription;
  readonly model: ProductModel;
  readonly fees: FeeSchedule;
}

/** Sums over the active subscriptions of a row. */
export interface BandSums {
  readonly live: number;
  /** Sum of the means of what remains, and of its variances (second moment less squared mean). */
  readonly mean: number;
  readonly variance: number;
  /** Sum over keywords of the squared sum of their means. */
  readonly keyword_squares: number;
}

/** Standard deviations, as shares, of what the subscriptions of a row have in common. */
export interface CommonSpreads {
  /** Quality of a keyword that its country does not explain. */
  readonly keyword: number;
  /** Effects of the calendar. */
  readonly calendar: number;
}

const standardSpreads: CommonSpreads = { keyword: 0.15, calendar: 0.05 };

/** How uncertain the quality of what is in a row is, as a squared share. */
function commonVariance(sums: { mean: number; keyword_squares: number }, spreads: CommonSpreads): number {
  const shared = sums.mean > 0 ? sums.keyword_squares / (sums.mean * sums.mean) : 0;
  return spreads.keyword ** 2 * shared + spreads.calendar ** 2;
}

/** The band of a row from its sums, by a Gamma distribution; for rows with at least `smoothFrom` active subscriptions. */
export function smoothBand(sums: BandSums, received: number, spreads: CommonSpreads = standardSpreads): Band {
  if (sums.live === 0 || sums.mean <= 0) return { low: received, high: received };
  const variance = sums.variance + commonVariance(sums, spreads) * sums.mean ** 2;
  const shape = sums.mean ** 2 / variance;
  const scale = variance / sums.mean;
  return {
    low: received + gammaQuantile(lowShare, shape, scale),
    high: received + gammaQuantile(highShare, shape, scale),
  };
}

export interface BandOptions<M extends BandMember> {
  /** Coming charges of a member; those within the horizon by default. */
  readonly futureOf?: (member: M) => Iterable<FutureCharge>;
  readonly spreads?: CommonSpreads;
}

/**
 * The band of a row around its predicted income.
 * @param received net proceeds that are in already, of all subscriptions of the row, in the currency of the prices.
 */
export function bandOf<M extends BandMember>(
  members: readonly M[],
  received: number,
  options: BandOptions<M> = {},
): Band {
  const { spreads = standardSpreads } = options;
  const futures = members.map((member) => {
    const charges =
      options.futureOf?.(member) ?? futureChargesWithinHorizon(member.subscription, member.model, member.fees);
    return { keyword: member.keyword, charges: [...charges] };
  });
  const sums = sumsOf(futures);
  if (members.length < smoothFrom) return simulatedBand(futures, sums, received, spreads);
  return smoothBand(sums, received, spreads);
}

type Future = { readonly keyword: string; readonly charges: readonly FutureCharge[] };

function sumsOf(futures: readonly Future[]): BandSums {
  const byKeyword = new Map<string, number>();
  let mean = 0;
  let variance = 0;
  for (const { keyword, charges } of futures) {
    const moments = momentsOf(charges);
    mean += moments.mean;
    variance += moments.secondMoment - moments.mean ** 2;
    byKeyword.set(keyword, (byKeyword.get(keyword) ?? 0) + moments.mean);
  }
  const keyword_squares = [...byKeyword.values()].reduce((sum, part) => sum + part * part, 0);
  return { live: futures.length, mean, variance: Math.max(0, variance), keyword_squares };
}

/** Draws the number of further charges of each member, and the row's common quality, with a fixed seed. */
function simulatedBand(futures: readonly Future[], sums: BandSums, received: number, spreads: CommonSpreads): Band {
  if (futures.length === 0) return { low: received, high: received };
  const random = seededRandom(seed);
  const variance = commonVariance(sums, spreads);
  const totals = Float64Array.from({ length: draws }, () => {
    let total = 0;
    for (const { charges } of futures) total += drawProceeds(charges, random);
    return total * Math.exp(Math.sqrt(variance) * standardNormal(random) - variance / 2);
  }).sort();
  const quantile = (share: number): number => totals[Math.ceil(share * draws) - 1] ?? 0;
  return { low: received + quantile(lowShare), high: received + quantile(highShare) };
}

function drawProceeds(charges: readonly FutureCharge[], random: () => number): number {
  const drawn = random();
  let reached = 1;
  let total = 0;
  for (const { chance, proceeds } of charges) {
    reached *= chance;
    if (drawn >= reached) break;
    total += proceeds;
  }
  return total;
}
