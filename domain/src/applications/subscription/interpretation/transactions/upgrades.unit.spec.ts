import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../../shared/calendar/days.ts';
import type { StoreNotification } from '../../subscription.decider.ts';
import { interpretSubscription } from '../interpret-subscription.ts';
import {
  afterTrial,
  charge,
  freeTrial,
  message,
  oldMessage,
  onDay,
  paidIntro,
  secondMonth,
  transaction,
  upgrade,
} from '../store-messages.fixture.ts';
import { webhookEventsOf } from '../webhook-events.ts';

const bought = message('SUBSCRIBED INITIAL_BUY', 0, charge);
const upgraded = message('DID_CHANGE_RENEWAL_PREF UPGRADE', 10, upgrade);
const refunded = (day: number, share: number | null = null, of = charge) =>
  message('REFUND', day, { ...of, revoked_at: onDay(day), revocation_share: share });

/** What was given back of each payment, `~` where it is estimated. */
function refundShares(story: readonly StoreNotification[]): Record<string, string> {
  const charges = interpretSubscription(story, [])?.charges ?? [];
  return Object.fromEntries(
    charges.map(({ transaction_id, refunded_share, is_refund_estimated }) => [
      transaction_id,
      `${is_refund_estimated ? '~' : ''}${Math.round(refunded_share * 1e9) / 1e9}`,
    ]),
  );
}

describe('an upgrade in mid-period', () => {
  it('takes the unused share of the interrupted charge back, by instants', () => {
    expect(refundShares([bought, upgraded])).toEqual({ t1: `~${Math.round((20 / 30) * 1e9) / 1e9}`, up: '0' });
    const at = (minutes: number) => new Date(Date.parse(onDay(10)) + minutes * 60_000).toISOString();
    const later = message('DID_CHANGE_RENEWAL_PREF UPGRADE', 11, { ...upgrade, purchased_at: at(7) });
    const share = interpretSubscription([bought, later], [])?.charges[0]?.refunded_share;
    expect(share).toBe((Date.parse(onDay(30)) - Date.parse(at(7))) / (30 * dayMs));
  });

  it('does so of a paid introduction too, and of a charge after a trial, but not of what was free', () => {
    const intro = message('SUBSCRIBED INITIAL_BUY', 0, paidIntro);
    const soon = message('DID_CHANGE_RENEWAL_PREF UPGRADE', 5, { ...upgrade, purchased_at: onDay(3.5) });
    expect(refundShares([intro, soon])).toEqual({ intro: '~0.5', up: '0' });
    const trial = message('SUBSCRIBED INITIAL_BUY', 0, freeTrial);
    expect(refundShares([trial, soon])).toEqual({ up: '0' });
    const converted = [trial, message('DID_RENEW', 7, afterTrial), upgraded];
    expect(refundShares(converted)).toEqual({ t2: '~0.9', up: '0' });
  });

  it('leaves status, conversions, refunds and the one customer as they are', () => {
    const [before, after] = [[bought], [bought, upgraded]].map((story) => interpretSubscription(story, []));
    const same = ({
      status,
      converted,
      refunded,
      trial_conversion,
      intro,
      auto_renew,
      started_at,
    }: typeof before & {}) =>
      ({ status, converted, refunded, trial_conversion, intro, auto_renew, started_at }) as object;
    expect(after && same(after)).toEqual(before && same(before));
    const lines = after?.lines.flatMap(({ moments }) => moments.map(({ kind }) => kind));
    expect(lines).toEqual(['charge', 'charge']);
  });

  it('is known by OFFER_REDEEMED too, whatever the new product costs, and by nothing but an upgrade', () => {
    for (const price_micros of [59_990_000, 0, null]) {
      const offered = { ...upgrade, price_micros, offer_type: 2, offer_discount_type: 'ONE_TIME' };
      expect(refundShares([bought, message('OFFER_REDEEMED UPGRADE', 10, offered)]).t1).toMatch(/^~0\.6/);
    }
    for (const other of ['DID_CHANGE_RENEWAL_PREF DOWNGRADE', 'DID_RENEW', 'OFFER_REDEEMED', 'SUBSCRIBED RESUBSCRIBE'])
      expect(refundShares([bought, message(other, 10, upgrade)]).t1).toBe('0');
  });

  it('is known by the mark of the replaced transaction where no message announced it', () => {
    const replaced = { ...charge, is_upgraded: true };
    expect(refundShares([bought, message('DID_RENEW', 375, [replaced, upgrade])]).t1).toMatch(/^~0\.6/);
    const old = [oldMessage('INITIAL_BUY', 0, charge), oldMessage('CANCEL', 10, [replaced, upgrade])];
    expect(refundShares(old).t1).toMatch(/^~0\.6/);
    // Version 1 announces no upgrade, so that its messages post none.
    expect(webhookEventsOf(old).map(({ event }) => event)).toEqual(['subscription_charge']);
  });

  it('interrupts the period before it alone, however many follow', () => {
    const second = transaction({
      transaction_id: 'up2',
      product_id: 'lifetime',
      purchased_at: onDay(83),
      expires_at: onDay(448),
      price_micros: 90_000_000,
    });
    const twice = [bought, upgraded, message('DID_CHANGE_RENEWAL_PREF UPGRADE', 83, second)];
    expect(refundShares(twice)).toEqual({ t1: '~0.666666667', up: '~0.8', up2: '0' });
  });

  it('takes nothing of a period that is over, all of one that has just begun, and never more', () => {
    const at = (day: number) =>
      refundShares([
        bought,
        message('DID_CHANGE_RENEWAL_PREF UPGRADE', 31, {
          ...upgrade,
          transaction_id: 'a',
          purchased_at: onDay(day),
        }),
      ]).t1;
    expect([at(30), at(45), at(0)]).toEqual(['0', '0', '~1']);
    const endless = message('SUBSCRIBED INITIAL_BUY', 0, { ...charge, expires_at: null });
    expect(refundShares([endless, upgraded]).t1).toBe('0');
    const backwards = message('SUBSCRIBED INITIAL_BUY', 0, { ...charge, expires_at: onDay(-1) });
    expect(refundShares([backwards, upgraded]).t1).toBe('0');
  });

  it('gives way to a refund that the store reports, before or after it, and is there again when that is reversed', () => {
    for (const story of [
      [bought, upgraded, refunded(12)],
      [bought, refunded(8), upgraded],
    ])
      expect(refundShares(story).t1).toBe('1');
    expect(refundShares([bought, upgraded, refunded(12, 0.25)]).t1).toBe('0.25');
    expect(refundShares([bought, upgraded, refunded(12, 0)]).t1).toBe('0');
    const reversed = [bought, upgraded, refunded(12), message('REFUND_REVERSED', 13, charge)];
    expect(refundShares(reversed).t1).toMatch(/^~0\.6/);
    expect(interpretSubscription(reversed, [])?.refunded).toBe(false);
  });

  it('does not shield the upgrade itself from a refund', () => {
    const story = [bought, upgraded, refunded(12, null, upgrade)];
    expect(refundShares(story)).toEqual({ t1: '~0.666666667', up: '1' });
    expect(interpretSubscription(story, [])).toMatchObject({ status: 'refunded', refunded: true });
  });

  it('of a relative or of an assigned seat interrupts nothing', () => {
    for (const had of [{ family_shared: true }, { ownership: 'ASSIGNED' }]) {
      const other = message('DID_CHANGE_RENEWAL_PREF UPGRADE', 10, { ...upgrade, ...had });
      expect(refundShares([bought, other])).toEqual({ t1: '0' });
    }
  });

  it('gives the same in whatever order messages arrive, never takes more than was paid, and keeps one customer', () => {
    const story = fc.record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 59 }), { minLength: 1, maxLength: 4 }),
      refund: fc.option(fc.integer({ min: 1, max: 70 })),
    });
    fc.assert(
      fc.property(story, fc.infiniteStream(fc.nat()), ({ days, refund }, shuffle) => {
        const messages = [
          bought,
          message('DID_RENEW', 30, secondMonth),
          ...days.map((day, index) =>
            message('DID_CHANGE_RENEWAL_PREF UPGRADE', day, {
              ...upgrade,
              transaction_id: `up${index}`,
              product_id: `p${index}`,
              purchased_at: onDay(day),
            }),
          ),
          ...(refund === null ? [] : [refunded(refund)]),
        ];
        const expected = interpretSubscription(messages, []);
        const keys = new Map(messages.map((notification) => [notification, shuffle.next().value as number]));
        const shuffled = messages.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
        expect(interpretSubscription(shuffled, [])).toEqual(expected);
        const shares = expected?.charges.map(({ refunded_share }) => refunded_share) ?? [];
        expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
        // What is not interrupted is kept whole: the last payment, unless the store says otherwise.
        expect(shares.at(-1)).toBe(0);
        expect(expected?.refunded).toBe(refund !== null);
      }),
    );
  });
});

describe('what an upgrade takes back, for customers', () => {
  it('is a refund of the interrupted charge beside the charge of the upgrade', () => {
    expect(webhookEventsOf([bought, upgraded]).slice(1)).toMatchObject([
      { event: 'subscription_charge', transaction_id: 'up', product_id: 'year' },
      { event: 'refund', transaction_id: 't1', product_id: 'month', estimated_share: 20 / 30 },
    ]);
  });

  it('is nothing where nothing was unused', () => {
    const late = message('DID_CHANGE_RENEWAL_PREF UPGRADE', 31, { ...upgrade, purchased_at: onDay(31) });
    expect(webhookEventsOf([bought, late]).map(({ event }) => event)).toEqual([
      'subscription_charge',
      'subscription_charge',
    ]);
  });
});
