import { describe, expect, it } from 'vitest';
import type { SubscriptionCharge } from '../../subscription/index.ts';
import type { WebhookFact } from '../webhook-facts.ts';
import { factProceeds, type ProceedsSources } from './fact-proceeds.ts';

const charge = (price: number, currency: string, storefront: string, small = false): SubscriptionCharge => ({
  transaction_id: 't1',
  product_id: 'calm.yearly',
  purchased_at: '2026-11-01T10:00:00.000Z',
  kind: 'charge',
  gross_micros: Math.round(price * 1_000_000),
  currency,
  storefront,
  refunded_share: 0,
  is_refund_estimated: false,
  paid_service_days_before: small ? 400 : 0,
  product_line: 0,
  charge_number: 1,
});
const fact = (event: WebhookFact['event'], other: Partial<WebhookFact> = {}): WebhookFact =>
  ({
    event,
    key: `${event} t1`,
    notification_id: 'n',
    original_transaction_id: 't1',
    transaction_id: 't1',
    product_id: 'calm.yearly',
    signed_at: '2026-11-01T10:00:00.000Z',
    refunded_share: null,
    ...other,
  }) as WebhookFact;
const refund = (share: number, key = `refund ${share}`) =>
  fact('refund', { key, refunded_share: share, signed_at: '2026-11-21T10:00:00.000Z' });

/** 1.0850 dollars for a euro on the day of the charge, 1.10 since. */
const ratesOf: ProceedsSources['ratesOf'] = async (at, currency) => {
  const usd = at < '2026-11-02' ? 1.085 : 1.1;
  return { usd, charged: currency === 'EUR' ? 1 : currency === 'JPY' ? 163.2 : usd };
};
const sources = (paid: SubscriptionCharge, more: Partial<ProceedsSources> = {}): ProceedsSources => ({
  charges: [paid],
  facts: [fact('subscription_charge')],
  small_business: false,
  ratesOf,
  sentFor: async () => undefined,
  isWaiting: () => false,
  ...more,
});
const dollars = async (fact: WebhookFact, sources: ProceedsSources) =>
  ((await factProceeds(fact, sources)) ?? Number.NaN) / 10_000;

describe('proceeds of a fact', () => {
  it.each([
    ['Germany', charge(11.99, 'EUR', 'DE'), 7.6524],
    ['Japan, second year', charge(600, 'JPY', 'JP', true), 3.0824],
    ['the United States', charge(39.99, 'USD', 'US'), 27.993],
  ])('are those of the day of the charge: %s', async (_where, paid, expected) => {
    expect(await dollars(fact('subscription_charge'), sources(paid))).toBe(expected);
    expect(await dollars(fact('trial_start'), sources(paid))).toBe(0);
  });

  it('of a refund take back what was sent, whatever rates, fees and prices are by now', async () => {
    const paid = charge(11.99, 'EUR', 'DE');
    const sent = sources(paid, { sentFor: async () => 76_524, small_business: true });
    expect(await dollars(refund(1), sent)).toBe(-7.6524);
    expect(await dollars(refund(0.5), sent)).toBe(-3.8262);
    // Never sent: as it would have been, on the day of the charge.
    expect(await dollars(refund(1), sources(paid))).toBe(-7.6524);
    const first = refund(0.5, 'first');
    const second = refund(0.75, 'second');
    const facts = [fact('subscription_charge'), first, second];
    const posted = new Map([['second', -57_393]]);
    const sentFor: ProceedsSources['sentFor'] = async ({ event, key }) =>
      event === 'refund' ? posted.get(key) : 76_524;
    // The second one came and was posted first.
    expect(await dollars(first, { ...sent, facts, sentFor })).toBe(-1.9131);
    posted.clear();
    const both = { ...sent, facts, sentFor };
    expect([await dollars(first, both), await dollars(second, both)]).toEqual([-3.8262, -3.8262]);
  });

  it('are unknown while the price or the rate is, and of a charge that was sent without them', async () => {
    const unpriced = { ...charge(1, 'EUR', 'DE'), gross_micros: null };
    expect(await factProceeds(fact('subscription_charge'), sources(unpriced))).toBeNull();
    const paid = charge(11.99, 'EUR', 'DE');
    const without = sources(paid, { ratesOf: async () => undefined });
    expect(await factProceeds(fact('subscription_charge'), without)).toBeNull();
    expect(await factProceeds(refund(1), sources(paid, { sentFor: async () => null }))).toBeNull();
  });
});
