import { describe, expect, it } from 'vitest';
import { fold } from '../../../shared/decider.ts';
import { type AdsMonthState, adsMonthDecider, diffMonthRows } from '../ads-extra.decider.ts';
import { adsReportDecider } from '../ads-report.decider.ts';
import { countLoadedDays, daysLoadedDecider, nextSpanToLoad, recordLoadedDays } from './days-loaded.decider.ts';
import { isMonthCounted, monthDifferences } from './month-by-days.ts';

const identity = { application_id: 1, org_id: 40, loaded_at: '2026-11-28T18:00:00.000Z' };
const loaded = (from_day: string, to_day: string) => ({ ...identity, from_day, to_day });
const afterSpans = (...spans: readonly (readonly [from: string, to: string])[]) =>
  fold(
    daysLoadedDecider,
    spans.flatMap(([from, to]) => recordLoadedDays([], loaded(from, to))),
  );

describe('days that were loaded', () => {
  it('are recorded once, whoever loads them again', () => {
    const state = afterSpans(['2026-05-01', '2026-05-31']);
    expect(recordLoadedDays(state, loaded('2026-05-01', '2026-05-31'))).toEqual([]);
    expect(recordLoadedDays(state, loaded('2026-05-10', '2026-05-20'))).toEqual([]);
    expect(recordLoadedDays(state, loaded('2026-04-30', '2026-05-20'))).toHaveLength(1);
  });

  it('count once, however spans lie over each other', () => {
    const state = afterSpans(
      ['2026-05-01', '2026-05-31'],
      ['2026-05-20', '2026-06-02'],
      ['2026-04-30', '2026-04-30'],
      ['2026-01-01', '2026-01-01'],
    );
    expect(state).toEqual([
      { from_day: '2026-01-01', to_day: '2026-01-01' },
      { from_day: '2026-04-30', to_day: '2026-06-02' },
    ]);
    expect(countLoadedDays(state)).toBe(35);
  });
});

describe('the next days to load', () => {
  const range = { from_day: '2026-01-01', to_day: '2026-08-28' };

  it('are the newest, at most so many', () => {
    expect(nextSpanToLoad([], range, 90)).toEqual({ from_day: '2026-05-31', to_day: '2026-08-28' });
    expect(nextSpanToLoad([], { ...range, from_day: '2026-08-20' }, 90)).toEqual({
      from_day: '2026-08-20',
      to_day: '2026-08-28',
    });
  });

  it('are before those that are in, and never days that are in', () => {
    const state = afterSpans(['2026-03-01', '2026-04-30'], ['2026-05-31', '2026-08-28']);
    expect(nextSpanToLoad(state, range, 90)).toEqual({ from_day: '2026-05-01', to_day: '2026-05-30' });
    const rest = afterSpans(['2026-03-01', '2026-08-28']);
    expect(nextSpanToLoad(rest, range, 90)).toEqual({ from_day: '2026-01-01', to_day: '2026-02-28' });
  });

  it('are newer ones where time has passed since the last load', () => {
    const state = afterSpans(['2026-01-01', '2026-08-10']);
    expect(nextSpanToLoad(state, range, 90)).toEqual({ from_day: '2026-08-11', to_day: '2026-08-28' });
  });

  it('are none when all are in', () => {
    expect(nextSpanToLoad(afterSpans(['2025-12-01', '2026-09-30']), range, 90)).toBeUndefined();
  });
});

const figures = { impressions: 10, taps: 2, tap_installs: 1, view_installs: 0 };
const monthOf = (...rows: readonly (readonly [campaign: number, country: string, micros: number])[]): AdsMonthState =>
  fold(
    adsMonthDecider,
    diffMonthRows(
      new Map(),
      { application_id: 1, org_id: 40, month: '2026-05-01', currency: 'USD', pulled_at: identity.loaded_at },
      rows.map(([campaign_id, country, spend_micros]) => ({ campaign_id, country, ...figures, spend_micros })),
    ),
  );
const dayOf = (campaign_id: number, spend_micros: number, more: object = {}) =>
  fold(adsReportDecider, [
    {
      type: 'AdsReportRowsRecorded' as const,
      data: {
        application_id: 1,
        org_id: 40,
        campaign_id,
        level: 'campaign' as const,
        day: '2026-05-01',
        currency: 'USD',
        pulled_at: identity.loaded_at,
        rows: [{ ad_group_id: 0, keyword_id: 0, country: 'US', ...figures, spend_micros, ...more }],
      },
    },
  ]);

describe('a month beside its days', () => {
  it('is the same within a cent, over all countries', () => {
    const month = monthOf([700, 'US', 1_000_000], [700, 'GB', 500_000]);
    expect(monthDifferences(month, [dayOf(700, 1_000_000), dayOf(700, 510_000)])).toEqual([]);
  });

  it('differs by campaign beyond a cent, also where one of them has nothing', () => {
    const month = monthOf([700, 'US', 1_000_000], [701, 'US', 2_000_000]);
    expect(monthDifferences(month, [dayOf(700, 1_010_001), dayOf(702, 20_000)])).toEqual([
      { campaign_id: 700, month_micros: 1_000_000, days_micros: 1_010_001 },
      { campaign_id: 701, month_micros: 2_000_000, days_micros: 0 },
      { campaign_id: 702, month_micros: 0, days_micros: 20_000 },
    ]);
  });

  it('differs where days are in another currency or could not be read', () => {
    const month = monthOf([700, 'US', 1_000_000]);
    expect(monthDifferences(month, [dayOf(700, 1_000_000, { currency: 'GBP' })])).toHaveLength(1);
    expect(monthDifferences(month, [dayOf(700, 0, { unread: ['spend_micros'] })])).toEqual([
      { campaign_id: 700, month_micros: 1_000_000, days_micros: null },
    ]);
  });

  it('counts until it is taken back', () => {
    const month = monthOf([700, 'US', 1_000_000]);
    expect(isMonthCounted(month)).toBe(true);
    const scope = {
      application_id: 1,
      org_id: 40,
      month: '2026-05-01',
      currency: 'USD',
      pulled_at: identity.loaded_at,
    };
    const back = diffMonthRows(month, scope, []).reduce(adsMonthDecider.evolve, month);
    expect(isMonthCounted(back)).toBe(false);
    expect(diffMonthRows(back, scope, [])).toEqual([]);
  });
});
