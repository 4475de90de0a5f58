import type { CampaignKind } from './campaign-plan.ts';

/** View-through installs over tap installs. */
export const VIEW_INSTALL_SHARE = 0.06;

/** Factors of a campaign's purpose on the market's rates, and its share of users who had the app before. */
export interface KindFactors {
  readonly ttr: number;
  readonly cr: number;
  readonly cpt: number;
  readonly redownloads: number;
  readonly value: number;
}

export const KIND_FACTORS: Readonly<Record<CampaignKind, KindFactors>> = {
  brand: { ttr: 3, cr: 1.25, cpt: 0.5, redownloads: 0.45, value: 1.3 },
  category: { ttr: 1, cr: 1, cpt: 1, redownloads: 0.2, value: 1 },
  competitor: { ttr: 0.5, cr: 0.7, cpt: 1.2, redownloads: 0.12, value: 0.8 },
  discovery: { ttr: 0.7, cr: 0.85, cpt: 0.8, redownloads: 0.2, value: 0.9 },
};

const KNOTS = 288;
const cumulativeProfile = profileTable();

/** Maps a uniform share of a day's events to the share of the day that has passed; busiest in the evening. */
export function momentOfShare(share: number): number {
  const position = share * KNOTS;
  let low = 0;
  let high = KNOTS;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((cumulativeProfile[middle] as number) <= position / KNOTS) low = middle;
    else high = middle;
  }
  const before = cumulativeProfile[low] as number;
  const after = cumulativeProfile[high] as number;
  return (low + (share - before) / (after - before)) / KNOTS;
}

/** Cumulative weight per five minutes of a wave between 0.55 at eight in the morning and 1.45 at eight in the evening. */
function profileTable(): Float64Array {
  const table = new Float64Array(KNOTS + 1);
  let sum = 0;
  for (let knot = 0; knot < KNOTS; knot += 1) {
    const hour = ((knot + 0.5) / KNOTS) * 24;
    sum += 1 + 0.45 * Math.cos((2 * Math.PI * (hour - 20)) / 24);
    table[knot + 1] = sum;
  }
  return table.map((value) => value / sum);
}
