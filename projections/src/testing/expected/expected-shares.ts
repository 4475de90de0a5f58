import { isExact, textOf } from '../random/random-extras.ts';
import { type World, worldNow } from '../random/random-world.ts';
import type { Counts } from './expected-cells.ts';
import type { RequestedReport } from './requested-report.ts';

type Shares = Pick<
  Counts,
  | 'matched'
  | 'shared'
  | 'available'
  | 'weekShared'
  | 'weekAvailable'
  | 'ranked'
  | 'rankSum'
  | 'allShared'
  | 'allAvailable'
>;

/** Shares, places and matches of some keywords, from what was shown for which search. */
export function expectedShares(world: World, request: RequestedReport, keywords: readonly number[]): Shares {
  const sums: Shares = {
    matched: null,
    shared: 0,
    available: 0,
    weekShared: 0,
    weekAvailable: 0,
    ranked: 0,
    rankSum: 0,
    allShared: 0,
    allAvailable: 0,
  };
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: request.timeZone }).format(new Date(worldNow));
  const settled = new Date(Date.parse(today) - 2 * 86_400_000).toISOString().slice(0, 10);
  const settledShares = world.extras.shares.filter(({ day }) => day <= settled);
  const week = [...new Set(settledShares.map(({ day }) => day))].sort().slice(-7);
  const inRange = (day: string) => day >= request.from && day <= request.to;
  const here = (country: string) => request.countries === null || request.countries.includes(country);
  // Traffic without a keyword has no share of its own.
  for (const keywordId of keywords.filter((id) => id > 0)) {
    const searches = world.extras.searches.filter((search) => search.keywordId === keywordId && here(search.country));
    const displayedSearches = isExact(keywordId)
      ? world.figures
          .filter((figure) => figure.keywordId === keywordId && here(figure.country))
          .map(({ day, country, impressions }) => ({ day, country, impressions, text: textOf(keywordId) }))
      : searches;
    for (const { day, country, impressions, text } of displayedSearches) {
      const share = settledShares.find(
        (entry) => entry.day === day && entry.country === country && entry.term === text.toLowerCase(),
      );
      if (share !== undefined && share.allSlots > 0 && inRange(day)) {
        sums.allShared += impressions;
        sums.allAvailable += impressions / share.allSlots;
      }
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
    const exactSearches = reported.filter(({ text }) => text.toLowerCase() === textOf(keywordId).toLowerCase());
    if (reported.length > 0)
      sums.matched = (sums.matched ?? 0) + exactSearches.reduce((sum, search) => sum + search.impressions, 0);
  }
  return sums;
}
