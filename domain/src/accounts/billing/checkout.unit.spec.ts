import { describe, expect, it } from 'vitest';
import { applyBillingEvent, type BillingAccounts, type Checkout, createBillingAccounts } from './billing-accounts.ts';
import { openCheckout, recentTransaction, requireNoSubscription, ticketMs } from './checkout.ts';

const startedMs = Date.parse('2026-11-23T09:00:00.000Z');
const checkout: Checkout = {
  account_id: 7,
  team_id: 70,
  plan: 2,
  period: 'annual',
  started_at: new Date(startedMs).toISOString(),
  expires_at: new Date(startedMs + ticketMs).toISOString(),
  checkout_id: '8f4f2c10-55ad-4c1e-8f0a-2a61d1c4e7b3',
  price_id: 'pri_1',
  transaction_id: 'txn_1',
  ticket_hash: 'hash',
};
function accounts(): BillingAccounts {
  const started = createBillingAccounts();
  applyBillingEvent(started, { type: 'CheckoutStarted', data: checkout }, 1n);
  return started;
}
function paidAccounts(): BillingAccounts {
  const paid = accounts();
  paid.book.subscriptionByTransaction.set('txn_1', 'sub_1');
  return paid;
}

describe('a checkout', () => {
  const now = startedMs + ticketMs - 1;
  const open = (of: BillingAccounts, ticket = 'hash', at = now, mayBuy = true) =>
    openCheckout(of, ticket, { now: at, mayBuy: () => mayBuy });

  it('is open for half an hour', () => {
    expect(open(accounts())).toMatchObject({ transaction_id: 'txn_1' });
    expect(() => open(accounts(), 'hash', now + 1)).toThrow(expect.objectContaining({ code: 'link_invalid' }));
  });

  it.each([
    ['another ticket', () => open(accounts(), 'other')],
    ['a paid transaction', () => open(paidAccounts())],
    ['an account that may not buy any more', () => open(accounts(), 'hash', now, false)],
  ])('is refused for %s', (_, opened) => {
    expect(opened).toThrow(expect.objectContaining({ code: 'link_invalid' }));
  });

  it('has the same transaction again for the same price, until it is paid or over', () => {
    const price = { teamId: 70, priceId: 'pri_1' };
    expect(recentTransaction(accounts(), price, now)).toBe('txn_1');
    expect(recentTransaction(accounts(), price, now + 1)).toBeUndefined();
    expect(recentTransaction(accounts(), { ...price, priceId: 'pri_2' }, now)).toBeUndefined();
    expect(recentTransaction(accounts(), { ...price, teamId: 71 }, now)).toBeUndefined();
    expect(recentTransaction(paidAccounts(), price, now)).toBeUndefined();
  });

  it('is not begun beside a subscription that goes on or could be taken back', () => {
    for (const state of ['none', 'canceled'] as const) expect(requireNoSubscription({ state })).toBeUndefined();
    for (const state of ['active', 'past_due', 'pausing', 'cancelling', 'paused'] as const) {
      expect(() => requireNoSubscription({ state })).toThrow(expect.objectContaining({ code: 'subscribed' }));
    }
  });
});
