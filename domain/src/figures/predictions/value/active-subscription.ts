import { reducedFee, reducedFeeAfterDays, standardFee } from '../../../applications/subscription/proceeds.ts';

/** A subscription that may still bring money. */
export interface ActiveSubscription {
  readonly status: 'trial' | 'active' | 'billing_issues';
  /** Storefront of the purchase, ISO 3166 alpha-2; empty when unknown. */
  readonly country: string;
  /** Standard-price payments made: at least 1 for an active one. */
  readonly charges: number;
  /** Hours since the trial began; read for trials. */
  readonly hours_in_trial: number;
  /** Share of the current period that has gone, 0 … 1; read for active ones. */
  readonly elapsed: number;
  /** Days since the payment was due; read for billing issues. */
  readonly retry_days: number;
  /** What a charge costs without tax, before the store's fee. */
  readonly price_ex_vat: number;
  /** Payments that are owed in any case, of a term that is paid month by month; none when absent. */
  readonly owed_payments?: number;
  /** Nothing is charged after those: renewal is off. */
  readonly ends_after_owed?: boolean;
}

/** What the chance of its next charge depends on, beside the place. */
export type NextCharge = Pick<ActiveSubscription, 'status' | 'charges' | 'hours_in_trial' | 'elapsed' | 'retry_days'>;

/** Which of a subscription's charges are at which fee. */
export interface FeeSchedule {
  /** Number of the first charge at the reduced fee: 1 in the small-business programme. */
  readonly first_reduced_charge: number;
}

/**
 * The fee of coming charges: charge k is at the reduced one when (k − 1) periods and the paid days of the introduction
 * make up a year, and every charge is in the small-business programme.
 */
export function feeSchedule(options: {
  period_days: number;
  small_business: boolean;
  paid_intro_days?: number;
}): FeeSchedule {
  if (options.small_business) return { first_reduced_charge: 1 };
  const missing = Math.max(0, reducedFeeAfterDays - (options.paid_intro_days ?? 0));
  return { first_reduced_charge: 1 + Math.ceil(missing / options.period_days - 1e-9) };
}

/** The publisher's share of charge k. */
export function keptShare(fees: FeeSchedule, charge: number): number {
  return 1 - (charge < fees.first_reduced_charge ? standardFee : reducedFee);
}
