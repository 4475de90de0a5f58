import type { SubscriptionLine } from '../../../figures/predictions/fit/subscription-line.ts';
import type { RenewalTerms } from './renewal-terms.ts';
import type { SubscriptionStatus } from './walk-messages.ts';

/** Money that came in by one transaction. */
export interface SubscriptionCharge {
  transaction_id: string;
  product_id: string;
  purchased_at: string;
  /** A paid introductory period, a charge, or a purchase that is no subscription. */
  kind: 'intro' | 'charge' | 'one_time';
  /** What the customer paid for the whole transaction, with tax; `null` when the store did not say. */
  gross_micros: number | null;
  currency: string | null;
  /** Country of the purchase, ISO 3166 alpha-2. */
  storefront: string | null;
  /** Part of the price that was given back: 0 nothing, 1 all of it. */
  refunded_share: number;
  /** The store reported no refund: the part is that which an upgrade left unused. */
  is_refund_estimated: boolean;
  /** Days of paid service gathered before; from 365 on the store takes its lower fee. */
  paid_service_days_before: number;
  /** Counts the products one after the other: 0 for the first, one more after each change of product. */
  product_line: number;
  /** Number of the charge within its product line, from 1; `null` for introductory and one-time payments. */
  charge_number: number | null;
}

/** One original transaction, as all messages about it together describe it. */
export interface SubscriptionView {
  application_id: number;
  original_transaction_id: string;
  /** The present product, also after a change. */
  product_id: string;
  kind: 'subscription' | 'one_time';
  /** The install it belongs to; `null` while that is not known. */
  install_id: string | null;
  /**
   * Ids that may be the install's, those named first first: account tokens the app gave the store, and the first link. A token
   * may be the app's own number of a user, so the first that is an install counts; compare without regard to case.
   */
  install_candidates: string[];
  /** Country of the last purchase that named one. */
  storefront: string | null;
  started_at: string;
  /** Whether it had an introductory offer, and of which sort; both count as a trial. */
  intro: 'none' | 'free' | 'paid';
  intro_started_at: string | null;
  intro_expires_at: string | null;
  /** Whether it made at least one charge, given back or not. */
  converted: boolean;
  /** Whether it converted and had an introductory offer. */
  trial_conversion: boolean;
  /** Whether at least one of its charges was given back, in part or whole. */
  refunded: boolean;
  /** The status at the last message; time goes on, so ask `statusAt`. */
  status: SubscriptionStatus;
  auto_renew: boolean;
  /** Whether the present period is introductory. */
  in_trial: boolean;
  period_expires_at: string | null;
  /** When the payment that failed was due. */
  billing_retry_since: string | null;
  grace_period_expires_at: string | null;
  last_message_at: string;
  charges: SubscriptionCharge[];
  /** What the value of its future depends on. */
  terms: RenewalTerms;
  /** Its product lines, for the model; none of a one-time purchase. */
  lines: SubscriptionLine[];
}

/** Chooses whose view is made; without it, the application of the first message. */
export interface InterpretationOptions {
  application_id?: number;
}
