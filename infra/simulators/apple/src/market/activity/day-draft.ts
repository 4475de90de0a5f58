import type { DayNumber } from '../../base/calendar/calendar-days.ts';
import type { Random } from '../../base/random/prng.ts';
import type { CausedAd } from '../caused/caused-events.ts';
import { KIND_FACTORS } from '../world/market.ts';
import { storefrontOf } from '../world/storefronts.ts';
import { type Campaign, countryOfCell, type Target, targetOfCell } from '../world/structure.ts';
import type { World } from '../world/world.ts';
import {
  type CampaignDay,
  INSTALL_BY_VIEW,
  INSTALL_CAUSED,
  INSTALL_LAUNCHED,
  INSTALL_REDOWNLOAD,
  type InstallColumns,
  RESTATEMENT_MS,
  type Row,
  type TapColumns,
} from './day-columns.ts';

/** A day while it is made. */
export class DayDraft {
  spend = 0;
  readonly impressions = { time: [] as number[], cell: [] as number[] };
  readonly taps = {
    impression: [] as number[],
    time: [] as number[],
    reported: [] as number[],
    spend: [] as number[],
  };
  readonly installs = {
    impression: [] as number[],
    time: [] as number[],
    reported: [] as number[],
    withdrawn: [] as number[],
    flags: [] as number[],
    launch: [] as number[],
  };
  readonly length: number;
  /** Factor on the price of a tap on this day. */
  private readonly price: number;
  /** Nothing of its own happens after this many milliseconds of the day. */
  private readonly stillFrom: number;

  constructor(
    private readonly world: World,
    private readonly campaign: Campaign,
    readonly start: number,
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
    const flags = INSTALL_CAUSED | INSTALL_LAUNCHED | (install === 'view' ? INSTALL_BY_VIEW : 0);
    this.pushInstall({ impression, time, reported: time, withdrawn: 0, flags, launch: time });
  }

  /** @param moment share of the day that has passed */
  impression(moment: number, cell: number, random: Random): void {
    this.impressionAt(Math.floor(moment * this.length), cell, random, 1);
  }

  /** @param bidFactor on the bid that the target was built with */
  impressionAt(time: number, cell: number, random: Random, bidFactor: number): void {
    if (time > this.stillFrom) return;
    const { campaign, world } = this;
    const target = targetOfCell(campaign, cell);
    const country = countryOfCell(campaign, cell);
    this.impressions.time.push(time);
    this.impressions.cell.push(cell);
    const luck = random.next();
    const tapRate = world.market.tapRate(campaign, target, country);
    if (luck < tapRate) this.tap(time, target, country, random, bidFactor);
    else if (luck > 1 - world.market.viewRate)
      this.install(this.within(time + random.exponential(1_200_000)), INSTALL_BY_VIEW, random);
  }

  private tap(impressionTime: number, target: Target, country: string, random: Random, bidFactor: number): void {
    const time = this.within(impressionTime + random.between(2_000, 40_000));
    if (time > this.stillFrom) return;
    const price = Math.max(
      1,
      Math.round(
        target.bid * bidFactor * 10_000 * random.between(0.65, 0.95) * localPrice(this.campaign, country) * this.price,
      ),
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
    const withdrawnAt = random.chance(0.004) ? Math.floor(random.between(reported, this.length + RESTATEMENT_MS)) : 0;
    const redownload = random.chance(KIND_FACTORS[this.campaign.kind].redownloads) ? INSTALL_REDOWNLOAD : 0;
    const launched = random.chance(this.world.model.launchShare) ? INSTALL_LAUNCHED : 0;
    const wait = random.chance(0.05) ? random.between(3_600_000, 72_000_000) : 8_000 + random.exponential(150_000);
    const launch = time + Math.floor(wait);
    if (time > this.stillFrom) return;
    this.pushInstall({
      impression: this.impressions.cell.length - 1,
      time,
      reported: Math.min(this.stillFrom, reported),
      withdrawn: withdrawnAt > this.stillFrom ? 0 : withdrawnAt,
      flags: byView | redownload | (launch > this.stillFrom ? 0 : launched),
      launch,
    });
  }

  private pushTap(tap: Row<TapColumns>): void {
    const { taps } = this;
    taps.impression.push(tap.impression);
    taps.time.push(tap.time);
    taps.reported.push(tap.reported);
    taps.spend.push(tap.spend);
  }

  private pushInstall(install: Row<InstallColumns>): void {
    const { installs } = this;
    installs.impression.push(install.impression);
    installs.time.push(install.time);
    installs.reported.push(install.reported);
    installs.withdrawn.push(install.withdrawn);
    installs.flags.push(install.flags);
    installs.launch.push(install.launch);
  }

  private within(time: number): number {
    return Math.min(this.length - 1, Math.floor(time));
  }

  get lastTap(): number {
    return this.start + (this.taps.time.at(-1) ?? 0);
  }

  finish(exhaustedAt: number | null): CampaignDay {
    const { impressions, taps, installs } = this;
    return {
      campaign: this.campaign,
      day: this.day,
      start: this.start,
      end: this.end,
      exhaustedAt,
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
