import { describe, expect, it } from 'vitest';
import { comparePages, type PageFigures } from './page-report.ts';

const figures = (
  ad_group_id: number,
  creative_id: number,
  counts: readonly [number, number, number, number],
): PageFigures => {
  const [impressions, taps, tap_installs, spend] = counts;
  return { ad_group_id, creative_id, impressions, taps, tap_installs, spend_micros: spend * 1_000_000 };
};

describe('a page beside the default page', () => {
  it('takes what is left of the ad group without any of its pages, by ratios of sums', () => {
    const compared = comparePages(
      5,
      {
        adGroups: [figures(1, 0, [1000, 100, 50, 120]), figures(2, 0, [10, 0, 0, 0]), figures(3, 0, [70, 7, 1, 9])],
        ads: [
          figures(1, 5, [300, 30, 20, 30]),
          figures(1, 5, [100, 10, 4, 10]),
          figures(1, 6, [200, 20, 6, 40]),
          figures(2, 5, [12, 0, 0, 0]),
          figures(3, 6, [70, 7, 1, 9]),
          figures(1, 9, [100, 1, 0, 1]),
        ],
      },
      new Set([5, 6]),
    );
    expect(compared).toEqual([
      {
        adGroupId: 1,
        byPage: { impressions: 400, cptMicros: 1_000_000, ttr: 0.1, cr: 24 / 40, ir: 24 / 400 },
        byDefault: { impressions: 400, cptMicros: 1_000_000, ttr: 0.1, cr: 20 / 40, ir: 20 / 400 },
      },
      {
        adGroupId: 2,
        byPage: { impressions: 12, cptMicros: null, ttr: 0, cr: null, ir: 0 },
        byDefault: { impressions: 0, cptMicros: null, ttr: null, cr: null, ir: null },
      },
    ]);
  });

  it('does not know what could not be read of it, nor what is left beside that', () => {
    const page = { ...figures(1, 5, [300, 30, 20, 0]), spend_micros: null, unread: ['spend_micros' as const] };
    // Read on one day of two.
    const other = { ...figures(1, 6, [200, 20, 6, 40]), unread: ['taps' as const] };
    const [compared] = comparePages(
      5,
      { adGroups: [figures(1, 0, [1000, 100, 50, 120])], ads: [page, other] },
      new Set([5, 6]),
    );
    expect(compared?.byPage).toEqual({ impressions: 300, cptMicros: null, ttr: 0.1, cr: 20 / 30, ir: 20 / 300 });
    expect(compared?.byDefault).toEqual({ impressions: 500, cptMicros: null, ttr: null, cr: null, ir: 24 / 500 });
  });
});
