import { describe, expect, it } from 'vitest';
import { interpretSubscription } from './interpret-subscription.ts';
import {
  afterTrial,
  charge,
  freeTrial,
  type MessageOverrides,
  message,
  onDay,
  pack,
  renewal,
  secondMonth,
  upgrade,
} from './store-messages.fixture.ts';
import { subscriptionLines } from './subscription-lines.ts';

const at = (day: number): number => Date.parse(onDay(day));

describe('the lines of a subscription', () => {
  it('begin with the introduction and hold each charge with the time it pays for', () => {
    const messages = [message('SUBSCRIBED', 0, freeTrial), message('DID_RENEW', 7, afterTrial)];
    expect(subscriptionLines(messages)).toEqual([
      {
        product_id: 'month',
        country: 'US',
        started_at: at(0),
        left_at: null,
        intro: { started_at: at(0), expires_at: at(7) },
        moments: [{ kind: 'charge', at: at(7), due_at: at(7), paid_until: at(37) }],
      },
    ]);
  });

  it('are the same in whatever order messages arrive', () => {
    const messages = [
      message('SUBSCRIBED', 0, freeTrial),
      message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 2, freeTrial),
      message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED', 3, freeTrial),
      message('DID_RENEW', 7, afterTrial),
    ];
    expect(subscriptionLines([...messages].reverse())).toEqual(subscriptionLines(messages));
    expect(subscriptionLines(messages)[0]?.moments.map(({ kind }) => kind)).toEqual([
      'renewal_off',
      'renewal_on',
      'charge',
    ]);
  });

  it('keep the date a recovered charge was due, and when its payment failed', () => {
    const late = { ...secondMonth, purchased_at: onDay(41), expires_at: onDay(71) };
    const messages = [
      message('SUBSCRIBED', 0, charge),
      message('DID_FAIL_TO_RENEW', 30, charge, { renewal: renewal(true, { in_billing_retry: true }) }),
      message('DID_RENEW BILLING_RECOVERY', 41, late),
    ];
    expect(subscriptionLines(messages)[0]?.moments).toEqual([
      { kind: 'charge', at: at(0), due_at: at(0), paid_until: at(30) },
      { kind: 'payment_failed', at: at(30) },
      { kind: 'charge', at: at(41), due_at: at(30), paid_until: at(71) },
    ]);
  });

  it('end in an expiry, and say which charge was given back', () => {
    const refundedCharge = { ...charge, revoked_at: onDay(4) };
    const messages = [
      message('SUBSCRIBED', 0, charge),
      message('REFUND', 4, refundedCharge),
      message('EXPIRED VOLUNTARY', 30, refundedCharge),
    ];
    expect(subscriptionLines(messages)[0]?.moments).toEqual([
      { kind: 'charge', at: at(0), due_at: at(0), paid_until: at(30) },
      { kind: 'refund', at: at(4), charge: 1 },
      { kind: 'expired', at: at(30) },
    ]);
  });

  it('are cut where the product changes, and restart the count of charges', () => {
    const messages = [
      message('SUBSCRIBED', 0, charge),
      message('DID_CHANGE_RENEWAL_PREF UPGRADE', 10, [{ ...charge, is_upgraded: true }, upgrade]),
    ];
    const [first, second] = subscriptionLines(messages);
    expect(first).toMatchObject({ product_id: 'month', left_at: at(10) });
    expect(second).toMatchObject({ product_id: 'year', started_at: at(10), intro: null, left_at: null });
    expect(interpretSubscription(messages, [])?.terms).toMatchObject({ charge_count: 1, paid_service_days: 375 });
  });

  it('are none for a purchase that is no subscription', () => {
    expect(subscriptionLines([message('ONE_TIME_CHARGE', 0, pack)])).toEqual([]);
  });
});

describe('the terms of the next charge', () => {
  it('are the price the store named, else what was paid last', () => {
    const named = renewal(true, { renewal_price_micros: 12_000_000, currency: 'USD' });
    const termsOf = (last: MessageOverrides) =>
      interpretSubscription([message('SUBSCRIBED', 0, charge), message('PRICE_INCREASE', 5, charge, last)], [])?.terms;
    expect(termsOf({ renewal: named })?.next_price_micros).toBe(12_000_000);
    expect(termsOf({})?.next_price_micros).toBe(9_990_000);
    expect(interpretSubscription([message('SUBSCRIBED', 0, freeTrial)], [])?.terms).toMatchObject({
      next_price_micros: null,
      charge_count: 0,
      trial_started_at: onDay(0),
    });
  });
});
