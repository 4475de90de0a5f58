import type { PayingTeams } from './paying-teams.ts';
import type { TrueBilling, TruePayment } from './payment-history.ts';

const graceMs = 30 * 86_400_000;
const formatInstant = (instant: string): string => new Date(instant).toISOString();

/** Fields of the answers that differ from what holds at the provider, in words. */
export async function findBillingDifferences({ all }: PayingTeams): Promise<string[]> {
  const differences: string[] = [];
  for (const { customer, history } of all) {
    const response = await customer.ask('/api/billing/status', {});
    for (const [field, expected] of Object.entries(expectedResponse(history.truth))) {
      const actual = JSON.stringify(response[field]);
      const wanted = JSON.stringify(expected);
      if (actual !== wanted) differences.push(`${history.truth.subscription_id} ${field}: ${actual}, not ${wanted}`);
    }
  }
  return differences;
}

const limits: Readonly<Record<number, number>> = { 2: 10_000, 3: 40_000, 4: 100_000 };

function expectedResponse(truth: TrueBilling): Record<string, unknown> {
  const { status, scheduled, stopped_at, price, payments, started_at } = truth;
  const choice = { plan: price.plan, period: price.period };
  const charges = (status === 'active' && scheduled === null) || status === 'past_due';
  const pausesAt = scheduled?.action === 'pause' ? scheduled.effective_at : status === 'paused' ? stopped_at : null;
  const isCancelling = status === 'active' && scheduled?.action === 'cancel';
  const active = { ...choice, status, installs_limit: limits[price.plan], started_at: formatInstant(started_at) };
  return {
    activeSubscription: charges ? active : null,
    pausedSubscription: pausesAt === null ? null : { ...choice, paused_from: formatInstant(pausesAt) },
    endingSubscription: isCancelling || status === 'canceled' ? choice : null,
    cancels_at: isCancelling && scheduled !== null ? formatInstant(scheduled.effective_at) : null,
    hasBillingIssues: status === 'past_due',
    paidUntil: formatInstant(paidUntil(payments)),
    nextBillDate: nextBillDate(truth),
    payments: listed(payments),
  };
}

const paidUntil = (payments: ReadonlyMap<string, TruePayment>): string =>
  [...payments.values()]
    .flatMap(({ state, ends_at }) => (state === 'failed' ? [] : [ends_at]))
    .toSorted()
    .at(-1) ?? '';

function nextBillDate({ status, scheduled, next_billed_at, first_failure }: TrueBilling): string | null {
  if (next_billed_at === null || scheduled !== null) return null;
  if (status !== 'past_due') return status === 'active' ? formatInstant(next_billed_at) : null;
  return new Date(Math.min(Date.parse(first_failure ?? '') + graceMs, Date.parse(next_billed_at))).toISOString();
}

const listed = (payments: ReadonlyMap<string, TruePayment>) =>
  [...payments]
    .map(([id, { at, state }]) => ({ id, at, state }))
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .map(({ id, at, state }) => ({ id, at: formatInstant(at), amount: 99, currency: 'USD', state }));
