import { type DayNumber, dayAt } from '../../base/calendar/calendar-days.ts';
import { searchTermOf } from '../../endpoints/advertising/figures/search-terms.ts';
import type { ActivityStore } from '../../market/activity/activity-store.ts';
import { NEVER } from '../../market/activity/day-columns.ts';
import { IMPRESSIONS, METRIC_COUNT } from '../../market/activity/metrics.ts';
import { decileOf, rankOf } from '../../market/impression-share/market-share.ts';
import { type TermDays, termKey } from '../../market/impression-share/term-days.ts';
import { type Campaign, countryOfCell, type Target, targetOfCell } from '../../market/world/structure.ts';

/** What search terms and impression-share reports say of a keyword, added up over days and countries. */
export interface KeywordShares {
  /** Impressions of searches equal to the keyword. */
  matched: number;
  /** Impressions of days and countries whose share is listed, and those over the middle of the share's tenth. */
  shared: number;
  available: number;
  /** The same impressions times the rank; beyond the fifth place counts as 6. */
  ranked: number;
}

export const noShares = (): KeywordShares => ({ matched: 0, shared: 0, available: 0, ranked: 0 });

export interface KeywordSite {
  readonly activity: ActivityStore;
  readonly terms: TermDays;
  readonly asOf: number;
  /** Only this storefront; null = all. */
  readonly country: string | null;
}

/** Days that search terms reach back. */
const TERM_DAYS = 90;
const RANK_NUMBERS = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5, GREATER_THAN_FIVE: 6 };

/**
 * Adds one day of a campaign. Shares count from the day before yesterday backwards, since younger days are not
 * complete; they are those of the keyword's text, whatever its match type.
 */
export function addKeywordShares(
  site: KeywordSite,
  campaign: Campaign,
  day: DayNumber,
  into: (target: Target) => KeywordShares,
): void {
  const today = dayAt(campaign.org.timeZone, site.asOf);
  if (day >= today - TERM_DAYS && day <= today) addMatches(site, campaign, day, into);
  if (day > today - 2) return;
  const listed = site.terms.of(campaign.org, campaign.app, day);
  const { cells, figures } = site.activity.cells(campaign, day, site.asOf);
  for (const [index, cell] of cells.entries()) {
    const target = targetOfCell(campaign, cell);
    const country = countryOfCell(campaign, cell);
    if (target.keyword === null || (site.country !== null && country !== site.country)) continue;
    const term = listed.get(termKey(country, target.keyword.text.toLowerCase()));
    if (term === undefined) continue;
    const impressions = figures[index * METRIC_COUNT + IMPRESSIONS] as number;
    const share = term.impressions / term.available;
    const { low, high } = decileOf(share);
    const sums = into(target);
    sums.shared += impressions;
    sums.available += impressions / ((low + high) / 2);
    sums.ranked += impressions * RANK_NUMBERS[rankOf(share)];
  }
}

function addMatches(
  { activity, asOf, country }: KeywordSite,
  campaign: Campaign,
  day: DayNumber,
  into: (target: Target) => KeywordShares,
): void {
  const { impressions, start } = activity.campaignDay(campaign, day);
  for (const [index, time] of impressions.time.entries()) {
    if (time === NEVER || start + time > asOf) continue;
    const cell = impressions.cell[index] as number;
    const target = targetOfCell(campaign, cell);
    if (target.keyword === null || (country !== null && countryOfCell(campaign, cell) !== country)) continue;
    const term = searchTermOf(campaign, cell, day, index).toLowerCase();
    if (term === target.keyword.text.toLowerCase()) into(target).matched += 1;
  }
}
