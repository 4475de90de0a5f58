import { addMonths, type DayNumber, firstOfMonth, formatDay, weekdayOf } from '../../base/calendar/calendar-days.ts';
import { valueByAudience, valueByKind } from './audiences.ts';
import type { Campaign } from './structure.ts';

/** Volumes of the anchor day at scale 1, over all running campaigns and both apps. */
export interface Volumes {
  readonly impressions: number;
  readonly taps: number;
  readonly paidInstalls: number;
  readonly organicInstalls: number;
}

/**
 * How much happens on which day. A folder keeps the version its world began with: people and figures of the past follow from
 * these numbers and have been posted, so a version is never changed once it was shipped.
 */
export interface MarketModel {
  readonly volumes: Volumes;
  /** Share of the installs by ads that are opened. */
  readonly launchShare: number;
  /** Factor on the share of people who buy. */
  readonly buyers: number;
  /** Factor on the willingness to pay of those whom a campaign brings. */
  value(campaign: Pick<Campaign, 'kind' | 'name'>): number;
  /** First day with campaigns. */
  adsFrom(anchorDay: DayNumber, historyMonths: number): DayNumber;
  /** First day with people. */
  peopleFrom(anchorDay: DayNumber, historyMonths: number): DayNumber;
  /** Activity of a day relative to the anchor day, before weekday and season. */
  growth(anchorDay: DayNumber, day: DayNumber): number;
  /** Factor of weekday, season and holidays on the activity of a day. */
  season(day: DayNumber): number;
  /** Factor on the price of a tap, at most 1. */
  price(day: DayNumber): number;
  /** Whether the day's activity is split among the campaigns that run on it; else each has its own share, independent of the others. */
  readonly sharedAmongRunning: boolean;
}

/** The fourth market is the third with further campaigns; in the fifth Apple sets the bids of one of them, with the same figures. */
export const MARKET_VERSION = 5;

/** Whole months of history before the anchor day's month, unless a folder was begun with another number. */
export const HISTORY_MONTHS = 14;
const DAYS_PER_MONTH = 365.25 / 12;
/** The present goes on growing until it is this many times the anchor day. */
const MOST_GROWTH = 3;

/** The second market: as the present one, slower in growth, with dearer taps; hardly any campaign but the brand earns. */
const continuous: MarketModel = {
  volumes: { impressions: 13_000, taps: 1_200, paidInstalls: 580, organicInstalls: 120 },
  launchShare: 0.7,
  buyers: 0.8,
  value: valueByKind,
  adsFrom: (anchorDay, months) => addMonths(firstOfMonth(anchorDay), -months),
  peopleFrom: (anchorDay, months) => addMonths(firstOfMonth(anchorDay), -months),
  growth: monthlyGrowth(1.05),
  season: (day) => weekdayFactor(day) * (1 + 0.04 * yearlyWave(day, 15)) * (HOLIDAYS[formatDay(day).slice(5)] ?? 1),
  price: (day) => 0.95 + 0.05 * yearlyWave(day, 340),
  sharedAmongRunning: true,
};

/** The first market: four fifths of all activity in its last week, people for 90 days, figures for two years. */
const steep: MarketModel = {
  volumes: { impressions: 90_000, taps: 8_000, paidInstalls: 5_000, organicInstalls: 2_500 },
  launchShare: 0.915,
  buyers: 1,
  value: valueByKind,
  adsFrom: (anchorDay) => anchorDay - 720,
  peopleFrom: (anchorDay) => anchorDay - 90,
  growth(anchorDay, day) {
    const before = anchorDay - day;
    if (before <= 0) return Math.min(1.3, 1.004 ** -before);
    return 0.85 * Math.exp(-before / 2.5) + 0.037 * Math.exp(-before / 60) + 0.02 * Math.exp(-before / 500);
  },
  season: (day) => weekdayFactor(day),
  price: () => 1,
  sharedAmongRunning: false,
};

/** One continuous process: steady growth, a yearly wave, busy weekends, holidays, and dear taps before Christmas. */
const earning: MarketModel = {
  ...continuous,
  value: valueByAudience,
  growth: monthlyGrowth(1.09),
  price: (day) => 0.75 * continuous.price(day),
};

const MODELS: Readonly<Record<number, MarketModel>> = { 1: steep, 2: continuous, 3: earning, 4: earning, 5: earning };

/** @throws for a version that this simulator does not know, such as that of a folder of a later one */
export function marketModelOf(version: number): MarketModel {
  const model = MODELS[version];
  if (model === undefined) throw new Error(`This simulator knows no market of version ${version}`);
  return model;
}

function monthlyGrowth(factor: number): MarketModel['growth'] {
  return (anchorDay, day) => Math.min(MOST_GROWTH, factor ** ((day - anchorDay) / DAYS_PER_MONTH));
}

/** Weekends are a little busier. */
function weekdayFactor(day: DayNumber): number {
  const weekday = weekdayOf(day);
  return weekday === 0 || weekday === 6 ? 1.08 : 0.97;
}

/** Between −1 and 1, highest on a day of the year. */
const yearlyWave = (day: DayNumber, peak: number): number =>
  Math.cos((2 * Math.PI * (day - startOfYear(day) - peak)) / 365.25);

const startOfYear = (day: DayNumber): DayNumber =>
  Date.UTC(new Date(day * 86_400_000).getUTCFullYear(), 0, 1) / 86_400_000;

/** Days on which people have time, and those on which they have none (month and day). */
const HOLIDAYS: Readonly<Record<string, number>> = {
  '01-01': 1.25,
  '01-02': 1.15,
  '12-24': 0.85,
  '12-25': 1.3,
  '12-26': 1.2,
  '12-31': 0.9,
};
