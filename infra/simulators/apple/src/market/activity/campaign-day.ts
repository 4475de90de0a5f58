import { type DayNumber, startOfDay } from '../../base/calendar/calendar-days.ts';
import { type Random, randomFor } from '../../base/random/prng.ts';
import type { CausedAd } from '../caused/caused-events.ts';
import { KIND_FACTORS, momentOfShare } from '../world/market.ts';
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
  /** Installs that were not caused; the caused ones come after them. */
  readonly ownInstalls: number;
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

/** One event of columns. */
type Row<Columns> = { readonly [Name in keyof Columns]: number };

/** Generates a day; a function of the world and its two arguments alone. */
export function generateCampaignDay(world: World, campaign: Campaign, day: DayNumber): CampaignDay {
  const zone = campaign.org.timeZone;
  const draft = new DayDraft(world, campaign, startOfDay(zone, day), startOfDay(zone, day + 1), day);
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
  const own = { exhaustedAt: draft.spend >= budget ? draft.lastTap : null, installs: draft.installCount };
  for (const ad of world.caused.adsOn(campaign.index, day)) draft.caused(ad);
  return draft.finish(own);
}

/** A new campaign comes up to its share within so many days, where activity is shared among those that run. */
const RAMP_DAYS = 14;

function expectedImpressions(world: World, campaign: Campaign, day: DayNumber, random: Random): number {
  const { model, anchorDay } = world;
  if (weightOn(world, campaign, day) === 0) return 0;
  return impressionsOf(world, campaign, day) * model.growth(anchorDay, day) * model.season(day) * random.factor(0.06);
}

/** A campaign's part of the anchor day's impressions, if the campaigns of the day had them. */
function impressionsOf(world: World, campaign: Campaign, day: DayNumber): number {
  if (!world.model.sharedAmongRunning) return campaign.impressionsPerDay;
  const sum = world.campaigns.reduce((total, other) => total + weightOn(world, other, day), 0);
  return (world.model.volumes.impressions * world.scale * weightOn(world, campaign, day)) / sum;
}

/** 0 while a campaign does not run. */
function weightOn(
  { model, adsFrom }: World,
  { firstDay, lastDay, impressionsPerDay }: Campaign,
  day: DayNumber,
): number {
  if (day < firstDay || (lastDay !== null && day > lastDay)) return 0;
  const isOld = !model.sharedAmongRunning || firstDay <= adsFrom;
  return impressionsPerDay * (isOld ? 1 : Math.min(1, (day - firstDay + 1) / RAMP_DAYS));
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
  /** Factor on the price of a tap on this day. */
  private readonly price: number;
  /** Nothing of its own happens after this many milliseconds of the day. */
  private readonly stillFrom: number;

  constructor(
    private readonly world: World,
    private readonly campaign: Campaign,
    private readonly start: number,
    private readonly end: number,
    private readonly day: DayNumber,
  ) {
    this.length = end - start;
    this.price = world.model.price(day);
    this.stillFrom = (world.stillFrom ?? Number.POSITIVE_INFINITY) - start;
  }

  /** Appended, in whatever order it is in time: who was there before keeps its place. */
  caused({ at, cell, spend, install }: CausedAd): void {
    const time = at - this.start;
    const impression = this.impressions.cell.push(cell) - 1;
    this.impressions.time.push(time);
    if (spend !== null) this.pushTap({ impression, time, reported: time, spend });
    if (install === null) return;
    const flags = INSTALL_LAUNCHED | (install === 'view' ? INSTALL_BY_VIEW : 0);
    this.pushInstall({ impression, time, reported: time, withdrawn: 0, flags, launch: time });
  }

  impression(moment: number, cell: number, random: Random): void {
    const time = Math.floor(moment * this.length);
    if (time > this.stillFrom) return;
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
    if (time > this.stillFrom) return;
    const price = Math.max(
      1,
      Math.round(target.bid * 10_000 * random.between(0.65, 0.95) * localPrice(this.campaign, country) * this.price),
    );
    const reported = Math.min(this.stillFrom, time + Math.floor(random.between(4_000, 30_000)));
    this.pushTap({ impression: this.impressions.cell.length - 1, time, reported, spend: price });
    this.spend += price;
    if (random.chance(this.world.market.installRate(this.campaign, target, country))) {
      this.install(this.within(time + random.between(12_000, 180_000)), 0, random);
    }
  }

  /** One in 25 installs is reported hours or days late, and one in 250 is taken back before the day is closed. */
  private install(time: number, byView: number, random: Random): void {
    const delay = random.chance(0.04)
      ? random.between(1_800_000, 0.9 * RESTATEMENT_MS)
      : random.between(10_000, 60_000);
    const reported = Math.min(this.length + RESTATEMENT_MS - 1, time + Math.floor(delay));
    const taken = random.chance(0.004) ? Math.floor(random.between(reported, this.length + RESTATEMENT_MS)) : 0;
    const redownload = random.chance(KIND_FACTORS[this.campaign.kind].redownloads) ? INSTALL_REDOWNLOAD : 0;
    const launched = random.chance(this.world.model.launchShare) ? INSTALL_LAUNCHED : 0;
    const wait = random.chance(0.05) ? random.between(3_600_000, 72_000_000) : 8_000 + random.exponential(150_000);
    const launch = time + Math.floor(wait);
    if (time > this.stillFrom) return;
    this.pushInstall({
      impression: this.impressions.cell.length - 1,
      time,
      reported: Math.min(this.stillFrom, reported),
      withdrawn: taken > this.stillFrom ? 0 : taken,
      flags: byView | redownload | (launch > this.stillFrom ? 0 : launched),
      launch,
    });
  }

  private pushTap(tap: Row<TapColumns>): void {
    for (const [name, value] of Object.entries(tap)) this.taps[name as keyof TapColumns].push(value);
  }

  private pushInstall(install: Row<InstallColumns>): void {
    for (const [name, value] of Object.entries(install)) this.installs[name as keyof InstallColumns].push(value);
  }

  private within(time: number): number {
    return Math.min(this.length - 1, Math.floor(time));
  }

  get installCount(): number {
    return this.installs.time.length;
  }

  get lastTap(): number {
    return this.start + (this.taps.time.at(-1) ?? 0);
  }

  finish(own: { exhaustedAt: number | null; installs: number }): CampaignDay {
    const { impressions, taps, installs } = this;
    return {
      campaign: this.campaign,
      day: this.day,
      start: this.start,
      end: this.end,
      exhaustedAt: own.exhaustedAt,
      ownInstalls: own.installs,
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
