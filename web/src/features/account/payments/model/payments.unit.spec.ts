import { describe, expect, it } from 'vitest';
import type { ActiveSubscription, BillingStatus } from '../api/billing-types.ts';
import { amountText, chosenPlan, fittingLevel, monthName, offerOf } from './offers.ts';
import { planActionOf, planStateOf } from './plan-state.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const before = '2026-11-20T12:00:00.000Z';
const after = '2026-12-20T12:00:00.000Z';
const price = { monthly: 199, annual: 1399, annual_per_month: 117, saving_percent: 41 };
const plans = [
  { level: 2, installs: 10_000, ...price },
  { level: 3, installs: 40_000, ...price },
  { level: 4, installs: 100_000, ...price },
] as const;
const subscription: ActiveSubscription = {
  plan: 3,
  period: 'annual',
  status: 'active',
  installs_limit: 40_000,
  started_at: before,
};
const paused = { plan: 3, period: 'annual' } as const;
const none: BillingStatus = {
  activeSubscription: null,
  pausedSubscription: null,
  nextBillDate: null,
  nextPaymentAmount: null,
  nextPaymentCurrency: null,
  cancelURL: null,
  updateURL: null,
  cancels_at: null,
  paidUntil: null,
  trialExpirationDate: before,
  hasBillingIssues: false,
  service: 'ended',
  service_ends_at: null,
  provider: 'ok',
  plans: [...plans],
  payments: [],
  endingSubscription: null,
  resumes_at: null,
  usage: { month: '2026-11', installs: 0, limit: null, last_month: 0 },
};

describe('how things are with the plan', () => {
  it.each<[string, Partial<BillingStatus>, object, string]>([
    ['the trial runs', { trialExpirationDate: after }, { kind: 'trial', until: after }, 'subscribe'],
    ['the trial is over', {}, { kind: 'ended', of: 'trial', at: before }, 'subscribe'],
    ['it was paid last', { paidUntil: before }, { kind: 'ended', of: 'plan', at: before }, 'subscribe'],
    [
      'it was paid before the trial ended',
      { paidUntil: '2026-10-01T00:00:00.000Z' },
      { kind: 'ended', of: 'trial', at: before },
      'subscribe',
    ],
    ['nothing is known', { trialExpirationDate: null }, { kind: 'ended', of: 'trial', at: null }, 'subscribe'],
    ['it renews', { activeSubscription: subscription }, { kind: 'active', subscription }, 'change'],
    [
      'the card failed',
      { activeSubscription: { ...subscription, status: 'past_due' }, hasBillingIssues: true, nextBillDate: after },
      { kind: 'billing_issue', subscription: { ...subscription, status: 'past_due' }, until: after },
      'none',
    ],
    [
      'a pause is planned',
      { pausedSubscription: { ...paused, paused_from: after }, paidUntil: after },
      { kind: 'pausing', subscription: { ...paused, paused_from: after }, until: after },
      'none',
    ],
    [
      'it is paused',
      { pausedSubscription: { ...paused, paused_from: before }, paidUntil: before },
      { kind: 'paused', subscription: { ...paused, paused_from: before }, until: before, resumes: null },
      'none',
    ],
    [
      'an end is planned',
      { cancels_at: after, paidUntil: after, endingSubscription: paused },
      { kind: 'cancelling', subscription: paused, until: after },
      'none',
    ],
    [
      'it ended in paid time',
      { paidUntil: after, endingSubscription: paused },
      { kind: 'cancelled', subscription: paused, until: after },
      'subscribe',
    ],
  ])('%s', (_what, overrides, planState, action) => {
    const state = planStateOf({ ...none, ...overrides }, now);
    expect(state).toEqual(planState);
    expect(planActionOf(state)).toBe(action);
  });
});

describe('the offer', () => {
  it('is shown per month and billed at once', () => {
    const annual = { perMonth: '$117', billed: '$1,399', byMonth: '$2,388', saving: 41 };
    expect(offerOf(plans[1], 'annual')).toEqual(annual);
    expect(offerOf(plans[1], 'monthly')).toMatchObject({ perMonth: '$199', billed: '$199', saving: null });
  });

  it('begins with what the address says, then with what runs, then with what fits', () => {
    const open = { plan: null, period: null };
    const used = (installs: number, last_month = 0, limit: number | null = null) => ({
      ...none.usage,
      installs,
      last_month,
      limit,
    });
    expect(chosenPlan(plans, { plan: '4', period: 'monthly' }, null, used(0))).toEqual({ level: 4, period: 'monthly' });
    expect(chosenPlan(plans, { plan: '5', period: 'weekly' }, null, used(10_001))).toEqual({
      level: 3,
      period: 'annual',
    });
    const running = { level: 2, period: 'monthly' } as const;
    expect(chosenPlan(plans, open, running, used(50_000, 0, 40_000))).toEqual(running);
    expect(chosenPlan(plans, open, running, used(12_000, 41_000, 10_000))).toEqual({ level: 4, period: 'monthly' });
    expect(chosenPlan(plans, open, null, used(10_000)).level).toBe(2);
    expect(chosenPlan(plans, open, null, used(100_001)).level).toBe(4);
    expect(fittingLevel(plans, 100_001)).toBeNull();
  });
});

it('amounts are to the cent in their currency, and unknown ones are not guessed', () => {
  expect(amountText(1399, 'USD')).toBe('$1,399.00');
  expect(amountText(1200, 'JPY')).toBe('¥1,200');
  expect(amountText(12.5, 'HUF')).toBe('HUF\u00a012.50');
  expect(amountText(12.5, 'KWD')).toBe('KWD\u00a012.500');
  expect(amountText(12, 'no currency')).toBe('12 no currency');
  expect(amountText(null, 'USD')).toBeNull();
  expect(amountText(12, null)).toBeNull();
  expect(monthName('2026-11')).toBe('November');
});
