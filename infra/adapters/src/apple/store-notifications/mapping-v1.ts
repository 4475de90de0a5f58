import { createHash } from 'node:crypto';
import type { StoreRenewal, StoreTransaction } from '@tapwise/domain';
import { ownershipOf } from './ownership.ts';
import type { NotificationV1Wire, ReceiptEntryWire } from './wire-v1.ts';

/** An old-style notification as one about a single original transaction. */
export interface NotificationV1 {
  readonly notificationId: string;
  readonly type: string;
  readonly signedAt: string;
  readonly originalTransactionId: string;
  readonly transactions: StoreTransaction[];
  readonly renewal: StoreRenewal | null;
}

/**
 * Maps a version 1 body. It names no id of its own, so one is made from what it says; a redelivery says the same.
 * @param receivedAt Used where the body has no date of its own.
 * @returns `undefined` when the body has no transactions: a form we do not know.
 */
export function notificationFromV1(wire: NotificationV1Wire, receivedAt: string): NotificationV1 | undefined {
  const entries = wire.receipts;
  const latest = entries.reduce<ReceiptEntryWire | undefined>(
    (newest, entry) => (newest && purchasedAt(newest) >= purchasedAt(entry) ? newest : entry),
    undefined,
  );
  if (latest === undefined) return undefined;
  const named = entries.find((entry) => entry.original_transaction_id === wire.original_transaction_id);
  const originalTransactionId = (named ?? latest).original_transaction_id;
  const matchingEntries = entries.filter((entry) => entry.original_transaction_id === originalTransactionId);
  return {
    notificationId: `v1-${createHash('sha256').update(identity(wire, matchingEntries)).digest('hex').slice(0, 40)}`,
    type: typeOf(wire),
    signedAt: signedAt(wire, matchingEntries, receivedAt),
    originalTransactionId,
    transactions: matchingEntries.map(transactionFromV1),
    renewal: renewalFromV1(wire, originalTransactionId),
  };
}

/** A type that cannot be read is none that is known. */
const typeOf = ({ notification_type }: NotificationV1Wire): string => notification_type ?? '';
const isTrue = (text: string | null): boolean => text?.toLowerCase() === 'true' || text === '1';

const purchasedAt = (entry: ReceiptEntryWire): number => Number(entry.purchase_date_ms);

function identity(wire: NotificationV1Wire, entries: readonly ReceiptEntryWire[]): string {
  const { notification_type, auto_renew_status, auto_renew_status_change_date_ms } = wire;
  const transactions = entries.map((entry) => [entry.transaction_id, entry.cancellation_date_ms ?? '']).sort();
  return JSON.stringify([notification_type, auto_renew_status, auto_renew_status_change_date_ms, transactions]);
}

/** The newest date the body knows of: a change of the renewal switch, a cancellation, or the latest purchase. */
function signedAt(wire: NotificationV1Wire, entries: readonly ReceiptEntryWire[], receivedAt: string): string {
  if (typeOf(wire) === 'DID_FAIL_TO_RENEW') return receivedAt;
  const dates = entries.flatMap((entry) => [purchasedAt(entry), Number(entry.cancellation_date_ms ?? 0)]);
  if (typeOf(wire).startsWith('DID_CHANGE_RENEWAL')) dates.push(Number(wire.auto_renew_status_change_date_ms ?? 0));
  return new Date(Math.max(...dates)).toISOString();
}

function transactionFromV1(entry: ReceiptEntryWire): StoreTransaction {
  const trial = isTrue(entry.is_trial_period);
  const intro = isTrue(entry.is_in_intro_offer_period);
  return {
    transaction_id: entry.transaction_id,
    original_transaction_id: entry.original_transaction_id,
    product_id: entry.product_id,
    kind: entry.expires_date_ms == null ? 'non_renewing' : 'auto_renewable',
    purchased_at: instant(entry.purchase_date_ms),
    original_purchased_at: entry.original_purchase_date_ms == null ? null : instant(entry.original_purchase_date_ms),
    expires_at: entry.expires_date_ms == null ? null : instant(entry.expires_date_ms),
    quantity: wholeIn(entry.quantity) ?? 1,
    ...ownershipOf(entry.in_app_ownership_type),
    app_account_token: entry.app_account_token ?? null,
    reason: entry.transaction_id === entry.original_transaction_id ? 'PURCHASE' : 'RENEWAL',
    // Old-style receipts have no price. A free trial is the one sale whose price is known.
    price_micros: trial ? 0 : null,
    currency: null,
    storefront: null,
    offer_type:
      trial || intro ? 1 : entry.promotional_offer_id != null ? 2 : entry.offer_code_ref_name != null ? 3 : null,
    offer_discount_type: trial ? 'FREE_TRIAL' : intro ? 'PAY_AS_YOU_GO' : null,
    is_upgraded: isTrue(entry.is_upgraded),
    revoked_at: entry.cancellation_date_ms == null ? null : instant(entry.cancellation_date_ms),
    revocation_type: null,
    revocation_share: null,
    subscription_group: entry.subscription_group_identifier ?? null,
  };
}

function renewalFromV1(wire: NotificationV1Wire, originalTransactionId: string): StoreRenewal | null {
  const pending = wire.pending.find((entry) => entry.original_transaction_id === originalTransactionId);
  if (pending === undefined && wire.auto_renew_status == null) return null;
  const switchText = pending?.auto_renew_status ?? wire.auto_renew_status;
  return {
    auto_renew_product_id: pending?.auto_renew_product_id ?? wire.auto_renew_product_id ?? null,
    auto_renew: switchText == null ? null : isTrue(switchText),
    expiration_intent: wholeIn(pending?.expiration_intent),
    in_billing_retry: pending?.is_in_billing_retry_period == null ? null : isTrue(pending.is_in_billing_retry_period),
    grace_period_expires_at:
      pending?.grace_period_expires_date_ms == null ? null : instant(pending.grace_period_expires_date_ms),
    renewal_at: null,
    renewal_price_micros: null,
    currency: null,
  };
}

/** A whole number other than 0. */
function wholeIn(text: string | null | undefined): number | null {
  const value = Number(text ?? 0);
  return Number.isSafeInteger(value) && value !== 0 ? value : null;
}

const instant = (millis: string): string => new Date(Number(millis)).toISOString();
