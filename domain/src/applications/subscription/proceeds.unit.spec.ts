import { describe, expect, it } from 'vitest';
import type { SubscriptionCharge } from './interpretation/subscription-view.ts';
import { feeRate, netMicros, proceedsOf } from './proceeds.ts';

const charge = (overrides: Partial<SubscriptionCharge> = {}): SubscriptionCharge => ({
  transaction_id: 't1',
  product_id: 'month',
  purchased_at: '2026-01-01T00:00:00.000Z',
  kind: 'charge',
  gross_micros: 12_000_000,
  currency: 'GBP',
  storefront: 'GB',
  refunded_share: 0,
  is_refund_estimated: false,
  paid_service_days_before: 0,
  product_line: 0,
  charge_number: 1,
  ...overrides,
});

describe('proceeds', () => {
  it('are the price without tax, without the fee taken from that', () => {
    expect(proceedsOf(charge(), { small_business: false })).toEqual({ net_micros: 7_000_000, vat_known: true });
    expect(netMicros({ gross_micros: 10_000_000, vat_rate: 0, fee_rate: 0.3 })).toBe(7_000_000);
  });

  it('lose what was given back, in part or whole', () => {
    expect(proceedsOf(charge({ refunded_share: 0.25 }), { small_business: false }).net_micros).toBe(5_250_000);
    expect(proceedsOf(charge({ refunded_share: 1 }), { small_business: false }).net_micros).toBe(0);
  });

  it('are not known while the price is not', () => {
    expect(proceedsOf(charge({ gross_micros: null }), { small_business: true }).net_micros).toBeNull();
  });

  it('take no tax out in a country without an entry, and say so', () => {
    expect(proceedsOf(charge({ storefront: 'AQ' }), { small_business: false })).toEqual({
      net_micros: 8_400_000,
      vat_known: false,
    });
  });

  it('of an old charge keep the rate of its day when the rate changes later', () => {
    const german = (purchased_at: string) =>
      proceedsOf(charge({ storefront: 'DE', gross_micros: 11_900_000, purchased_at }), { small_business: false });
    expect(german('2020-06-30T23:59:59.999Z').net_micros).toBe(7_000_000);
    expect(german('2020-07-01T00:00:00.000Z').net_micros).toBe(7_181_034);
    expect(german('2021-01-01T00:00:00.000Z').net_micros).toBe(7_000_000);
  });
});

describe('the fee of the store', () => {
  const rate = (overrides: Partial<SubscriptionCharge>, small_business = false) =>
    feeRate(charge(overrides), { small_business });

  it('is 30 percent, and 15 in the small-business programme', () => {
    expect([rate({}), rate({}, true)]).toEqual([0.3, 0.15]);
    expect([rate({ kind: 'one_time' }), rate({ kind: 'one_time' }, true)]).toEqual([0.3, 0.15]);
  });

  it('falls to 15 percent for charges that begin after 365 paid days', () => {
    expect([364, 364.99, 365, 700].map((days) => rate({ paid_service_days_before: days }))).toEqual([
      0.3, 0.15, 0.15, 0.15,
    ]);
  });

  it('never falls with service for one-time purchases', () => {
    expect(rate({ kind: 'one_time', paid_service_days_before: 400 })).toBe(0.3);
  });

  it('falls with charge 13 of a month, 54 of a week and 2 of a year', () => {
    const first = (days: number) =>
      1 +
      Array.from({ length: 60 }, (_, index) => index).findIndex(
        (n) => rate({ paid_service_days_before: n * days }) < 0.3,
      );
    expect([first(30.4375), first(7), first(365.25)]).toEqual([13, 54, 2]);
  });
});
