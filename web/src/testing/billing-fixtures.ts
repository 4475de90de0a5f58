import {
  type BillingPlansAnswer,
  type BillingStatusAnswer,
  billingPlansAnswerSchema,
  billingStatusAnswerSchema,
} from '@tapwise/contract';

type ActiveSubscription = NonNullable<BillingStatusAnswer['activeSubscription']>;

/** Answers about the team's plan in the contract's form. */

export const plans: BillingPlansAnswer['plans'] = [
  { level: 2, installs: 10_000, monthly: 99, annual: 699, annual_per_month: 58, saving_percent: 41 },
  { level: 3, installs: 40_000, monthly: 199, annual: 1399, annual_per_month: 117, saving_percent: 41 },
  { level: 4, installs: 100_000, monthly: 299, annual: 2099, annual_per_month: 175, saving_percent: 41 },
];

export const planList = billingPlansAnswerSchema.parse({
  ...{ status: 'ok', currency: 'USD', trial_days: 30, plans },
  sales_url: 'mailto:sales@tapwise.example',
});

export const subscription = (own: Partial<ActiveSubscription> = {}): ActiveSubscription => ({
  ...{ plan: 3, period: 'annual', status: 'active', installs_limit: 40_000 },
  started_at: '2026-11-01T00:00:00.000Z',
  ...own,
});

/** A team whose trial runs until 2030, seen by an admin; the provider answers. */
export const billingStatus = (own: Partial<BillingStatusAnswer> = {}): BillingStatusAnswer =>
  billingStatusAnswerSchema.parse({
    ...{ status: 'ok', activeSubscription: null, pausedSubscription: null, nextBillDate: null },
    ...{ endingSubscription: null, resumes_at: null },
    ...{ nextPaymentAmount: null, nextPaymentCurrency: null, cancelURL: null, updateURL: null, cancels_at: null },
    ...{ paidUntil: null, trialExpirationDate: '2030-01-01T12:00:00.000Z', hasBillingIssues: false, service: 'full' },
    ...{ service_ends_at: '2030-01-01T12:00:00.000Z', provider: 'ok', plans, payments: [] },
    usage: { month: '2026-11', installs: 27_412, limit: null, last_month: 21_870 },
    ...own,
  });

/** A team that pays. */
export const paying = (own: Partial<BillingStatusAnswer> = {}) =>
  billingStatus({
    ...{ activeSubscription: subscription(), nextBillDate: '2027-11-01T12:00:00.000Z', nextPaymentAmount: 1399 },
    ...{ nextPaymentCurrency: 'USD', paidUntil: '2027-11-01T12:00:00.000Z', service_ends_at: null },
    ...{ cancelURL: 'https://provider.example/cancel', updateURL: 'https://provider.example/card' },
    usage: { month: '2026-11', installs: 27_412, limit: 40_000, last_month: 21_870 },
    payments: [
      { id: 'txn_1', at: '2026-11-01T12:00:00.000Z', amount: 1399, currency: 'USD', state: 'paid' },
      { id: 'txn_0', at: '2026-10-31T12:00:00.000Z', amount: 1399, currency: 'USD', state: 'failed' },
    ],
    ...own,
  });
