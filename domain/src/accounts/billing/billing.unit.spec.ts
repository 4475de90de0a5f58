import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../shared/calendar/days.ts';
import type { BillingEvent } from './billing.events.ts';
import { applyBillingEvent, type BillingAccounts, createBillingAccounts } from './billing-accounts.ts';
import { exactInstant, type PaymentFact, type SubscriptionFact } from './payment-fact.ts';
import { offeredPlans } from './plans.ts';
import { serviceAt, serviceEnd } from './service.ts';
import { teamBilling, teamOfSubscription } from './team-billing.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const day = (days: number) => exactInstant(new Date(start + days * dayMs).toISOString());
const at = new Date(start).toISOString();

const checkout: BillingEvent = {
  type: 'CheckoutStarted',
  data: {
    team_id: 7,
    account_id: 7,
    checkout_id: 'c',
    ticket_hash: 'h',
    transaction_id: 'txn_1',
    price_id: 'pri_m',
    plan: 3,
    period: 'monthly',
    started_at: at,
    expires_at: at,
  },
};
const active: SubscriptionFact = {
  kind: 'subscription',
  subscription_id: 'sub_1',
  transaction_id: null,
  status: 'active',
  failed: false,
  price_id: 'pri_m',
  started_at: day(0),
  next_billed_at: day(30),
  scheduled: null,
  paused_at: null,
  canceled_at: null,
};
let events = 0;
const notified = (days: number, fact: PaymentFact): BillingEvent => {
  const occurred_at = day(days);
  events += 1;
  const event = { event_id: `evt_${events}`, event_type: 't', occurred_at, updated_at: occurred_at, received_at: at };
  return { type: 'PaymentNotificationReceived', data: { ...event, fact, body: 'v1.p.AA' } };
};
const subscription = (days: number, overrides: Partial<SubscriptionFact> = {}) =>
  notified(days, { ...active, ...overrides });
const payment = (days: number, transaction_id: string, outcome: 'completed' | 'failed', ends: number) =>
  notified(days, {
    kind: 'transaction',
    transaction_id,
    subscription_id: 'sub_1',
    outcome,
    period_ends_at: day(ends),
    amount: '19900',
    currency: 'USD',
  });
const adjusted = (
  days: number,
  action: string,
  status: string,
  overrides: { full?: boolean; id?: string; of?: string } = {},
) =>
  notified(days, {
    kind: 'adjustment',
    adjustment_id: overrides.id ?? `adj_${action}`,
    transaction_id: overrides.of ?? 'txn_1',
    action,
    status,
    full: overrides.full ?? true,
  });
const bought = [checkout, subscription(0, { transaction_id: 'txn_1' }), payment(0, 'txn_1', 'completed', 30)];

function accountsOf(...all: readonly BillingEvent[]): BillingAccounts {
  const accounts = createBillingAccounts();
  for (const [position, event] of all.entries()) applyBillingEvent(accounts, event, BigInt(position));
  return accounts;
}
const billing = (...all: readonly BillingEvent[]) => teamBilling(accountsOf(...all), 7);
const trial = { team_id: 7, demo: false, trial_expires_at: at };

describe('what a team has paid for', () => {
  it('is nothing before a payment, and what was bought after it', () => {
    expect(billing(checkout)).toMatchObject({ state: 'none', subscription: null, paid_until: null, payments: [] });
    expect(billing(...bought)).toMatchObject({
      state: 'active',
      paid_until: day(30),
      grace_until: null,
      charging: 1,
      subscription: {
        subscription_id: 'sub_1',
        plan: 3,
        period: 'monthly',
        next_billed_at: day(30),
        known_price: true,
      },
      payments: [{ transaction_id: 'txn_1', amount: '19900', currency: 'USD', state: 'paid' }],
    });
  });

  it('ends with the last payment that was completed, whatever period the subscription names', () => {
    const moved = subscription(30, { next_billed_at: day(60) });
    expect(billing(...bought, moved).paid_until).toBe(day(30));
    const failing = [
      moved,
      payment(30, 'txn_2', 'failed', 60),
      subscription(30.01, { status: 'past_due', failed: true, next_billed_at: day(60) }),
    ];
    expect(billing(...bought, ...failing)).toMatchObject({
      state: 'past_due',
      paid_until: day(30),
      first_failure: day(30),
      // An annual plan's next date would be a free year.
      grace_until: new Date(start + 60 * dayMs).toISOString(),
    });
  });

  it('counts the grace from the first failure after the last payment', () => {
    const due = { status: 'past_due', failed: true, next_billed_at: day(400) } as const;
    const failures = [payment(30, 'txn_2', 'failed', 60), subscription(30.1, due), payment(33, 'txn_2', 'failed', 60)];
    expect(billing(...bought, ...failures).first_failure).toBe(day(30));
    const paid = [payment(34, 'txn_2', 'completed', 60), subscription(34.1)];
    expect(billing(...bought, ...failures, ...paid)).toMatchObject({ state: 'active', grace_until: null });
    const again = [payment(60, 'txn_3', 'failed', 90), subscription(60.1, due)];
    const last = billing(...bought, ...failures, ...paid, ...again);
    expect([last.first_failure, last.grace_until]).toEqual([day(60), new Date(start + 90 * dayMs).toISOString()]);
  });

  it('names how it stops, and stays cancelled', () => {
    const pause = { scheduled: { action: 'pause' as const, effective_at: day(30) } };
    expect(billing(...bought, subscription(5, pause))).toMatchObject({
      state: 'pausing',
      subscription: { stops_at: day(30) },
    });
    const cancel = { scheduled: { action: 'cancel' as const, effective_at: day(30) } };
    expect(billing(...bought, subscription(5, cancel)).state).toBe('cancelling');
    const paused = subscription(30, { status: 'paused', paused_at: day(30) });
    expect(billing(...bought, paused)).toMatchObject({
      state: 'paused',
      subscription: { stops_at: day(30), resumes_at: null },
    });
    const resume = { scheduled: { action: 'resume' as const, effective_at: day(60) } };
    const planned = subscription(31, { status: 'paused', paused_at: day(30), ...resume });
    expect(billing(...bought, planned)).toMatchObject({
      state: 'paused',
      subscription: { stops_at: day(30), resumes_at: day(60) },
    });
    const canceled = subscription(30, { status: 'canceled', canceled_at: day(30), next_billed_at: null });
    expect(billing(...bought, canceled, subscription(31)).state).toBe('canceled');
  });

  it.each([
    ['a refund that waits', [adjusted(5, 'refund', 'pending_approval')], day(30), 'paid'],
    ['a refund that was rejected', [adjusted(5, 'refund', 'rejected')], day(30), 'paid'],
    [
      'an approved refund',
      [adjusted(5, 'refund', 'pending_approval'), adjusted(6, 'refund', 'approved')],
      day(6),
      'refunded',
    ],
    ['a part of it', [adjusted(5, 'refund', 'approved', { full: false })], day(30), 'partly_refunded'],
    ['a chargeback', [adjusted(5, 'chargeback', 'pending_approval')], day(5), 'charged_back'],
    ['a warning of one', [adjusted(5, 'chargeback_warning', 'approved')], day(30), 'paid'],
    [
      'a reversal',
      [adjusted(5, 'chargeback', 'approved'), adjusted(9, 'chargeback_reverse', 'approved')],
      day(30),
      'paid',
    ],
    [
      'a reversal after a refund',
      [adjusted(5, 'refund', 'approved'), adjusted(9, 'chargeback_reverse', 'approved')],
      day(5),
      'refunded',
    ],
  ])('%s', (_what, corrections, until, state) => {
    expect(billing(...bought, ...corrections)).toMatchObject({ paid_until: until, payments: [{ state }] });
  });

  it('does not end with the refund of an older period', () => {
    const renewed = [payment(30, 'txn_2', 'completed', 60), adjusted(40, 'refund', 'approved')];
    expect(billing(...bought, ...renewed).paid_until).toBe(day(60));
  });

  it('belongs to the team that made the transaction, also when that becomes known last', () => {
    const foreign = subscription(0, { subscription_id: 'sub_2', transaction_id: 'txn_other' });
    expect(teamOfSubscription(accountsOf(foreign, ...bought), 'sub_2')).toBeUndefined();
    const [started, ...rest] = bought;
    expect(teamOfSubscription(accountsOf(...rest), 'sub_1')).toBeUndefined();
    expect(teamOfSubscription(accountsOf(...rest, started as BillingEvent), 'sub_1')).toBe(7);
    const granted = { prices: [{ plan: 4, period: 'monthly', price_id: 'pri_m' } as const], granted_at: at };
    const toOther: BillingEvent = { type: 'SpecialPriceGranted', data: { team_id: 8, ...granted } };
    expect(teamOfSubscription(accountsOf(...bought, toOther), 'sub_1')).toBeUndefined();
    expect(billing(...bought, toOther).state).toBe('none');
    expect(billing(...bought, subscription(3, { price_id: 'pri_new' })).subscription).toMatchObject({
      plan: 2,
      known_price: false,
    });
  });
});

describe('notifications in any order, doubled', () => {
  const status = fc.constantFrom('active', 'past_due', 'paused', 'trialing', 'canceled' as const);
  const id = fc.integer({ min: 1, max: 4 });
  const fact: fc.Arbitrary<PaymentFact> = fc.oneof(
    fc.record({ status, failed: fc.boolean(), plan: fc.boolean() }).map(({ status: state, failed, plan }) => ({
      ...active,
      status: state,
      failed,
      price_id: plan ? 'pri_m' : 'pri_x',
      transaction_id: 'txn_1',
    })),
    fc.record({ id, ends: fc.integer({ min: 1, max: 400 }), paid: fc.boolean() }).map((fields) => ({
      kind: 'transaction' as const,
      transaction_id: `txn_${fields.id}`,
      subscription_id: 'sub_1',
      outcome: fields.paid ? ('completed' as const) : ('failed' as const),
      period_ends_at: day(fields.ends),
      amount: String(fields.ends),
      currency: 'USD',
    })),
    fc
      .record({ id, of: id, full: fc.boolean(), status: fc.constantFrom('approved', 'pending_approval', 'rejected') })
      .map((fields) => ({
        kind: 'adjustment' as const,
        adjustment_id: `adj_${fields.id}`,
        transaction_id: `txn_${fields.of}`,
        action: ['refund', 'chargeback', 'chargeback_reverse'][fields.id % 3] ?? 'refund',
        status: fields.status,
        full: fields.full,
      })),
  );
  // Every fact has an instant of its own.
  const history = fc
    .array(fact, { minLength: 1, maxLength: 40 })
    .map((facts) => facts.map((paymentFact, index) => notified(index / 3, paymentFact)));

  it('end in the state that the provider’s own order gives', () => {
    const shuffled = history.chain((events_) =>
      fc.record({
        inOrder: fc.constant([checkout, ...events_]),
        mixed: fc.shuffledSubarray([checkout, ...events_, ...events_], { minLength: 2 * events_.length + 1 }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ inOrder, mixed }) => {
        expect(billing(...mixed)).toEqual(billing(...inOrder));
      }),
      { numRuns: 200 },
    );
  });
});

describe('service', () => {
  it('goes on while a subscription renews, and ends with the latest of trial, payment and grace', () => {
    expect(serviceEnd(trial, billing(...bought))).toBeNull();
    expect(serviceEnd({ ...trial, demo: true }, billing())).toBeNull();
    expect(serviceEnd(trial, billing())).toBe(start);
    const canceled = subscription(3, { status: 'canceled', canceled_at: day(3) });
    expect(serviceEnd(trial, billing(...bought, canceled))).toBe(start + 30 * dayMs);
    expect(serviceEnd({ ...trial, trial_expires_at: day(90) }, billing(...bought, canceled))).toBe(start + 90 * dayMs);
  });

  it('stops in steps, each at the very instant', () => {
    const steps = [0, 30, 365].flatMap((days) => [-1, 0, 1].map((ms) => serviceAt(start, start + days * dayMs + ms)));
    expect(steps).toEqual(['full', 'ended', 'ended', 'ended', 'idle', 'idle', 'idle', 'closed', 'closed']);
    expect(serviceAt(null, start + 4000 * dayMs)).toBe('full');
  });
});

describe('plans', () => {
  it('show prices and savings as rational arithmetic rounds them', () => {
    const displayedPrices = offeredPlans.map(({ annual_per_month, saving_percent }) => [
      annual_per_month,
      saving_percent,
    ]);
    expect(displayedPrices).toEqual([
      [58, 41],
      [117, 41],
      [175, 41],
    ]);
  });
});
