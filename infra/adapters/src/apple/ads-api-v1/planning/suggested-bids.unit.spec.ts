import { describe, expect, it } from 'vitest';
import { bidRowWire, suggestedBidFrom } from './suggested-bids.ts';

const read = (suggestedBidAmount: unknown, currency = 'EUR') => {
  const insights = suggestedBidAmount === undefined ? {} : { insights: { bidRecommendation: { suggestedBidAmount } } };
  const row = { metadata: { id: 9, campaignId: 7 }, totalMetrics: { impressions: 820 }, ...insights };
  return suggestedBidFrom(bidRowWire.parse(row), currency);
};

describe('the bid that is suggested in a row of the report', () => {
  it('is a bare number in the currency of the account, as it can be set there', () => {
    expect(read(1.1)).toEqual([{ keyword_id: 9, suggested_micros: 1_100_000, impressions: 820 }]);
    expect(read(0.2999)).toMatchObject([{ suggested_micros: 300_000 }]);
    expect(read(36.3, 'JPY')).toMatchObject([{ suggested_micros: 36_000_000 }]);
  });

  it.each([undefined, null, 0, 0.001, -1, 'much', { amount: '1.10', currency: 'USD' }])(
    'is none where it is %j',
    (suggested) => {
      expect(read(suggested)).toEqual([]);
    },
  );

  it('is read from a row whose other fields are of no known form', () => {
    const insights = { bidRecommendation: { suggestedBidAmount: 2, bidMin: 'low' }, more: [] };
    const row = { metadata: { id: 9, text: 4 }, totalMetrics: 'many', insights };
    expect(suggestedBidFrom(bidRowWire.parse(row), 'USD')).toEqual([
      { keyword_id: 9, suggested_micros: 2_000_000, impressions: 0 },
    ]);
  });
});
