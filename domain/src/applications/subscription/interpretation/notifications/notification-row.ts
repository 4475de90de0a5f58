/** Events that are posted to customers' servers. */
export type WebhookEventName =
  | 'trial_start'
  | 'trial_cancelation'
  | 'subscription_charge'
  | 'subscription_cancelation'
  | 'non_subscription_purchase'
  | 'refund';

/**
 * What must be true for a row, apart from type and subtype.
 * - `not_purchased`: the user bought none of the message's transactions: they are a relative's, or assigned to the user
 * - `free_trial`, `paid_intro`, `paid`, `free_offer`: what the message's newest transaction is
 * - `in_free_trial`, `in_paid_intro`: what the newest transaction known is
 * - `in_commitment`: a term that is paid month by month has not ended
 * - `was_free_trial`: what the newest transaction was before the message
 * - `applies_now`: the message brings a paid transaction that was not known before
 * - `refunded`: the latest charge is refunded
 * - `cancel_sent`: the cancelation was posted already
 * - `upgraded`: a transaction of the message was replaced by an upgrade, and none was taken back by the store
 * - `renewal_on`, `renewal_unsaid`: what the message says about renewal
 */
export type RowCondition =
  | 'always'
  | 'not_purchased'
  | 'free_trial'
  | 'paid_intro'
  | 'paid'
  | 'free_offer'
  | 'in_free_trial'
  | 'in_paid_intro'
  | 'in_commitment'
  | 'was_free_trial'
  | 'applies_now'
  | 'refunded'
  | 'cancel_sent'
  | 'upgraded'
  | 'renewal_on'
  | 'renewal_unsaid';

/** What is posted: an event, `cancelation` of the trial or the subscription, whichever runs, or nothing. */
export type RowEvent = WebhookEventName | 'cancelation' | null;

/**
 * Where the status goes.
 * - `running`: trial in an introductory period, else active
 * - `ended`: trial canceled after an introductory period, else canceled
 * - `take_back`: refunded when it was the latest charge (or a one-time purchase), else unchanged
 * - `give_back`: the refund is undone; the status is what it would be without it
 * - `ignored`: as if the message had not come
 */
export type RowStatus =
  | 'trial'
  | 'trial_canceled'
  | 'billing_issues'
  | 'active'
  | 'canceled'
  | 'refunded'
  | 'running'
  | 'ended'
  | 'take_back'
  | 'give_back'
  | 'unchanged'
  | 'ignored';

/** One line of the table: which messages it is for, what is posted, which status follows. */
export interface NotificationRow {
  readonly version: 'v1' | 'v2';
  /** A notification type, or `any`. */
  readonly type: string;
  /** `null` means a message without a subtype. */
  readonly subtypes: readonly (string | null)[] | 'any';
  readonly when: RowCondition;
  readonly event: RowEvent;
  readonly status: RowStatus;
}
