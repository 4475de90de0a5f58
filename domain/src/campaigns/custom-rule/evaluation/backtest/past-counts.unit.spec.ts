import { describe, expect, it } from 'vitest';
import type { RecordedFigures } from '../../../automation/backtest/past-figures.ts';
import { createPastCounts } from './past-counts.ts';

const rates: Readonly<Record<string, number>> = { USD: 1, EUR: 1.5 };
const counts = () => createPastCounts((currency, day) => (day < '2026-03-05' ? rates[currency] : undefined));

const figures = (day: string, rows: Partial<RecordedFigures['rows'][number]>[]): RecordedFigures => ({
  application_id: 1,
  org_id: 2,
  campaign_id: 10,
  level: 'keyword',
  day,
  currency: 'USD',
  pulled_at: '2026-03-09T00:00:00.000Z',
  rows: rows.map((row) => ({
    ad_group_id: 11,
    keyword_id: 12,
    country: 'US',
    impressions: 0,
    taps: 0,
    tap_installs: 0,
    view_installs: 0,
    spend_micros: 0,
    ...row,
  })),
});
const key = '10:11:12';

describe('counts of the past', () => {
  it('are those of the days asked for, of each country the newest that were taken in', () => {
    const past = counts();
    past.apply(figures('2026-03-03', [{ taps: 5, country: 'DE' }, { taps: 2 }]));
    past.apply(figures('2026-03-01', [{ taps: 100 }]));
    past.apply(figures('2026-03-02', [{ taps: 10 }]));
    const over = (from: string, to: string) => past.objectOf('keyword', key)?.over({ from, to }).taps;
    expect([over('2026-03-02', '2026-03-03'), over('2026-03-01', '2026-03-02')]).toEqual([17, 110]);
    past.apply(figures('2026-03-03', [{ taps: 1 }]));
    expect(over('2026-03-02', '2026-03-03')).toBe(16);
    expect([past.objectOf('campaign', '10'), past.objectOf('keyword', '10:11:13')]).toEqual([undefined, undefined]);
  });

  it('convert spend at the rate of its day, and say what is not known', () => {
    const past = counts();
    past.apply(
      figures('2026-03-04', [
        { spend_micros: 3, currency: 'EUR' },
        { spend_micros: 5, country: 'DE' },
      ]),
    );
    past.apply(figures('2026-03-05', [{ spend_micros: 7, unread: ['taps'], impressions: 1 }]));
    past.apply(figures('2026-03-06', [{ impressions: 1, downloads: { tap_redownloads: 2 } }]));
    const object = past.objectOf('keyword', key);
    expect(object?.over({ from: '2026-03-04', to: '2026-03-04' })).toMatchObject({ micros: 9.5, isUnrated: false });
    expect(object?.over({ from: '2026-03-04', to: '2026-03-06' })).toMatchObject({
      micros: 9.5,
      isUnrated: true,
      unread: 2,
      without_downloads: 1,
      tap_redownloads: 2,
    });
  });
});
