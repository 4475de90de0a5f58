import { LRUCache } from 'lru-cache';
import type { DayNumber } from '../../base/calendar/calendar-days.ts';
import type { App } from '../world/apps.ts';
import type { Campaign } from '../world/structure.ts';
import type { World } from '../world/world.ts';
import { generateCampaignDay } from './campaign-day.ts';
import { type DayCells, sumCells } from './day-cells.ts';
import { type CampaignDay, RESTATEMENT_MS } from './day-columns.ts';
import { generateOrganicDay, type OrganicDay } from './organic-day.ts';

/**
 * Bytes of raw days of campaigns, of sums of closed days, and of organic days that are kept in memory. Fourteen months of raw days fit:
 * reports, sales files and posts of the past want the same ones within a minute or two.
 */
const KEPT = { campaignDays: 160_000_000, sums: 24_000_000, organicDays: 4_000_000 };

/** Makes days of activity on demand; keeps the recently used ones and, of old months, only sums. */
export interface ActivityStore {
  campaignDay(campaign: Campaign, day: DayNumber): CampaignDay;
  organicDay(app: App, day: DayNumber): OrganicDay;
  /** What reports say of a day at an instant; the sums of a day whose restatement is over are kept. */
  cells(campaign: Campaign, day: DayNumber, asOf: number): DayCells;
}

export function createActivityStore(world: World): ActivityStore {
  const campaignDays = new RecentlyUsed<CampaignDay>(KEPT.campaignDays, bytesOfCampaignDay);
  const organicDays = new RecentlyUsed<OrganicDay>(KEPT.organicDays, ({ launch }) => 6 * launch.length);
  const sums = new RecentlyUsed<DayCells>(KEPT.sums, ({ cells, figures }) => cells.byteLength + figures.byteLength);
  const { caused, written } = world;
  /** Grows with everything that changes a day. */
  const versionOf = (campaign: Campaign, day: DayNumber) =>
    caused.adsOn(campaign.index, day).length + written.countUntil(campaign.index, day);
  const campaignDay = (campaign: Campaign, day: DayNumber) => {
    const version = versionOf(campaign, day);
    return campaignDays.get(keyOf(campaign.index, day), version, () => generateCampaignDay(world, campaign, day));
  };
  return {
    campaignDay,
    organicDay(app, day) {
      const version = caused.organicOn(app.index, day).length;
      return organicDays.get(keyOf(app.index, day), version, () => generateOrganicDay(world, app, day));
    },
    cells(campaign, day, asOf) {
      const key = keyOf(campaign.index, day);
      const version = versionOf(campaign, day);
      const kept = sums.peek(key, version);
      if (kept !== undefined) return kept;
      const raw = campaignDay(campaign, day);
      const summed = sumCells(raw, asOf);
      if (asOf >= raw.end + RESTATEMENT_MS) sums.put(key, version, summed);
      return summed;
    },
  };
}

const bytesOfCampaignDay = ({ impressions, taps, installs }: CampaignDay): number =>
  8 * impressions.time.length + 16 * taps.time.length + 21 * installs.time.length;

/** What a value takes beside its columns. */
const OBJECT_BYTES = 2_000;

const keyOf = (index: number, day: DayNumber): number => index * 100_000 + day;

/** Values by key, the least recently used ones forgotten; one of another version counts as unknown. */
class RecentlyUsed<T> {
  private readonly entries: LRUCache<number, { version: number; value: T }>;

  constructor(bytes: number, sizeOf: (value: T) => number) {
    this.entries = new LRUCache({ maxSize: bytes, sizeCalculation: ({ value }) => OBJECT_BYTES + sizeOf(value) });
  }

  get(key: number, version: number, make: () => T): T {
    const cached = this.peek(key, version);
    if (cached !== undefined) return cached;
    const made = make();
    this.put(key, version, made);
    return made;
  }

  peek(key: number, version: number): T | undefined {
    const entry = this.entries.get(key);
    return entry?.version === version ? entry.value : undefined;
  }

  put(key: number, version: number, value: T): void {
    this.entries.set(key, { version, value });
  }
}
