import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, dayAt, formatDay, HOUR_MS, parseDay, startOfDay } from '../base/calendar/calendar-days.ts';
import { createActivityStore } from './activity/activity-store.ts';
import { METRIC_COUNT, SPEND, TAP_NEW_DOWNLOADS, TAP_REDOWNLOADS, TAPS } from './activity/metrics.ts';
import { isAttributed, peopleOf, sourcesOf } from './people/person.ts';
import { purchaseStoryOf } from './people/purchase-story.ts';
import { bookingsOf, linesOf } from './sales/bookings.ts';
import { unitsPerUsd } from './world/campaign-builder.ts';
import { createWorld } from './world/world.ts';

const anchorDay = parseDay('2026-11-20') ?? 0;
const now = anchorDay * DAY_MS + 18 * HOUR_MS;
const scale = 0.25;
const world = createWorld({ seed: 5, scale, anchorDay });
const activity = createActivityStore(world);

/** What a calendar month brought, money in US dollars; `early` is what its installs paid within 30 days. */
interface Month {
  days: number;
  installs: number;
  spend: number;
  income: number;
  early: number;
  refunds: number;
}
const months = new Map<string, Month>();
/** Spend of each campaign, and what its users pay within two years of their first payment; US dollars. */
const earned = new Map<string, { spend: number; income: number }>();
const horizonMs = 730 * DAY_MS;
const totals = { launches: 0, messages: 0, yearlyRenewals: 0 };

const monthOf = (day: number): Month => {
  const name = formatDay(day).slice(0, 7);
  const month = months.get(name) ?? { days: 0, installs: 0, spend: 0, income: 0, early: 0, refunds: 0 };
  months.set(name, month);
  return month;
};

beforeAll(() => {
  for (let day = world.peopleFrom; day <= anchorDay; day += 1) {
    const month = monthOf(day);
    month.days += 1;
    for (const campaign of world.campaigns) {
      const { installs, taps } = activity.campaignDay(campaign, day);
      month.installs += installs.time.length;
      const spend = taps.spend.reduce((sum, amount) => sum + amount / 10_000 / unitsPerUsd(campaign.org.currency), 0);
      month.spend += spend;
      earnedOf(campaign.name).spend += spend;
    }
    for (const app of world.apps) {
      month.installs += activity.organicDay(app, day).launch.length;
      for (const source of sourcesOf(world, app, day))
        for (const person of peopleOf(world, activity, source)) if (person.launchedAt <= now) addPerson(person, month);
    }
  }
});

function earnedOf(campaign: string): { spend: number; income: number } {
  const sums = earned.get(campaign) ?? { spend: 0, income: 0 };
  earned.set(campaign, sums);
  return sums;
}

function addEarned({ origin }: ReturnType<typeof peopleOf>[number], bookings: ReturnType<typeof bookingsOf>): void {
  if (!isAttributed(origin)) return;
  const first = bookings.find(({ units, proceeds }) => units * proceeds > 0)?.at ?? 0;
  for (const { at, units, proceeds, transaction } of bookings)
    if (at <= first + horizonMs)
      earnedOf(origin.campaign.name).income += (units * proceeds) / unitsPerUsd(transaction.currency);
}

function addPerson(person: ReturnType<typeof peopleOf>[number], installedIn: Month): void {
  totals.launches += 1;
  const story = purchaseStoryOf(world, person);
  if (story === null) return;
  totals.messages += story.events.filter(({ deliverAt }) => deliverAt <= now).length;
  const lines = linesOf(story).map((line) => bookingsOf(line));
  for (const bookings of lines) addEarned(person, bookings);
  for (const { at, kind, units, proceeds, transaction } of lines.flat()) {
    if (at > now) continue;
    const money = (units * proceeds) / unitsPerUsd(transaction.currency);
    const month = monthOf(Math.max(world.peopleFrom, dayAt('UTC', at)));
    month.income += money;
    if (kind === 'refund') month.refunds += 1;
    if (at < person.launchedAt + 30 * DAY_MS) installedIn.early += money;
    const { product, reason, purchasedAt, originalPurchasedAt } = transaction;
    const isSecondYear = product.period === 'P1Y' && purchasedAt - originalPurchasedAt > 360 * DAY_MS;
    if (reason === 'RENEWAL' && isSecondYear) totals.yearlyRenewals += 1;
  }
}

const inOrder = (): Month[] =>
  [...months].sort(([left], [right]) => left.localeCompare(right)).map(([, month]) => month);

/** What each finished month has of a figure per day, over that of the month before. */
const growth = (of: (month: Month) => number, skip = 0): number[] => {
  const perDay = inOrder()
    .slice(0, -1)
    .map((month) => of(month) / month.days);
  return perDay.slice(skip + 1).map((value, index) => value / (perDay[skip + index] ?? Number.NaN));
};
const mean = (values: readonly number[]) =>
  values.reduce((product, value) => product * value, 1) ** (1 / values.length);

describe('fourteen months of the market', () => {
  it('grow by some 9 % a month in installs and spend, without a leap', () => {
    expect(months.size).toBe(15);
    for (const ratios of [growth((month) => month.installs), growth((month) => month.spend)]) {
      for (const ratio of ratios) {
        expect(ratio).toBeGreaterThan(0.96);
        expect(ratio).toBeLessThan(1.22);
      }
      expect(mean(ratios)).toBeGreaterThan(1.07);
      expect(mean(ratios)).toBeLessThan(1.11);
    }
  });

  it('have income, refunds and a second year of yearly subscriptions', () => {
    for (const month of months.values()) expect(Math.min(month.income, month.early, month.spend)).toBeGreaterThan(0);
    for (const month of inOrder().slice(1)) expect(month.refunds).toBeGreaterThan(0);
    expect(totals.yearlyRenewals).toBeGreaterThan(10);
  });

  it('bring income that follows the installs: no month twice the one before, once subscriptions have built up', () => {
    for (const ratio of [
      ...growth((month) => month.income, 3),
      ...growth(({ early, installs, days }) => (early / installs) * days),
    ]) {
      expect(ratio).toBeGreaterThan(0.6);
      expect(ratio).toBeLessThan(1.6);
    }
  });

  it('go over into the present: today so far is like yesterday at that time', () => {
    const soFar = (back: number) => {
      const seen = world.organizations.map((org) => {
        const today = dayAt(org.timeZone, now);
        const passed = now - startOfDay(org.timeZone, today);
        return seenOf(org, today - back, startOfDay(org.timeZone, today - back) + passed);
      });
      return (name: keyof ReturnType<typeof seenOf>) => seen.reduce((sum, orgTotals) => sum + orgTotals[name], 0);
    };
    for (const name of ['taps', 'spend', 'installs'] as const) {
      const usual = [1, 2, 3, 4, 5, 6, 7].reduce((sum, back) => sum + soFar(back)(name), 0) / 7;
      expect(soFar(0)(name) / usual).toBeGreaterThan(0.75);
      expect(soFar(0)(name) / usual).toBeLessThan(1.33);
    }
    const ofDay = (day: number) =>
      world.organizations.reduce((sum, org) => sum + seenOf(org, day, (day + 3) * DAY_MS).spend, 0);
    const lastWeek = [1, 2, 3, 4, 5, 6, 7].reduce((sum, back) => sum + ofDay(anchorDay - back), 0) / 7;
    const nextWeek = [1, 2, 3, 4, 5, 6, 7].reduce((sum, ahead) => sum + ofDay(anchorDay + ahead), 0) / 7;
    expect(nextWeek / lastWeek).toBeGreaterThan(0.9);
    expect(nextWeek / lastWeek).toBeLessThan(1.15);
  });

  it('are few enough posts for two minutes', () => {
    expect((totals.launches + totals.messages) / scale).toBeLessThan(210_000);
    expect(totals.launches / totals.messages).toBeGreaterThan(1.5);
  });

  it('have no campaign and no people before they begin', () => {
    for (const campaign of world.campaigns)
      expect(activity.campaignDay(campaign, world.peopleFrom - 1).impressions.time).toHaveLength(0);
    for (const app of world.apps) expect(activity.organicDay(app, world.peopleFrom - 1).launch).toHaveLength(0);
  });
});

describe('what the campaigns of the market earn', () => {
  /** Two years of income from the first payment on, which is what reports predict, over spend. */
  const roasOf = (wanted: (campaign: (typeof world.campaigns)[number]) => boolean) => {
    const sums = world.campaigns.filter(wanted).map((campaign) => earned.get(campaign.name) ?? { spend: 0, income: 0 });
    return sums.reduce((sum, { income }) => sum + income, 0) / sums.reduce((sum, { spend }) => sum + spend, 0);
  };

  it('is more than they cost for brand and two category campaigns, less for competitor and discovery', () => {
    expect(roasOf(({ kind }) => kind === 'brand')).toBeGreaterThan(2);
    expect(roasOf(({ name }) => name === 'DACH | Kategorie | Exact')).toBeGreaterThan(1.1);
    expect(roasOf(({ name }) => name === 'JP | Category | Exact')).toBeGreaterThan(1.1);
    expect(roasOf(({ kind }) => kind === 'competitor')).toBeLessThan(0.8);
    expect(roasOf(({ kind }) => kind === 'discovery')).toBeLessThan(0.8);
    expect(roasOf(() => true)).toBeGreaterThan(1.05);
    expect(roasOf(() => true)).toBeLessThan(1.3);
  });
});

/** What reports of an instant show of a day, money in US dollars. */
function seenOf(org: (typeof world.organizations)[number], day: number, asOf: number) {
  const seen = { taps: 0, spend: 0, installs: 0 };
  for (const campaign of world.campaigns.filter((candidate) => candidate.org === org)) {
    const { cells, figures } = activity.cells(campaign, day, asOf);
    for (let cell = 0; cell < cells.length; cell += 1) {
      const at = (metric: number) => figures[cell * METRIC_COUNT + metric] ?? 0;
      seen.taps += at(TAPS);
      seen.spend += at(SPEND) / 10_000 / unitsPerUsd(org.currency);
      seen.installs += at(TAP_NEW_DOWNLOADS) + at(TAP_REDOWNLOADS);
    }
  }
  return seen;
}

/** Everything of a few days in a world: what ads brought, who came and what they bought. */
function digestOf(version: number, factor: number): string {
  const first = createWorld({ seed: 7, scale: factor, anchorDay, version });
  const days = createActivityStore(first);
  const until = (anchorDay + 30) * DAY_MS;
  const hash = createHash('sha256');
  const add = (value: unknown) => hash.update(JSON.stringify(value));
  const pastDays = [60, 5, 1].map((back) => anchorDay - back);
  for (const source of pastDays.flatMap((day) => first.apps.flatMap((app) => sourcesOf(first, app, day)))) {
    const campaign = source.kind === 'campaign' ? first.campaigns[source.index] : undefined;
    if (campaign !== undefined) {
      const { start, impressions, taps, installs } = days.campaignDay(campaign, source.day);
      add([start, [...impressions.cell], [...taps.spend], [...installs.reported]]);
    }
    for (const person of peopleOf(first, days, source)) {
      const story = purchaseStoryOf(first, person);
      const events = story?.events.filter((event) => event.deliverAt <= until);
      const { installId, launchedAt, country } = person;
      const purchases = events?.map(({ kind, number, deliverAt, transaction }) => [
        kind,
        number,
        deliverAt,
        transaction.id,
        transaction.priceMilli,
      ]);
      add([installId, launchedAt, country, story?.tagged, purchases]);
    }
  }
  return hash.digest('hex');
}

describe('a world of an earlier market', () => {
  it.each([
    [1, 1, '7f843d8ed6b6439119daf08c447b7b4f08ca5bcbdb24bc733bbe2bebfeee3b05'],
    [3, 2, '8837f4f04359b575e536e0e51db72cb0625331cfeb5128cc093d22c76faf791c'],
    [2, 2, 'b9949063834a32fd6c629d28165633a22952a43e4f5772347ea810a1055d0b8a'],
  ])('is what it was when its people were posted: version %i', (version, factor, digest) => {
    expect(digestOf(version, factor)).toBe(digest);
  });

  it('is the same in figures and people in the fourth version as in the fifth, in which Apple sets some bids', () => {
    expect(digestOf(5, 0.2)).toBe(digestOf(4, 0.2));
    const strategies = (version: number) =>
      new Set(createWorld({ seed: 7, scale: 0.2, anchorDay, version }).campaigns.map(({ bidStrategy }) => bidStrategy));
    expect(strategies(4)).toEqual(new Set(['MANUAL_CPT']));
    expect(strategies(5)).toEqual(new Set(['MANUAL_CPT', 'MAX_CONVERSIONS']));
  });
});
