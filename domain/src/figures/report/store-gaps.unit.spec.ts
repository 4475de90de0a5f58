import { describe, expect, it } from 'vitest';
import { describeStoreGaps, type StoreGaps } from './store-gaps.ts';

const none: StoreGaps = {
  rows: 0,
  first_day: null,
  last_day: null,
  money: [],
  rows_without_money: 0,
  pending: [],
  rates_wait_since: null,
};
const pending = (reason: StoreGaps['pending'][number]['reason'], ...days: string[]) =>
  days.map((day) => ({ day, reason, columns: reason === 'missing_column' ? ['Units', 'SKU'] : [] }));

describe("gaps of the store's reports", () => {
  it('are not mentioned when there are none', () => {
    expect(describeStoreGaps(none)).toBeUndefined();
  });

  it('name rows, days and money', () => {
    const money = [
      { currency: 'EUR', proceeds_micros: 12_300_000, price_micros: 15_000_000 },
      { currency: 'SEK', proceeds_micros: 0, price_micros: 99_000_000 },
    ];
    const rows = { rows: 4, first_day: '2026-02-03', last_day: '2026-02-05', rows_without_money: 1 };
    expect(describeStoreGaps({ ...none, ...rows, money })).toBe(
      "4 rows of the store's reports of 3 Feb 2026 to 5 Feb 2026 are not counted. Their proceeds are 12.30 EUR. The proceeds of 1 of them cannot be read.",
    );
    expect(describeStoreGaps({ ...none, ...rows, rows: 1, last_day: '2026-02-03', money: money.slice(1) })).toBe(
      "1 row of the store's reports of 3 Feb 2026 is not counted. Customers paid 99.00 SEK. The proceeds of 1 of them cannot be read.",
    );
  });

  it('name days without reports by their reason, and many of them by their number', () => {
    const days = ['2026-02-09', '2026-02-08', '2026-02-07', '2026-02-06'];
    const late = [...pending('not_available', ...days), ...pending('unclear_answer', '2026-02-01')];
    expect(describeStoreGaps({ ...none, pending: late })).toBe(
      "The store's reports of 9 Feb 2026, 8 Feb 2026, 7 Feb 2026 and 2 more days are missing and asked for again.",
    );
    const broken = [...pending('unreadable', '2026-02-09'), ...pending('missing_column', '2026-02-08')];
    expect(describeStoreGaps({ ...none, pending: broken })).toBe(
      "The store's reports of 9 Feb 2026 cannot be read and are asked for again. The store's reports of 8 Feb 2026 lack the columns SKU, Units and are not counted.",
    );
  });
});
