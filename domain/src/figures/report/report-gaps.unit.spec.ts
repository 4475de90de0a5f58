import { describe, expect, it } from 'vitest';
import { describeGaps, joinGaps, type ReportGaps } from './report-gaps.ts';

const none = joinGaps([]);
const described = (...all: Partial<ReportGaps>[]) =>
  describeGaps(joinGaps(all.map((gaps) => ({ ...none, ...gaps }))), 'USD');

describe('gaps of several answers', () => {
  it('are described in one sentence each: counts added, names once and in order', () => {
    expect(
      described(
        { unsure: ['a.monthly', 'b.weekly'], unpriced_sales: 1, untaxed: ['XK'] },
        { unsure: ['a.weekly', 'b.weekly'], unpriced_sales: 2, unrated_spend: ['SEK'], unrated: ['TWD'] },
      ),
    ).toBe(
      '3 sales have no known price yet. VAT is not known for XK; none was taken out. ' +
        'There is no exchange rate for TWD; such sales are left out of the income. ' +
        'There is no exchange rate for SEK; such spend is left out. ' +
        'Predictions for a.monthly, a.weekly, b.weekly are based on little data.',
    );
  });

  it('are known of all from the latest first day on', () => {
    expect(described({ ads_known_from: '2026-02-01' }, { ads_known_from: '2026-03-01' }, {})).toBe(
      'Figures of Apple Ads are known by day from 1 Mar 2026 on; earlier days are missing.',
    );
    expect(described({ ads_known_from: '2026-09-05' })).toContain(' 5 Sep 2026 ');
  });

  it('say that sums of installs by kind are partial', () => {
    expect(described({ lacks_downloads: true }, {})).toBe(
      'New downloads, redownloads and pre-orders are not known of some days in this range and left out of sums.',
    );
  });

  it('add up users and sales that are in no row, in singular and plural', () => {
    const gaps = { unlinked_users: 1, unknown_sales: 1, unknown_sales_micros: 2_500_000, unvalued_subscriptions: 1 };
    expect(described(gaps)).toBe(
      '1 user came from ad organizations that are not linked. 1 sale of unknown users brought 2.50 USD and is in no row. ' +
        '1 live subscription has no known price and adds nothing to predictions.',
    );
    expect(described(gaps, gaps)).toBe(
      '2 users came from ad organizations that are not linked. 2 sales of unknown users brought 5.00 USD and are in no row. ' +
        '2 live subscriptions have no known price and add nothing to predictions.',
    );
  });

  it('name the oldest problem of each subject of the ad service', () => {
    const problem = (subject: string, day: number) => ({
      subject,
      since: `2026-03-0${day}T09:30:00.000Z`,
      state: 'failed' as const,
      reason: 'away',
    });
    expect(
      described(
        { ads_problems: [problem('search_terms', 3), problem('months', 2)] },
        { ads_problems: [problem('search_terms', 1), problem('ads', 4)] },
      ),
    ).toBe(
      'Apple Ads could not be read since 4 Mar 2026, 09:30 UTC: it does not answer. ' +
        'Figures and their age are those of the last complete reading. ' +
        'Monthly figures of Apple Ads could not be read since 2 Mar 2026, 09:30 UTC: it does not answer. ' +
        'Months that are not known by day are those of the last complete reading, or missing. ' +
        'Search terms of Apple Ads could not be read since 1 Mar 2026, 09:30 UTC: it does not answer. ' +
        'They and their age are those of the last complete reading.',
    );
  });

  it('say nothing when there are none', () => {
    expect(described({}, {})).toBeUndefined();
    expect(described({ lacks_shares: true }, { lacks_search_terms: true })).toBe(
      'Impression share has not been pulled yet. Search terms have not been pulled yet.',
    );
  });
});
