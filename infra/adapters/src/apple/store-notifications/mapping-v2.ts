import type { StoreRenewal, StoreTransaction } from '@tapwise/domain';
import { ownershipOf } from './ownership.ts';
import { alpha2FromStorefront } from './storefronts.ts';
import type { RenewalWire, TransactionWire } from './wire-v2.ts';

const kinds: Readonly<Record<string, StoreTransaction['kind']>> = {
  'Auto-Renewable Subscription': 'auto_renewable',
  'Non-Consumable': 'non_consumable',
  Consumable: 'consumable',
  'Non-Renewing Subscription': 'non_renewing',
};

/** Whether the store's word for a kind of product is one that is documented. */
export const isDocumentedKind = (type: string | null): boolean => type === null || Object.hasOwn(kinds, type);

/** What a transaction must say, so that it can be kept as one. */
const needed = ['transactionId', 'originalTransactionId', 'productId', 'purchaseDate'] as const;
type NeededTransaction = TransactionWire & { [Name in (typeof needed)[number]]: NonNullable<TransactionWire[Name]> };

/** Names of what is missing for a transaction. */
export const missingIn = (wire: TransactionWire): string[] => needed.filter((name) => wire[name] === null);

/**
 * A transaction in our units: micros instead of thousandths, ISO instants, alpha-2 storefronts.
 * @returns `undefined` where `missingIn` names something.
 */
export function transactionFromV2(read: TransactionWire): StoreTransaction | undefined {
  if (missingIn(read).length > 0) return undefined;
  const wire = read as NeededTransaction;
  return {
    transaction_id: wire.transactionId,
    original_transaction_id: wire.originalTransactionId,
    product_id: wire.productId,
    kind:
      kinds[wire.type ?? ''] ?? (wire.type === null && wire.expiresDate !== null ? 'auto_renewable' : 'non_renewing'),
    purchased_at: instant(wire.purchaseDate),
    original_purchased_at: instantOrNull(wire.originalPurchaseDate),
    expires_at: instantOrNull(wire.expiresDate),
    quantity: wire.quantity ?? 1,
    ...ownershipOf(wire.inAppOwnershipType),
    ...commitmentOf(wire),
    app_account_token: wire.appAccountToken ?? null,
    reason:
      wire.transactionReason === 'PURCHASE' || wire.transactionReason === 'RENEWAL' ? wire.transactionReason : null,
    price_micros: wire.price == null ? null : Math.round(wire.price * 1000),
    currency: currencyOrNull(wire.currency),
    storefront: wire.storefront == null ? null : alpha2FromStorefront(wire.storefront),
    offer_type: wire.offerType ?? null,
    offer_discount_type: wire.offerDiscountType ?? null,
    is_upgraded: wire.isUpgraded ?? false,
    revoked_at: instantOrNull(wire.revocationDate),
    revocation_type: wire.revocationType ?? null,
    // Thousandths of a percent: 50000 is one half.
    revocation_share: wire.revocationPercentage == null ? null : Math.min(1, wire.revocationPercentage / 100_000),
    subscription_group: wire.subscriptionGroupIdentifier ?? null,
  };
}

/** A term that is paid month by month; nothing for one that is paid at once. */
function commitmentOf({ billingPlanType, commitment }: TransactionWire): Pick<StoreTransaction, 'commitment'> {
  const expires = commitment?.commitmentExpiresDate ?? null;
  if (commitment === null || expires === null || billingPlanType === 'BILLED_UPFRONT') return {};
  const { billingPeriodNumber: payment, totalBillingPeriods: payments } = commitment;
  return { commitment: { payment, payments, expires_at: instant(expires) } };
}

/** Renewal facts in our units. */
export function renewalFromV2(wire: RenewalWire): StoreRenewal {
  // Within a term the payments go on either way; what is switched is whether another term follows.
  const renews = wire.commitmentAutoRenewStatus ?? wire.autoRenewStatus;
  return {
    auto_renew_product_id: wire.autoRenewProductId ?? null,
    auto_renew: renews === null ? null : renews === 1,
    expiration_intent: wire.expirationIntent ?? null,
    in_billing_retry: wire.isInBillingRetryPeriod ?? null,
    grace_period_expires_at: instantOrNull(wire.gracePeriodExpiresDate),
    renewal_at: instantOrNull(wire.renewalDate),
    renewal_price_micros: wire.renewalPrice == null ? null : Math.round(wire.renewalPrice * 1000),
    currency: currencyOrNull(wire.currency),
  };
}

const instant = (millis: number): string => new Date(millis).toISOString();
const instantOrNull = (millis: number | null | undefined): string | null => (millis == null ? null : instant(millis));
const currencyOrNull = (code: string | null | undefined): string | null =>
  code != null && /^[A-Z]{3}$/.test(code) ? code : null;
