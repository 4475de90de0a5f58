import { type DayNumber, dayAt } from '../../base/calendar/calendar-days.ts';
import { searchTermOf } from '../../endpoints/advertising/figures/search-terms.ts';
import type { ActivityStore } from '../activity/activity-store.ts';
import { NEVER } from '../activity/day-columns.ts';
import type { App } from '../world/apps.ts';
import type { Organization } from '../world/organizations.ts';
import { type Campaign, countryOfCell, targetOfCell } from '../world/structure.ts';
import type { World } from '../world/world.ts';
import { writtenBid } from '../written/traffic.ts';
import { wonShare } from './market-share.ts';

/** A search term that showed an app often enough on one day in one storefront. */
export interface ListedTerm {
  readonly country: string;
  /** Lower case. */
  readonly term: string;
  /** Impressions won, and all that could have been won. */
  readonly impressions: number;
  readonly available: number;
  /** 1 to 5, 5 for the most searched terms of the app's field in the storefront. */
  readonly popularity: number;
}

/** The listed terms of an app's campaigns in one organization. */
export interface TermDays {
  /** Terms with more than ten impressions on the day, by `termKey`. The day must be over; it is the organization's, or one in UTC. */
  of(org: Organization, app: App, day: DayNumber, zone?: 'ORTZ' | 'UTC'): ReadonlyMap<string, ListedTerm>;
}

/** A term needs more impressions than this on a day to be listed. */
const TOO_FEW = 10;
/** Days kept; one takes 10 to 200 kB. */
const KEPT_DAYS = 400;
/** Share of a storefront's terms, the most searched first, up to which a popularity reaches. */
const POPULARITY: readonly (readonly [number, number])[] = [
  [0.05, 5],
  [0.15, 4],
  [0.35, 3],
  [0.65, 2],
];

export const termKey = (country: string, term: string): string => `${country}/${term}`;

export function createTermDays(world: World, activity: ActivityStore): TermDays {
  const days = new Map<string, ReadonlyMap<string, ListedTerm>>();
  return {
    of(org, app, day, zone = 'ORTZ') {
      const key = `${org.orgId}/${app.adamId}/${day}/${zone}`;
      const cached = days.get(key);
      if (cached !== undefined) return cached;
      const campaigns = world.campaigns.filter((campaign) => campaign.app === app && campaign.org === org);
      // A day in UTC has parts of the organization's day and of those beside it.
      const localDays = zone === 'ORTZ' ? [day] : [day - 1, day, day + 1];
      const isIn = (instant: number) => zone === 'ORTZ' || dayAt('UTC', instant) === day;
      const volumes = campaigns.flatMap((campaign) =>
        localDays.flatMap((localDay) => termsOf({ world, activity, campaign, day: localDay, isIn })),
      );
      const listed = listedTerms(volumes);
      days.set(key, listed);
      const [oldest] = days.keys();
      if (days.size > KEPT_DAYS && oldest !== undefined) days.delete(oldest);
      return listed;
    },
  };
}

type Volume = Pick<ListedTerm, 'country' | 'term' | 'impressions' | 'available'>;

/** Impressions of one campaign on a day of its organization, as far as their instants are wanted. */
interface CampaignDay {
  readonly world: World;
  readonly activity: ActivityStore;
  readonly campaign: Campaign;
  readonly day: DayNumber;
  isIn(instant: number): boolean;
}

/** What each term brought; a term may occur more than once. */
function termsOf({ world, activity, campaign, day, isIn }: CampaignDay): readonly Volume[] {
  const { impressions, start, end } = activity.campaignDay(campaign, day);
  const counts = new Map<string, { cell: number; term: string; impressions: number }>();
  for (let index = 0; index < impressions.cell.length; index += 1) {
    const time = impressions.time[index] as number;
    if (time === NEVER || !isIn(start + time)) continue;
    const cell = impressions.cell[index] as number;
    const term = searchTermOf(campaign, cell, day, index).toLowerCase();
    const key = `${cell >>> 1}/${term}`;
    const count = counts.get(key);
    if (count === undefined) counts.set(key, { cell, term, impressions: 1 });
    else count.impressions += 1;
  }
  return [...counts.values()].map((count) => {
    const country = countryOfCell(campaign, count.cell);
    const share = wonShare({
      seed: world.seed,
      campaign,
      bid: writtenBid(world.written, targetOfCell(campaign, count.cell), end - 1),
      country,
      term: count.term,
      day,
    });
    return { country, term: count.term, impressions: count.impressions, available: count.impressions / share };
  });
}

function listedTerms(volumes: readonly Volume[]): ReadonlyMap<string, ListedTerm> {
  const sums = new Map<string, { -readonly [Name in keyof Volume]: Volume[Name] }>();
  for (const volume of volumes) {
    const key = termKey(volume.country, volume.term);
    const sum = sums.get(key) ?? { ...volume, impressions: 0, available: 0 };
    sum.impressions += volume.impressions;
    sum.available += volume.available;
    sums.set(key, sum);
  }
  const listed = new Map<string, ListedTerm>();
  for (const country of new Set([...sums.values()].map((sum) => sum.country))) {
    const terms = [...sums.values()].filter((sum) => sum.country === country);
    terms.sort((left, right) => right.available - left.available);
    for (const [index, sum] of terms.entries()) {
      if (sum.impressions <= TOO_FEW) continue;
      const rank = (index + 0.5) / terms.length;
      const popularity = POPULARITY.find(([reach]) => rank < reach)?.[1] ?? 1;
      listed.set(termKey(sum.country, sum.term), { ...sum, popularity });
    }
  }
  return listed;
}
