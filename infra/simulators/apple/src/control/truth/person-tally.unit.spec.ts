import { describe, expect, it } from 'vitest';
import type { Person } from '../../market/people/person.ts';
import type { PurchaseEvent, PurchaseStory, StoreEvent, Transaction } from '../../market/people/purchase.ts';
import { proceedsOf } from '../../market/sales/proceeds.ts';
import { APPS } from '../../market/world/apps.ts';
import { tallyPerson } from './person-tally.ts';

const DAY = 86_400_000;
const start = Date.parse('2026-10-01T00:00:00Z');
const [moonvale, ledgerly] = APPS;
if (moonvale === undefined || ledgerly === undefined) throw new Error('the world has no apps');
const monthly = moonvale.products[1];
const intro = ledgerly.products[1];
const lifetime = moonvale.products[3];
if (monthly === undefined || intro === undefined || lifetime === undefined)
  throw new Error('the apps have no products');
const person: Person = {
  key: 1,
  installId: 'i',
  app: moonvale,
  launchedAt: start,
  country: 'US',
  device: 'iphone',
  origin: null,
  value: 1,
  caused: false,
};

const sale = (id: string, changed: Partial<Transaction> = {}): Transaction => ({
  id,
  originalId: 't1',
  product: monthly,
  purchasedAt: start,
  originalPurchasedAt: start,
  expiresAt: start + 30 * DAY,
  priceMilli: 9990,
  currency: 'USD',
  storefront: 'US',
  offer: null,
  reason: 'PURCHASE',
  ownership: 'PURCHASED',
  isUpgraded: false,
  ...changed,
});

const message = (
  number: number,
  type: string,
  transaction: Transaction,
  changed: Partial<StoreEvent> = {},
): StoreEvent => ({
  kind: 'notification',
  number,
  at: transaction.purchasedAt + number,
  deliverAt: transaction.purchasedAt + number,
  type,
  subtype: null,
  transaction,
  revocation: null,
  autoRenew: true,
  status: 1,
  nextProduct: transaction.product,
  expirationIntent: null,
  repeated: false,
  ...changed,
});

const trial = sale('t1', { offer: monthly.introductory, priceMilli: 0, expiresAt: start + 3 * DAY });
const charge = sale('t2', { purchasedAt: start + 3 * DAY, expiresAt: start + 33 * DAY });

/** One euro is worth 1.25 dollars. */
const converter = { convert: (amount: number, from: string, to: string) => (from === to ? amount : amount * 1.25) };
const tally = (
  events: readonly PurchaseEvent[],
  options: { tagged?: boolean; held?: (event: PurchaseEvent) => boolean } = {},
) => {
  const story: PurchaseStory = { tagged: options.tagged ?? true, events };
  const delivered = { isEventDelivered: (_person: Person, event: PurchaseEvent) => options.held?.(event) ?? true };
  return tallyPerson(person, story, { delivered, converter, currency: 'USD' });
};

describe('proceeds', () => {
  it('take tax and then the share of the store out of the price', () => {
    expect(proceedsOf(9.99, 'US', 0)).toBeCloseTo(6.993, 9);
    expect(proceedsOf(11.9, 'DE', 0)).toBeCloseTo(7, 9);
    expect(proceedsOf(11.9, 'DE', 364)).toBeCloseTo(7, 9);
    expect(proceedsOf(11.9, 'DE', 365)).toBeCloseTo(8.5, 9);
  });
});

describe('a person in the truth', () => {
  it('is a first launch without purchases', () => {
    expect(
      tallyPerson(person, null, { delivered: { isEventDelivered: () => true }, converter, currency: 'USD' }),
    ).toMatchObject({
      first_launches: 1,
      trials: 0,
      current_income: 0,
    });
  });

  it('counts a trial, its conversion and its income once each, however often it renews', () => {
    const renewed = sale('t3', { purchasedAt: start + 33 * DAY, expiresAt: start + 63 * DAY });
    const counted = tally([
      message(0, 'SUBSCRIBED', trial),
      message(1, 'DID_RENEW', charge),
      message(2, 'DID_RENEW', renewed),
    ]);
    expect(counted).toMatchObject({ trials: 1, conversions: 1, trial_conversions: 1, refunded: 0 });
    expect(counted.current_income).toBeCloseTo(2 * 6.993, 9);
  });

  it('counts a paid introduction as a trial with income, and no conversion', () => {
    const paid = sale('t1', { product: intro, offer: intro.introductory, priceMilli: 2990 });
    const counted = tally([message(0, 'SUBSCRIBED', paid)]);
    expect(counted).toMatchObject({ trials: 1, conversions: 0, trial_conversions: 0 });
    expect(counted.current_income).toBeCloseTo(2.093, 9);
  });

  it('takes back refunds, whole and in part, and gives back reversed ones', () => {
    const events = [message(0, 'SUBSCRIBED', trial), message(1, 'DID_RENEW', charge)];
    const refund = (percentage: number | null) =>
      message(2, 'REFUND', charge, { revocation: { at: start, reason: 0, percentage } });
    expect(tally([...events, refund(null)])).toMatchObject({ conversions: 1, refunded: 1, current_income: 0 });
    expect(tally([...events, refund(25_000)]).current_income).toBeCloseTo(0.75 * 6.993, 9);
    const reversed = tally([...events, refund(null), message(3, 'REFUND_REVERSED', charge)]);
    expect(reversed.refunded).toBe(0);
    expect(reversed.current_income).toBeCloseTo(6.993, 9);
  });

  it('earns with single purchases without converting', () => {
    const bought = sale('t1', {
      product: lifetime,
      expiresAt: null,
      priceMilli: 89_990,
      currency: 'EUR',
      storefront: 'DE',
    });
    const counted = tally([message(0, 'ONE_TIME_CHARGE', bought)]);
    expect(counted).toMatchObject({ trials: 0, conversions: 0 });
    expect(counted.current_income).toBeCloseTo((89.99 / 1.19) * 0.7 * 1.25, 9);
  });

  it('counts only what was acknowledged, and untagged purchases only once they are linked', () => {
    const events = [message(0, 'SUBSCRIBED', trial), message(1, 'DID_RENEW', charge)];
    expect(tally(events, { held: (event) => event.number === 0 })).toMatchObject({
      trials: 1,
      conversions: 0,
      current_income: 0,
    });
    expect(tally(events, { tagged: false })).toMatchObject({ trials: 0, current_income: 0 });
    const link: PurchaseEvent = { kind: 'link', number: 2, at: start, deliverAt: start, transaction: trial };
    expect(tally([...events, link], { tagged: false })).toMatchObject({ trials: 1, conversions: 1 });
  });

  it('leaves out what a family member got by the same purchase', () => {
    const shared = sale('t9', { originalId: 't9', ownership: 'FAMILY_SHARED' });
    expect(tally([message(0, 'SUBSCRIBED', shared)])).toMatchObject({ conversions: 0, current_income: 0 });
  });

  it('pays a smaller share to the store after a year of paid service without a long lapse', () => {
    const year = (id: string, from: number) =>
      sale(id, { purchasedAt: start + from * DAY, expiresAt: start + (from + 365) * DAY, priceMilli: 100_000 });
    const yearly = (from: number) =>
      tally([message(0, 'SUBSCRIBED', year('t1', 0)), message(1, 'DID_RENEW', year('t2', from))]);
    expect(yearly(365).current_income).toBeCloseTo(70 + 85, 9);
    expect(yearly(365 + 61).current_income).toBeCloseTo(70 + 70, 9);
  });

  it('keeps of a charge that an upgrade interrupts what was used, unless the store says what it gave back', () => {
    const dearer = sale('t3', { purchasedAt: start + 13 * DAY, expiresAt: start + 378 * DAY, priceMilli: 59_990 });
    const upgraded = message(3, 'DID_CHANGE_RENEWAL_PREF', dearer, { subtype: 'UPGRADE' });
    const paid = [message(1, 'SUBSCRIBED', charge), upgraded];
    const month = 9.99 * 0.7;
    const year = 59.99 * 0.7;
    expect(tally(paid)).toMatchObject({ conversions: 1, refunded: 0 });
    expect(tally(paid).current_income).toBeCloseTo(month / 3 + year, 9);
    const revocation = { at: start + 14 * DAY, reason: 0, percentage: 50_000 } as const;
    const refunded = tally([...paid, message(4, 'REFUND', charge, { revocation })]);
    expect(refunded.current_income).toBeCloseTo(month / 2 + year, 9);
    expect(refunded.refunded).toBe(1);
  });
});
