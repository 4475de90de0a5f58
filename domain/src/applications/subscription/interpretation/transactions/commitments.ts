import type { ClassifiedTransaction } from './classified-transactions.ts';

/** When the term ends that the subscriber has committed to and pays month by month; `null` without one. */
export function commitmentEnd(period: ClassifiedTransaction | undefined): number | null {
  const commitment = period?.class === 'charge' ? period.facts.commitment : undefined;
  return commitment === undefined ? null : Date.parse(commitment.expires_at);
}

/** Payments that are still owed after this one, whether or not the term is to be renewed. */
export function owedPayments(period: ClassifiedTransaction | undefined): number {
  const end = commitmentEnd(period);
  if (period === undefined || end === null) return 0;
  const { payment, payments } = period.facts.commitment ?? { payment: null, payments: null };
  if (payment !== null && payments !== null) return Math.max(0, payments - payment);
  const paidUntil = Date.parse(period.facts.expires_at ?? period.facts.purchased_at);
  const length = paidUntil - period.purchased_ms;
  return length <= 0 ? 0 : Math.max(0, Math.round((end - paidUntil) / length));
}

/** Whether a payment is a later one of the same term: it says nothing about renewal. */
export function continuesCommitment(
  before: ClassifiedTransaction | undefined,
  next: ClassifiedTransaction | undefined,
): boolean {
  const end = commitmentEnd(next);
  return end !== null && commitmentEnd(before) === end;
}
