import type { ClassifiedTransaction } from './transactions/classified-transactions.ts';
import { commitmentEnd, owedPayments } from './transactions/commitments.ts';
import { paidServiceDaysAfter } from './transactions/paid-service.ts';
import { isIntroduction } from './transactions/transaction-class.ts';
import type { MessageStep } from './walk-messages.ts';

/** What the value of a subscription's future depends on, beside its status: its present product line and its next charge. */
export interface RenewalTerms {
  /** Charges of the present product line, given back or not. */
  charge_count: number;
  /** When the present period began. */
  period_started_at: string;
  /** When the introduction of the present line began; `null` without one, and once it was followed by a charge. */
  trial_started_at: string | null;
  /** Days of paid service that will have been gathered when the present period is over. */
  paid_service_days: number;
  /** What the next charge will cost, with tax: what the store named, else what was paid last; `null` while that is not known. */
  next_price_micros: number | null;
  next_price_currency: string | null;
  /** Payments of a term paid month by month that are still to come, whether or not it is renewed. */
  owed_payments: number;
  /** When that term ends; `null` without one. */
  commitment_expires_at: string | null;
}

/** The terms that messages lead to. @param steps of a subscription with at least one transaction that counts. */
export function renewalTermsOf(steps: readonly MessageStep[], periods: readonly ClassifiedTransaction[]): RenewalTerms {
  const newest = periods.at(-1);
  const before = periods.findLastIndex((period) => period.facts.product_id !== newest?.facts.product_id);
  const line = periods.slice(before + 1);
  const charges = line.filter((period) => period.class === 'charge');
  const introduction = line.find((period) => isIntroduction(period.class));
  return {
    charge_count: charges.length,
    period_started_at: newest?.facts.purchased_at ?? '',
    trial_started_at: charges.length > 0 ? null : (introduction?.facts.purchased_at ?? null),
    paid_service_days: paidServiceDaysAfter(periods),
    ...nextPrice(steps, charges),
    owed_payments: owedPayments(newest),
    commitment_expires_at: commitmentEnd(newest) === null ? null : (newest?.facts.commitment?.expires_at ?? null),
  };
}

function nextPrice(
  steps: readonly MessageStep[],
  charges: readonly ClassifiedTransaction[],
): Pick<RenewalTerms, 'next_price_micros' | 'next_price_currency'> {
  const paid = charges.findLast(({ facts }) => facts.price_micros !== null && facts.currency !== null)?.facts;
  const named = steps.findLast(({ message }) => (message.renewal?.renewal_price_micros ?? 0) > 0)?.message;
  const currency = named?.renewal?.currency ?? named?.transactions.at(-1)?.currency ?? null;
  // A price named before the last payment is the one that was paid then.
  const announced =
    named !== undefined &&
    currency !== null &&
    Date.parse(named.signed_at) >= Date.parse(paid?.purchased_at ?? '1970-01-01');
  if (announced)
    return { next_price_micros: named.renewal?.renewal_price_micros ?? null, next_price_currency: currency };
  return { next_price_micros: paid?.price_micros ?? null, next_price_currency: paid?.currency ?? null };
}
