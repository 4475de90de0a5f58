import { describe, expect, it } from 'vitest';
import { addDays, hourMs } from '../../../shared/calendar/days.ts';
import { type BuiltInKind, defaultSettings } from '../settings/built-in-kinds.ts';
import type { AlertCampaign, AlertFigures } from './alert-figures.ts';
import { evaluateBuiltIn } from './evaluate-built-in.ts';
import { campaignOf, figuresOf, noon, today } from './sample-figures.fixture.ts';

const million = 1_000_000;

const settings = defaultSettings({ factor: 1.5, plus: 50 });
const evaluated = (kind: BuiltInKind, figures: AlertFigures) => evaluateBuiltIn(kind, settings, figures);
const findings = (kind: BuiltInKind, figures: AlertFigures) =>
  Object.fromEntries(evaluated(kind, figures).map(({ key, finding }) => [key, finding]));

describe('a spike of spend', () => {
  const spend = (onToday: number) => (ago: number) => ({ spend: (ago === 0 ? onToday : 64) * million });

  it('is found of a campaign and of all together, with what is usual', () => {
    const figures = figuresOf([campaignOf(1, spend(182.5)), campaignOf(2, spend(60))]);
    expect(findings('spend_spike', figures)).toEqual({ 1: true, 2: false, 'org:40': true });
    expect(evaluated('spend_spike', figures)[0]).toMatchObject({
      text: 'Spend spike in Campaign 1: 182.50 EUR today, usually 64.00 EUR a day',
      text_without_amounts: 'Spend spike in Campaign 1',
      value: 182_500_000,
      limit: 114_000_000,
      org_id: 40,
      series: {
        from: '2026-11-09',
        values: [...Array.from({ length: 14 }, () => 64 * million), 182.5 * million],
        usual: 64 * million,
        low: null,
        high: 114 * million,
      },
    });
    expect(evaluated('spend_spike', figures)[1]?.series).toBeUndefined();
  });

  it('is neither far above by share alone nor by amount alone', () => {
    expect(
      findings('spend_spike', figuresOf([campaignOf(1, (ago) => ({ spend: ago === 0 ? 10 * million : million }))]))[1],
    ).toBe(false);
    expect(
      findings('spend_spike', figuresOf([campaignOf(1, (ago) => ({ spend: (ago === 0 ? 1400 : 1000) * million }))]))[1],
    ).toBe(false);
  });

  it('is not looked for with few days before, and unknown while part of today is', () => {
    expect(
      findings('spend_spike', figuresOf([campaignOf(1, (ago) => ({ spend: ago < 7 ? 100 * million : 0 }))])),
    ).toEqual({});
    const partial = campaignOf(1, (ago) => ({ spend: 64 * million, isPartial: ago === 0 }));
    expect(findings('spend_spike', figuresOf([partial]))[1]).toBeNull();
  });
});

describe('a budget', () => {
  const used = (share: number) => campaignOf(1, () => ({ spend: share * million }), 100 * million);

  it('is nearly used at nine tenths while six hours are left', () => {
    expect(findings('budget', figuresOf([used(90)]))).toEqual({ 1: true });
    expect(findings('budget', figuresOf([used(89)]))).toEqual({ 1: false });
  });

  it('keeps what was said of it late in the day', () => {
    const late = Date.parse(`${today}T18:01:00.000Z`);
    expect(findings('budget', figuresOf([used(95)], {}, late))).toEqual({ 1: null });
  });

  it('of the month continues as in the last week', () => {
    const monthly = (limit: number) =>
      evaluateBuiltIn(
        'budget',
        { ...settings, budget: { ...settings.budget, monthly_limit: limit } },
        figuresOf([campaignOf(1, () => ({ spend: 10 * million }))]),
      ).find(({ key }) => key === 'org:40');
    // 23 days so far and 7 to come.
    expect(monthly(300)).toMatchObject({ finding: false, value: 300 * million });
    expect(monthly(299.99)?.finding).toBe(true);
  });
});

describe('the users of campaigns', () => {
  /** All users are known of so many days ago and later. */
  const since = (ago: number, campaign: AlertCampaign): AlertFigures => {
    const figures = figuresOf([campaign]);
    const peopleSince = addDays(today, -ago);
    return { ...figures, organizations: figures.organizations.map((entry) => ({ ...entry, peopleSince })) };
  };

  it('have a tracking gap where the SDK sees fewer of the installs than usual', () => {
    const gap = campaignOf(1, (ago) => ({ installs: 1000, firstLaunches: ago >= 1 && ago <= 3 ? 810 : 920 }));
    expect(evaluated('tracking_gap', figuresOf([gap]))).toMatchObject([
      {
        key: 'org:40',
        finding: true,
        text: 'Tracking gap in Moonvale: 81.0 % of installs were seen by the SDK in 3 days, usually 92.0 %',
        window: { from: '2026-11-20', to: '2026-11-22' },
        series: {
          from: '2026-10-23',
          values: [...Array.from({ length: 28 }, () => 920_000), 810_000, 810_000, 810_000],
          usual: 920_000,
          low: 820_000,
          high: 1_020_000,
        },
      },
    ]);
    const young = campaignOf(1, (ago) => ({ installs: 1000, firstLaunches: ago <= 12 ? 920 : 0 }));
    expect(findings('tracking_gap', since(12, young))).toEqual({ 'org:40': null });
    expect(findings('tracking_gap', since(2, young))).toEqual({ 'org:40': null });
    const steady = campaignOf(1, () => ({ installs: 1000, firstLaunches: 920 }));
    expect(findings('tracking_gap', figuresOf([steady]))).toEqual({ 'org:40': false });
    expect(findings('tracking_gap', figuresOf([campaignOf(1, () => ({}))]))).toEqual({ 'org:40': null });
  });

  it('bring less for their spend than those of the four weeks before', () => {
    // Closed for seven days: the week is 8 to 14 days ago.
    const falling = campaignOf(1, (ago) => {
      const income = ago >= 8 && ago <= 14 ? (ago % 2 === 0 ? 90 : 70) : ago % 2 === 0 ? 120 : 100;
      return { spend: 100 * million, income: income * million, conversions: 10 };
    });
    expect(findings('roas_falling', figuresOf([falling]))).toEqual({ 1: true, 'org:40': true });
    const { series } = evaluated('roas_falling', figuresOf([falling]))[0] ?? {};
    expect(series).toMatchObject({ from: '2026-10-12', usual: 1_100_000, low: 880_000, high: null });
    expect(series?.values.slice(-8)).toEqual([
      1_000_000, 900_000, 700_000, 900_000, 700_000, 900_000, 700_000, 900_000,
    ]);
    expect(findings('roas_falling', since(42, falling))).toEqual({ 1: true, 'org:40': true });
    expect(findings('roas_falling', since(41, falling))).toEqual({});
    const unpriced = campaignOf(1, (ago) => ({ spend: 100, income: ago === 20 ? null : 100, conversions: 10 }));
    expect(findings('roas_falling', figuresOf([unpriced]))).toEqual({});
  });
});

describe('sources', () => {
  it('are silent where much usually comes', () => {
    const silent = (hours: number, perDay: number) =>
      findings('integration', figuresOf([], { sdk: { last: noon - hours * hourMs, perDay } }));
    expect(silent(6, 50)).toEqual({ 'sdk:silent': true });
    expect(silent(5, 50)).toEqual({ 'sdk:silent': false });
    expect(silent(90, 49)).toEqual({});
  });

  it('have late pulls', () => {
    const [organization] = figuresOf([]).organizations;
    const pulled = { ads: noon - 7 * hourMs, search_terms: noon - 49 * hourMs, impression_share: null };
    const late = organization === undefined ? [] : [{ ...organization, pulled, adsDay: addDays(today, -2) }];
    expect(findings('no_data', figuresOf([], { organizations: late }))).toEqual({
      'org:40': true,
      'org:40:yesterday': true,
      'org:40:search_terms': true,
    });
  });

  it('are rules that missed two runs, and those with other troubles', () => {
    const rules = [1, 2].map((missed) => ({ key: `rule:${100 + missed}`, name: 'Raise', text: 'Missed', missed }));
    const held = { key: 'rule:103:held', name: 'Lower', text: 'Is held', missed: null };
    const incidentsFound = { 'rule:101': false, 'rule:102': true, 'rule:103:held': true };
    expect(findings('rules', figuresOf([], { rules: [...rules, held] }))).toEqual(incidentsFound);
  });
});
