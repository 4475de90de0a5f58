import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoreNotification } from '../subscription/index.ts';
import {
  afterTrial,
  charge,
  freeTrial,
  onDay,
  transaction,
} from '../subscription/interpretation/store-messages.fixture.ts';
import { factProceeds } from './proceeds/fact-proceeds.ts';
import { factsOf, newWebhookFacts } from './webhook-facts.ts';

let made = 0;
const message = (
  day: number,
  type: string,
  subtype: string | null,
  transactions: StoreNotification['transactions'],
  overrides: Partial<StoreNotification> = {},
): StoreNotification => {
  made += 1;
  return {
    application_id: 1,
    notification_id: `n${made}`,
    version: 'v2',
    notification_type: type,
    subtype,
    signed_at: onDay(day),
    received_at: onDay(day),
    original_transaction_id: 'o1',
    renewal: null,
    mapping: 1,
    transactions,
    ...overrides,
  };
};
/** What each message fires as it arrives. */
const fired = (received: readonly StoreNotification[]): string[][] =>
  received.map((_, index) => newWebhookFacts(received.slice(0, index + 1)).map(({ event }) => event));

const off = (day: number, of = charge) => message(day, 'DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_DISABLED', [of]);
const on = (day: number, of = charge) => message(day, 'DID_CHANGE_RENEWAL_STATUS', 'AUTO_RENEW_ENABLED', [of]);
const bought = (of = charge) => message(0, 'SUBSCRIBED', 'INITIAL_BUY', [of]);

describe('what customers are notified of', () => {
  it.each<[string, StoreNotification[], string[][]]>([
    [
      'a trial that converts',
      [bought(freeTrial), message(7, 'DID_RENEW', null, [afterTrial])],
      [['trial_start'], ['subscription_charge']],
    ],
    ['a purchase said twice', [bought(), bought()], [['subscription_charge'], []]],
    [
      'a switch-off said twice, and the lapse after it',
      [bought(), off(1), off(2), message(30, 'EXPIRED', 'VOLUNTARY', [charge])],
      [['subscription_charge'], ['subscription_cancelation'], [], []],
    ],
    [
      'renewal off, on and off again',
      [bought(freeTrial), off(1, freeTrial), on(2, freeTrial), off(3, freeTrial)],
      [['trial_start'], ['trial_cancelation'], [], ['trial_cancelation']],
    ],
    [
      'a lapse without a switch-off',
      [bought(), message(30, 'EXPIRED', 'BILLING_RETRY', [charge])],
      [['subscription_charge'], ['subscription_cancelation']],
    ],
    [
      'a one-time purchase',
      [message(0, 'ONE_TIME_CHARGE', null, [transaction({ kind: 'consumable' })])],
      [['non_subscription_purchase']],
    ],
    [
      'a refund that is reversed',
      [
        bought(),
        message(3, 'REFUND', null, [{ ...charge, revoked_at: onDay(3) }]),
        message(4, 'REFUND_REVERSED', null, [charge]),
      ],
      [['subscription_charge'], ['refund'], []],
    ],
    ['a relative', [message(0, 'SUBSCRIBED', 'INITIAL_BUY', [{ ...charge, family_shared: true }])], [[]]],
    ['history', [message(0, 'SUBSCRIBED', 'INITIAL_BUY', [charge], { received_at: onDay(7.01) })], [[]]],
    [
      'the last retry of the store',
      [message(0, 'SUBSCRIBED', 'INITIAL_BUY', [charge], { received_at: onDay(6.5) })],
      [['subscription_charge']],
    ],
  ])('of %s', (_what, received, expected) => {
    expect(fired(received)).toEqual(expected);
  });

  it('is no news when a notification is only mapped better', () => {
    const first = bought();
    expect(newWebhookFacts([first, { ...first, mapping: 2 }])).toEqual([]);
  });
});

const refundOf = (share: number, day: number) =>
  message(day, 'REFUND', null, [{ ...charge, revoked_at: onDay(day), revocation_share: share }]);

/** Proceeds of every fact as they are sent, with the rate that changes every day. */
async function proceedsOf(received: readonly StoreNotification[], sent: number | undefined = undefined) {
  const facts = factsOf(received);
  const charges = [
    {
      transaction_id: 't1',
      product_id: 'month',
      purchased_at: onDay(0),
      kind: 'charge' as const,
      gross_micros: 11_990_000,
      currency: 'EUR',
      storefront: 'DE',
      refunded_share: 0,
      is_refund_estimated: false,
      paid_service_days_before: 0,
      product_line: 0,
      charge_number: 1,
    },
  ];
  const ratesOf = async (at: string) => ({ charged: 1, usd: at.startsWith(onDay(0).slice(0, 10)) ? 1.085 : 1.1 });
  const sources = { charges, facts, small_business: false, ratesOf, sentFor: async () => sent, isWaiting: () => false };
  return Promise.all(facts.map((fact) => factProceeds(fact, sources)));
}

describe('proceeds of a refund', () => {
  it('are what was sent for its charge, at the rate of the charge', async () => {
    expect(await proceedsOf([bought(), refundOf(1, 20)])).toEqual([76_524, -76_524]);
    expect(await proceedsOf([bought(), refundOf(0.5, 20)])).toEqual([76_524, -38_262]);
    // What was sent counts, though it would be computed otherwise now.
    expect((await proceedsOf([bought(), refundOf(1, 20)], 70_000)).at(-1)).toBe(-70_000);
  });

  it('never take back more than was sent, and a full one takes back all', async () => {
    const shares = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(shares, async (percents) => {
        const refunds = percents.map((percent, index) => refundOf(percent / 100, index + 1));
        const [sent = 0, ...refunded] = (await proceedsOf([bought(), ...refunds])).map((amount) => amount ?? 0);
        const rest = refunded.reduce((sum, amount) => sum + amount, sent);
        expect(rest).toBeGreaterThanOrEqual(0);
        if (percents.includes(100)) expect(rest).toBe(0);
      }),
      { numRuns: 30 },
    );
  });
});
