import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import { diffStoreSales, diffStoreSubscriptions, storeDayDecider } from './store-sales.decider.ts';
import type { StoreSaleRow, StoreSalesEvent, StoreSetAside, StoreSubscriptionRow } from './store-sales.events.ts';

const scope = { application_id: 3, day: '2026-02-01', pulled_at: '2026-02-02T00:00:00.000Z' };
const sale = (units: number, fields: Partial<StoreSaleRow> = {}): StoreSaleRow => ({
  country: 'US',
  device: 'iPhone',
  kind: 'subscription',
  product_id: 'monthly',
  store_item_id: 6,
  order_kind: 'new',
  units,
  proceeds_micros: units * 6_990_000,
  proceeds_currency: 'USD',
  price_micros: units * 9_990_000,
  price_currency: 'USD',
  ...fields,
});
const subscriptions = (active: number, country = 'US'): StoreSubscriptionRow => ({
  country,
  device: 'iPhone',
  store_item_id: 6,
  name: 'Monthly',
  group_id: 'g',
  duration: '1 Month',
  active,
  trials: 1,
  paid_introductions: 0,
  offers: 0,
  billing_retry: 0,
  grace_period: 0,
});
const sold = (rows: StoreSaleRow[], set_aside: StoreSetAside[] = []): StoreSalesEvent => ({
  type: 'StoreSalesRecorded',
  data: { ...scope, rows, set_aside },
});

describe('a sales report', () => {
  it('is recorded with what was set aside', () => {
    const pulled = { rows: [sale(2)], set_aside: [{ reason: 'unknown_currency' as const, rows: 1 }] };
    given(storeDayDecider)
      .when((state) => diffStoreSales(state, scope, pulled))
      .thenEvents(sold([sale(2)], [{ reason: 'unknown_currency', rows: 1 }]));
  });

  it('adds up rows that agree in everything but their number', () => {
    given(storeDayDecider)
      .when((state) => diffStoreSales(state, scope, { rows: [sale(2), sale(-1), sale(3)], set_aside: [] }))
      .thenEvents(sold([sale(4)]));
  });

  it('keeps rows of another currency apart', () => {
    const euros = sale(1, { proceeds_currency: 'EUR', price_currency: 'EUR' });
    given(storeDayDecider)
      .when((state) => diffStoreSales(state, scope, { rows: [sale(2), euros], set_aside: [] }))
      .thenEvents(sold([sale(2), euros]));
  });

  it('that says the same again is not recorded', () => {
    given(storeDayDecider, sold([sale(2)], [{ reason: 'unreadable', rows: 4 }]))
      .when((state) =>
        diffStoreSales(state, scope, { rows: [sale(2)], set_aside: [{ reason: 'unreadable', rows: 4 }] }),
      )
      .thenNothing();
  });

  it('takes back rows that are gone and counts that are corrected', () => {
    given(storeDayDecider, sold([sale(2), sale(1, { country: 'GB' })], [{ reason: 'unreadable', rows: 4 }]))
      .when((state) => diffStoreSales(state, scope, { rows: [sale(2)], set_aside: [] }))
      .thenEvents(sold([sale(0, { country: 'GB' })], [{ reason: 'unreadable', rows: 0 }]));
  });

  it('records money of rows that are set aside when it changes, also where their number does not', () => {
    const aside = (micros: number): StoreSetAside => ({
      reason: 'unknown_currency',
      rows: 1,
      rows_without_money: 0,
      money: [{ currency: 'ZZQ', proceeds_micros: micros, price_micros: micros }],
    });
    // Events from before money was counted have none.
    given(storeDayDecider, sold([sale(2)], [{ reason: 'unknown_currency', rows: 1 }]))
      .when((state) => diffStoreSales(state, scope, { rows: [sale(2)], set_aside: [aside(5)] }))
      .thenEvents(sold([], [aside(5)]));
    given(storeDayDecider, sold([sale(2)], [aside(5)]))
      .when((state) => diffStoreSales(state, scope, { rows: [sale(2)], set_aside: [aside(5)] }))
      .thenNothing();
  });

  it('fits into events however large it is, and gives once what was set aside', () => {
    const rows = Array.from({ length: 1500 }, (_, index) => sale(1, { product_id: `p${index}` }));
    const events = diffStoreSales(storeDayDecider.initialState(), scope, {
      rows,
      set_aside: [{ reason: 'unreadable', rows: 2 }],
    });
    expect(events.map(({ data }) => ('rows' in data ? [data.rows.length, data.set_aside.length] : []))).toEqual([
      [1000, 1],
      [500, 0],
    ]);
  });
});

describe('a subscription report', () => {
  it('is compared with its own kind alone', () => {
    given(storeDayDecider, sold([sale(2)]))
      .when((state) =>
        diffStoreSubscriptions(state, scope, { rows: [subscriptions(40), subscriptions(2)], set_aside: [] }),
      )
      .thenEvents({
        type: 'StoreSubscriptionsRecorded',
        data: { ...scope, rows: [{ ...subscriptions(42), trials: 2 }], set_aside: [] },
      });
  });
});
