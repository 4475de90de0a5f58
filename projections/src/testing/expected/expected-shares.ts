import { isExact, textOf } from '../random/random-extras.ts';
import { type World, worldNow } from '../random/random-world.ts';
import type { Asked } from './asked.ts';
import type { Counts } from './expected-cells.ts';

type Shares = Pick<Counts, 'matched' | 'shared' | 'available' | 'weekShared' | 'weekAvailable' | 'ranked' | 'rankSum'>;

/** Shares, places and matches of some keywords, from what was shown for which search. */
export function expectedShares(world: World, asked: Asked, keywords: readonly number[]): Shares {
  const sums: Shares = {
    matched: null,
    shared: 0,
    available: 0,
    weekShared: 0,
    weekAvailable: 0,
    ranked: 0,
    rankSum: 0,
  };
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: asked.timeZone }).format(new Date(worldNow));
  const settled = new Date(Date.parse(today) - 2 * 86_400_000).toISOString().slice(0, 10);
  const known = world.extras.shares.filter(({ day }) => day <= settled);
  const week = [...new Set(known.map(({ day }) => day))].sort().slice(-7);
  const inRange = (day: string) => day >= asked.from && day <= asked.to;
  const here = (country: string) => asked.countries === null || asked.countries.includes(country);
  // Traffic without a keyword has no share of its own.
  for (const keywordId of keywords.filter((id) => id > 0)) {
    const searches = world.extras.searches.filter((one) => one.keywordId === keywordId && here(one.country));
    const shown = isExact(keywordId)
      ? world.figures
          .filter((one) => one.keywordId === keywordId && here(one.country))
          .map(({ day, country, impressions }) => ({ day, country, impressions, text: textOf(keywordId) }))
      : searches;
    for (const { day, country, impressions, text } of shown) {
      const share = known.find((one) => one.day === day && one.country === country && one.term === text.toLowerCase());
      if (share === undefined || share.high === 0) continue;
      const middle = (share.low + share.high) / 2;
      if (inRange(day)) {
        sums.shared += impressions;
        sums.available += impressions / middle;
        sums.ranked += impressions;
        sums.rankSum += impressions * share.rank;
      }
      if (week.includes(day)) {
        sums.weekShared += impressions;
        sums.weekAvailable += impressions / middle;
      }
    }
    const reported = searches.filter(({ day }) => inRange(day));
    const own = reported.filter(({ text }) => text.toLowerCase() === textOf(keywordId).toLowerCase());
    if (reported.length > 0) sums.matched = (sums.matched ?? 0) + own.reduce((sum, one) => sum + one.impressions, 0);
  }
  return sums;
}
