import { describe, expect, it } from 'vitest';
import type { StoreNotification } from '../../subscription.decider.ts';
import type { StoreTransaction } from '../../subscription.events.ts';
import { interpretSubscription } from '../interpret-subscription.ts';
import { statusAt } from '../status-at.ts';
import { charge, message, onDay, renewal, transaction } from '../store-messages.fixture.ts';
import { webhookEventsOf } from '../webhook-events.ts';

/** The payment of a term of twelve, each thirty days, that ends on day 360. */
const payment = (number: number, overrides: Partial<StoreTransaction> = {}): StoreTransaction =>
  transaction({
    transaction_id: `p${number}`,
    purchased_at: onDay((number - 1) * 30),
    expires_at: onDay(number * 30),
    commitment: { payment: number, payments: 12, expires_at: onDay(360) },
    ...overrides,
  });
const begun = message('SUBSCRIBED INITIAL_BUY', 0, payment(1));
const off = message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 5, payment(1), { renewal: renewal(false) });
const paid = (number: number) => message('DID_RENEW', (number - 1) * 30, payment(number));
const viewOf = (...story: StoreNotification[]) => {
  const view = interpretSubscription(story, []);
  if (view === null) throw new Error('nothing is known');
  return view;
};
const at = (day: number) => Date.parse(onDay(day));

describe('a term that is paid month by month', () => {
  it('owes the payments that are still to come', () => {
    expect(viewOf(begun).terms).toMatchObject({ owed_payments: 11, commitment_expires_at: onDay(360) });
    expect(viewOf(begun, paid(2), paid(3)).terms.owed_payments).toBe(9);
    expect(viewOf(message('SUBSCRIBED', 0, charge)).terms).toMatchObject({
      owed_payments: 0,
      commitment_expires_at: null,
    });
  });

  it('owes them by its end where the store does not number them', () => {
    const unnumbered = payment(1, { commitment: { payment: null, payments: null, expires_at: onDay(360) } });
    expect(viewOf(message('SUBSCRIBED INITIAL_BUY', 0, unnumbered)).terms.owed_payments).toBe(11);
    const endless = { ...unnumbered, expires_at: null };
    expect(viewOf(message('SUBSCRIBED INITIAL_BUY', 0, endless)).terms.owed_payments).toBe(0);
  });

  it('stays active until it ends when renewal is switched off, and is canceled then', () => {
    const view = viewOf(begun, off);
    expect(view).toMatchObject({ status: 'active', auto_renew: false });
    expect([6, 31, 100, 359.9, 360].map((day) => statusAt(view, at(day)))).toEqual([
      'active',
      'active',
      'active',
      'active',
      'canceled',
    ]);
    const plain = viewOf(
      message('SUBSCRIBED', 0, charge),
      message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 5, charge),
    );
    expect(plain.status).toBe('canceled');
  });

  it('keeps renewal off through its further payments, and posts its cancelation once', () => {
    const again = message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 35, payment(2), { renewal: renewal(false) });
    const ended = message('EXPIRED VOLUNTARY', 360, payment(12), { renewal: renewal(false) });
    const story = [begun, off, paid(2), again, ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(paid)];
    const last = viewOf(...story);
    expect(last).toMatchObject({ status: 'active', auto_renew: false, terms: { owed_payments: 0 } });
    expect([359, 360].map((day) => statusAt(last, at(day)))).toEqual(['active', 'canceled']);
    expect(viewOf(...story, ended).status).toBe('canceled');
    const posted = webhookEventsOf([...story, ended]).map(({ event }) => event);
    expect(posted.filter((event) => event === 'subscription_cancelation')).toHaveLength(1);
    expect(posted.filter((event) => event === 'subscription_charge')).toHaveLength(12);
  });

  it('is as before when renewal is on again, and over when another term begins', () => {
    const on = message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED', 6, payment(1), { renewal: renewal(true) });
    expect(viewOf(begun, off, on)).toMatchObject({ status: 'active', auto_renew: true });
    const next = payment(13, { commitment: { payment: 1, payments: 12, expires_at: onDay(720) } });
    const renewed = viewOf(begun, paid(12), message('DID_RENEW', 360, next));
    expect(renewed).toMatchObject({ auto_renew: true, terms: { owed_payments: 11 } });
  });

  it('with a payment that failed has billing issues, and keeps them when renewal is switched off', () => {
    const failed = message('DID_FAIL_TO_RENEW', 30, payment(1));
    const late = message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 31, payment(1));
    expect(viewOf(begun, failed, late).status).toBe('billing_issues');
  });

  it('that is refunded is refunded, and one that has ended is canceled when renewal is switched off', () => {
    const revoked = { ...payment(1), revoked_at: onDay(7) };
    expect(viewOf(begun, off, message('REFUND', 7, revoked)).status).toBe('refunded');
    const after = message('DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED', 361, payment(12));
    expect(viewOf(begun, paid(12), after).status).toBe('canceled');
  });

  it('teaches a model nothing of its renewal before its last payment', () => {
    const kinds = (...story: StoreNotification[]) =>
      viewOf(...story).lines.flatMap(({ moments }) => moments.map(({ kind }) => kind));
    expect(kinds(begun, off, paid(2))).toEqual(['charge', 'charge']);
    expect(kinds(begun, off, paid(12))).toEqual(['charge', 'charge', 'renewal_off']);
  });
});
