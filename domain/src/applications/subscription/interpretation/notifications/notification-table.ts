import type { NotificationRow, RowCondition, RowEvent, RowStatus } from './notification-row.ts';

type Subtypes = readonly (string | null)[] | 'any';
type Line = readonly [type: string, subtypes: Subtypes, when: RowCondition, event: RowEvent, status: RowStatus];

const otherEnds = ['PRICE_INCREASE', 'PRODUCT_NOT_FOR_SALE'];

/**
 * Version 2 messages. The first line that fits counts.
 * Types and subtypes: https://developer.apple.com/documentation/appstoreservernotifications/notificationtype
 */
const version2: readonly Line[] = [
  // Access that came from a relative, or was assigned, is not a purchase.
  ['any', 'any', 'not_purchased', null, 'ignored'],

  ['SUBSCRIBED', 'any', 'free_trial', 'trial_start', 'trial'],
  ['SUBSCRIBED', 'any', 'paid_intro', 'subscription_charge', 'trial'],
  ['SUBSCRIBED', 'any', 'paid', 'subscription_charge', 'active'],
  ['SUBSCRIBED', 'any', 'free_offer', null, 'active'],

  ['DID_RENEW', 'any', 'free_trial', null, 'trial'],
  ['DID_RENEW', 'any', 'free_offer', null, 'active'],
  ['DID_RENEW', 'any', 'paid_intro', 'subscription_charge', 'trial'],
  ['DID_RENEW', [null], 'was_free_trial', 'subscription_charge', 'active'],
  ['DID_RENEW', 'any', 'always', 'subscription_charge', 'active'],

  ['DID_CHANGE_RENEWAL_STATUS', ['AUTO_RENEW_DISABLED'], 'refunded', null, 'refunded'],
  ['DID_CHANGE_RENEWAL_STATUS', ['AUTO_RENEW_DISABLED'], 'in_free_trial', 'trial_cancelation', 'trial_canceled'],
  ['DID_CHANGE_RENEWAL_STATUS', ['AUTO_RENEW_DISABLED'], 'in_paid_intro', 'subscription_cancelation', 'trial_canceled'],
  ['DID_CHANGE_RENEWAL_STATUS', ['AUTO_RENEW_DISABLED'], 'in_commitment', 'subscription_cancelation', 'unchanged'],
  ['DID_CHANGE_RENEWAL_STATUS', ['AUTO_RENEW_DISABLED'], 'always', 'subscription_cancelation', 'canceled'],
  ['DID_CHANGE_RENEWAL_STATUS', ['AUTO_RENEW_ENABLED'], 'always', null, 'running'],
  ['DID_CHANGE_RENEWAL_STATUS', [null], 'always', null, 'unchanged'],

  ['DID_CHANGE_RENEWAL_PREF', ['UPGRADE'], 'paid', 'subscription_charge', 'active'],
  ['DID_CHANGE_RENEWAL_PREF', ['UPGRADE', 'DOWNGRADE', null], 'always', null, 'unchanged'],
  ['OFFER_REDEEMED', ['UPGRADE'], 'paid', 'subscription_charge', 'active'],
  ['OFFER_REDEEMED', [null], 'applies_now', 'subscription_charge', 'active'],
  ['OFFER_REDEEMED', ['UPGRADE', 'DOWNGRADE', null], 'always', null, 'unchanged'],

  ['DID_FAIL_TO_RENEW', 'any', 'always', null, 'billing_issues'],
  ['GRACE_PERIOD_EXPIRED', 'any', 'always', null, 'billing_issues'],

  ['EXPIRED', ['VOLUNTARY', ...otherEnds], 'cancel_sent', null, 'ended'],
  ['EXPIRED', ['VOLUNTARY', ...otherEnds], 'always', 'cancelation', 'ended'],
  ['EXPIRED', ['BILLING_RETRY'], 'in_free_trial', 'trial_cancelation', 'trial_canceled'],
  ['EXPIRED', ['BILLING_RETRY'], 'always', 'subscription_cancelation', 'ended'],
  ['EXPIRED', 'any', 'cancel_sent', null, 'ended'],
  ['EXPIRED', 'any', 'always', 'cancelation', 'ended'],

  ['ONE_TIME_CHARGE', 'any', 'always', 'non_subscription_purchase', 'active'],
  ['REFUND', 'any', 'always', 'refund', 'take_back'],
  ['REFUND_REVERSED', 'any', 'always', null, 'give_back'],
  ['REVOKE', 'any', 'always', null, 'ignored'],

  ['PRICE_INCREASE', 'any', 'always', null, 'unchanged'],
  ['REFUND_DECLINED', 'any', 'always', null, 'unchanged'],
  ['CONSUMPTION_REQUEST', 'any', 'always', null, 'unchanged'],
  ['RENEWAL_EXTENDED', 'any', 'always', null, 'unchanged'],
  ['RENEWAL_EXTENSION', 'any', 'always', null, 'unchanged'],
  ['TEST', 'any', 'always', null, 'unchanged'],
  ['EXTERNAL_PURCHASE_TOKEN', 'any', 'always', null, 'unchanged'],
  ['RESCIND_CONSENT', 'any', 'always', null, 'unchanged'],
  ['METADATA_UPDATE', 'any', 'always', null, 'unchanged'],
  ['MIGRATION', 'any', 'always', null, 'unchanged'],
  ['PRICE_CHANGE', 'any', 'always', null, 'unchanged'],
  // What other types and subtypes mean is not known, whatever transaction they hold.
  ['any', 'any', 'always', null, 'ignored'],
];

/**
 * Version 1 messages, deprecated but still selectable. They know no expiry and no one-time purchase.
 * Types: https://developer.apple.com/documentation/appstoreservernotifications/notification_type
 */
const version1: readonly Line[] = [
  ['any', 'any', 'not_purchased', null, 'ignored'],

  ['INITIAL_BUY', 'any', 'free_trial', 'trial_start', 'trial'],
  ['INITIAL_BUY', 'any', 'paid_intro', 'subscription_charge', 'trial'],
  ['INITIAL_BUY', 'any', 'free_offer', null, 'active'],
  ['INITIAL_BUY', 'any', 'always', 'subscription_charge', 'active'],

  ['DID_RENEW', 'any', 'paid_intro', 'subscription_charge', 'trial'],
  ['DID_RENEW', 'any', 'free_offer', null, 'active'],
  ['DID_RENEW', 'any', 'always', 'subscription_charge', 'active'],
  ['DID_RECOVER', 'any', 'paid_intro', 'subscription_charge', 'trial'],
  ['DID_RECOVER', 'any', 'always', 'subscription_charge', 'active'],
  ['RENEWAL', 'any', 'paid_intro', 'subscription_charge', 'trial'],
  ['RENEWAL', 'any', 'always', 'subscription_charge', 'active'],

  ['INTERACTIVE_RENEWAL', 'any', 'free_trial', 'trial_start', 'trial'],
  ['INTERACTIVE_RENEWAL', 'any', 'paid_intro', 'subscription_charge', 'trial'],
  ['INTERACTIVE_RENEWAL', 'any', 'free_offer', null, 'active'],
  ['INTERACTIVE_RENEWAL', 'any', 'always', 'subscription_charge', 'active'],

  ['DID_CHANGE_RENEWAL_STATUS', 'any', 'renewal_unsaid', null, 'unchanged'],
  ['DID_CHANGE_RENEWAL_STATUS', 'any', 'renewal_on', null, 'running'],
  ['DID_CHANGE_RENEWAL_STATUS', 'any', 'refunded', null, 'refunded'],
  ['DID_CHANGE_RENEWAL_STATUS', 'any', 'in_free_trial', 'trial_cancelation', 'trial_canceled'],
  ['DID_CHANGE_RENEWAL_STATUS', 'any', 'in_paid_intro', 'subscription_cancelation', 'trial_canceled'],
  ['DID_CHANGE_RENEWAL_STATUS', 'any', 'always', 'subscription_cancelation', 'canceled'],

  ['DID_CHANGE_RENEWAL_PREF', 'any', 'always', null, 'unchanged'],
  ['PRICE_INCREASE_CONSENT', 'any', 'always', null, 'unchanged'],
  ['CONSUMPTION_REQUEST', 'any', 'always', null, 'unchanged'],
  ['DID_FAIL_TO_RENEW', 'any', 'always', null, 'billing_issues'],

  ['CANCEL', 'any', 'upgraded', null, 'unchanged'],
  ['CANCEL', 'any', 'always', 'refund', 'take_back'],
  ['REFUND', 'any', 'always', 'refund', 'take_back'],
  ['REVOKE', 'any', 'always', null, 'ignored'],
  ['any', 'any', 'always', null, 'ignored'],
];

/** What every message of the store means. */
export const notificationTable: readonly NotificationRow[] = [
  ...version2.map((line) => rowOf('v2', line)),
  ...version1.map((line) => rowOf('v1', line)),
];

function rowOf(version: 'v1' | 'v2', [type, subtypes, when, event, status]: Line): NotificationRow {
  return { version, type, subtypes, when, event, status };
}
