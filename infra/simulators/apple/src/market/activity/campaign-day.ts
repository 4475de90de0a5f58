import { type DayNumber, startOfDay, weekdayOf } from '../../base/calendar/calendar-days.ts';
import { type Random, randomFor } from '../../base/random/prng.ts';
import { growthOf, KIND_FACTORS, momentOfShare, weekdayFactor } from '../world/market.ts';
import { storefrontOf } from '../world/storefronts.ts';
import { type Campaign, cellOf, countryOfCell, type Target, targetOfCell } from '../world/structure.ts';
import type { World } from '../world/world.ts';

export const INSTALL_BY_VIEW = 1;
export const INSTALL_REDOWNLOAD = 2;
export const INSTALL_LAUNCHED = 4;

/** Reports stop changing this long after the end of a day. */
export const RESTATEMENT_MS = 3 * 86_400_000;

/**
 * Everything that happens to one campaign on one day of its organization, the future of today included.
 * Times are milliseconds after `start`. `reported` is when a report shows it, `withdrawn` when Apple takes an
 * install back (0 = never). Taps and installs point at their impression, whose cell says target, country, device.
 * Spend is in ten-thousandths of the organization's currency.
 */
export interface CampaignDay {
  readonly campaign: Campaign;
  readonly day: DayNumber;
  readonly start: number;
  readonly end: number;
  /** When the daily budget was used up, as an instant; null when it lasted. */
  readonly exhaustedAt: number | null;
  readonly impressions: { readonly time: Uint32Array; readonly cell: Uint32Array };
  readonly taps: TapColumns;
  readonly installs: InstallColumns;
}

export interface TapColumns {
  readonly impression: Uint32Array;
  readonly time: Uint32Array;
  readonly reported: Uint32Array;
  readonly spend: Uint32Array;
}

export interface InstallColumns {
  readonly impression: Uint32Array;
  readonly time: Uint32Array;
  readonly reported: Uint32Array;
  readonly withdrawn: Uint32Array;
  readonly flags: Uint8Array;
  /** First launch of the app; may lie on the next day. Meaningless without INSTALL_LAUNCHED. */
  readonly launch: Uint32Array;
}

/** Generates a day; a function of the world and its two arguments alone. */
export function generateCampaignDay(world: World, campaign: Campaign, day: DayNumber): CampaignDay {
  const zone = campaign.org.timeZone;
  const draft = new DayDraft(world, campaign, startOfDay(zone, day), startOfDay(zone, day + 1));
  const random = randomFor(world.seed, 'campaign-day', campaign.id, day);
  const count = random.poisson(expectedImpressions(world, campaign, day, random));
  const budget = campaign.dailyBudget * 10_000;
  for (let index = 0; index < count && draft.spend < budget; index += 1) {
    const moment = momentOfShare((index + random.next()) / count);
    const target = campaign.targets[random.pickCumulative(campaign.targetWeights)] as Target;
    const country = random.pickCumulative(campaign.countryWeights);
    const ipad = random.next() < 0.1 ? 1 : 0;
    if (target.quietFrom !== null && day >= target.quietFrom) continue;
    draft.impression(moment, cellOf(campaign, target.index, country, ipad), random);
  }
  return draft.finish(day, draft.spend >= budget);
}

function expectedImpressions(world: World, campaign: Campaign, day: DayNumber, random: Random): number {
  if (day < campaign.firstDay || (campaign.lastDay !== null && day > campaign.lastDay)) return 0;
  const growth = growthOf(world.anchorDay - day);
  return campaign.impressionsPerDay * growth * weekdayFactor(weekdayOf(day)) * random.factor(0.06);
}

class DayDraft {
  spend = 0;
  private readonly impressions = { time: [] as number[], cell: [] as number[] };
  private readonly taps = {
    impression: [] as number[],
    time: [] as number[],
    reported: [] as number[],
    spend: [] as number[],
  };
  private readonly installs = {
    impression: [] as number[],
    time: [] as number[],
    reported: [] as number[],
    withdrawn: [] as number[],
    flags: [] as number[],
    launch: [] as number[],
  };
  private readonly length: number;

  constructor(
    private readonly world: World,
    private readonly campaign: Campaign,
    private readonly start: number,
    private readonly end: number,
  ) {
    this.length = end - start;
  }

  impression(moment: number, cell: number, random: Random): void {
    const time = Math.floor(moment * this.length);
    const { campaign, world } = this;
    const target = targetOfCell(campaign, cell);
    const country = countryOfCell(campaign, cell);
    this.impressions.time.push(time);
    this.impressions.cell.push(cell);
    const luck = random.next();
    const tapRate = world.market.tapRate(campaign, target, country);
    if (luck < tapRate) this.tap(time, target, country, random);
    else if (luck > 1 - world.market.viewRate)
      this.install(this.within(time + random.exponential(1_200_000)), INSTALL_BY_VIEW, random);
  }

  private tap(shownAt: number, target: Target, country: string, random: Random): void {
    const time = this.within(shownAt + random.between(2_000, 40_000));
    const price = Math.max(
      1,
      Math.round(target.bid * 10_000 * random.between(0.65, 0.95) * localPrice(this.campaign, country)),
    );
    this.taps.impression.push(this.impressions.cell.length - 1);
    this.taps.time.push(time);
    this.taps.reported.push(time + Math.floor(random.between(4_000, 30_000)));
    this.taps.spend.push(price);
    this.spend += price;
    if (random.chance(this.world.market.installRate(this.campaign, target, country))) {
      this.install(this.within(time + random.between(12_000, 180_000)), 0, random);
    }
  }

  /** One in 25 installs is reported hours or days late, and one in 250 is taken back before the day is closed. */
  private install(time: number, byView: number, random: Random): void {
    const { installs } = this;
    const delay = random.chance(0.04)
      ? random.between(1_800_000, 0.9 * RESTATEMENT_MS)
      : random.between(10_000, 60_000);
    const reported = Math.min(this.length + RESTATEMENT_MS - 1, time + Math.floor(delay));
    const taken = random.chance(0.004) ? Math.floor(random.between(reported, this.length + RESTATEMENT_MS)) : 0;
    const redownload = random.chance(KIND_FACTORS[this.campaign.kind].redownloads) ? INSTALL_REDOWNLOAD : 0;
    const launched = random.chance(0.915) ? INSTALL_LAUNCHED : 0;
    const wait = random.chance(0.05) ? random.between(3_600_000, 72_000_000) : 8_000 + random.exponential(150_000);
    installs.impression.push(this.impressions.cell.length - 1);
    installs.time.push(time);
    installs.reported.push(reported);
    installs.withdrawn.push(taken);
    installs.flags.push(byView | redownload | launched);
    installs.launch.push(time + Math.floor(wait));
  }

  private within(time: number): number {
    return Math.min(this.length - 1, Math.floor(time));
  }

  finish(day: DayNumber, exhausted: boolean): CampaignDay {
    const { impressions, taps, installs } = this;
    return {
      campaign: this.campaign,
      day,
      start: this.start,
      end: this.end,
      exhaustedAt: exhausted ? this.start + (taps.time.at(-1) ?? 0) : null,
      impressions: { time: Uint32Array.from(impressions.time), cell: Uint32Array.from(impressions.cell) },
      taps: {
        impression: Uint32Array.from(taps.impression),
        time: Uint32Array.from(taps.time),
        reported: Uint32Array.from(taps.reported),
        spend: Uint32Array.from(taps.spend),
      },
      installs: {
        impression: Uint32Array.from(installs.impression),
        time: Uint32Array.from(installs.time),
        reported: Uint32Array.from(installs.reported),
        withdrawn: Uint32Array.from(installs.withdrawn),
        flags: Uint8Array.from(installs.flags),
        launch: Uint32Array.from(installs.launch),
      },
    };
  }
}

/** Taps cost less in the cheaper countries of a campaign, never more than the bid allows. */
function localPrice(campaign: Campaign, country: string): number {
  const dearest = Math.max(...campaign.countries.map((code) => storefrontOf(code).cptUsd));
  return Math.sqrt(storefrontOf(country).cptUsd / dearest);
}
