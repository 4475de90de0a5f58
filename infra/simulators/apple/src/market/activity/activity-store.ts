import type { DayNumber } from '../../base/calendar/calendar-days.ts';
import type { App } from '../world/apps.ts';
import type { Campaign } from '../world/structure.ts';
import type { World } from '../world/world.ts';
import { type CampaignDay, generateCampaignDay, RESTATEMENT_MS } from './campaign-day.ts';
import { type DayCells, sumCells } from './day-cells.ts';
import { generateOrganicDay, type OrganicDay } from './organic-day.ts';

/** Raw days kept in memory; a day of a campaign takes 10 to 100 kB while volumes are those of today. */
const KEPT_DAYS = 3_200;
/** Sums of closed days kept in memory, about 3 kB each. */
const KEPT_SUMS = 20_000;

/** Makes days of activity when somebody asks for them; keeps the recently used ones and, of old months, only sums. */
export interface ActivityStore {
  campaignDay(campaign: Campaign, day: DayNumber): CampaignDay;
  organicDay(app: App, day: DayNumber): OrganicDay;
  /** What reports say of a day at an instant; the sums of a day whose restatement is over are kept. */
  cells(campaign: Campaign, day: DayNumber, asOf: number): DayCells;
}

export function createActivityStore(world: World): ActivityStore {
  const campaignDays = new RecentlyUsed<CampaignDay>(KEPT_DAYS);
  const organicDays = new RecentlyUsed<OrganicDay>(KEPT_DAYS);
  const sums = new RecentlyUsed<DayCells>(KEPT_SUMS);
  const campaignDay = (campaign: Campaign, day: DayNumber) => {
    const make = () => generateCampaignDay(world, campaign, day);
    return day < world.anchorDay - 100 ? make() : campaignDays.get(keyOf(campaign.index, day), make);
  };
  return {
    campaignDay,
    organicDay: (app, day) => organicDays.get(keyOf(app.index, day), () => generateOrganicDay(world, app, day)),
    cells(campaign, day, asOf) {
      const key = keyOf(campaign.index, day);
      const kept = sums.peek(key);
      if (kept !== undefined) return kept;
      const raw = campaignDay(campaign, day);
      const summed = sumCells(raw, asOf);
      if (asOf >= raw.end + RESTATEMENT_MS) sums.put(key, summed);
      return summed;
    },
  };
}

const keyOf = (index: number, day: DayNumber): number => index * 100_000 + day;

class RecentlyUsed<T> {
  private readonly entries = new Map<number, T>();

  constructor(private readonly limit: number) {}

  get(key: number, make: () => T): T {
    const known = this.entries.get(key);
    if (known !== undefined) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known;
    }
    const made = make();
    this.put(key, made);
    return made;
  }

  peek(key: number): T | undefined {
    return this.entries.get(key);
  }

  put(key: number, value: T): void {
    this.entries.set(key, value);
    if (this.entries.size <= this.limit) return;
    const oldest = this.entries.keys().next();
    if (oldest.done !== true) this.entries.delete(oldest.value);
  }
}
