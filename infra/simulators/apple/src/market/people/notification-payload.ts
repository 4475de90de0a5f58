import { uuidOf } from '../../base/random/prng.ts';
import type { NotificationSigner } from '../../signing/notification-signer.ts';
import { storefrontOf } from '../world/storefronts.ts';
import type { Person } from './person.ts';
import { localPriceMilli, type StoreEvent, type Transaction } from './purchase.ts';

/** Who bought, and whether the purchase carries the install's id. */
export interface Buyer {
  readonly person: Person;
  readonly tagged: boolean;
}

/** The signed V2 body of a store event; the same event always gets the same UUID. */
export function signedNotification(signer: NotificationSigner, buyer: Buyer, event: StoreEvent): string {
  const { app } = buyer.person;
  const signedDate = event.at + 500;
  const isSubscription = event.transaction.product.period !== null;
  return signer.sign({
    notificationType: event.type,
    ...(event.subtype === null ? {} : { subtype: event.subtype }),
    notificationUUID: uuidOf('notification', buyer.person.key, event.number),
    version: '2.0',
    signedDate,
    data: {
      appAppleId: app.adamId,
      bundleId: app.bundleId,
      bundleVersion: '412',
      environment: 'Production',
      ...(isSubscription ? { status: event.status } : {}),
      signedTransactionInfo: signer.sign(transactionInfo(buyer, event, signedDate)),
      ...(isSubscription ? { signedRenewalInfo: signer.sign(renewalInfo(buyer, event, signedDate)) } : {}),
    },
  });
}

function transactionInfo(buyer: Buyer, event: StoreEvent, signedDate: number): object {
  const { transaction, revocation } = event;
  const { app } = buyer.person;
  return {
    transactionId: transaction.id,
    originalTransactionId: transaction.originalId,
    bundleId: app.bundleId,
    productId: transaction.product.productId,
    purchaseDate: transaction.purchasedAt,
    originalPurchaseDate: transaction.originalPurchasedAt,
    quantity: 1,
    type: transaction.product.period === null ? 'Non-Consumable' : 'Auto-Renewable Subscription',
    inAppOwnershipType: transaction.ownership,
    ...(buyer.tagged ? { appAccountToken: buyer.person.installId } : {}),
    signedDate,
    environment: 'Production',
    transactionReason: transaction.reason,
    storefront: storefrontOf(transaction.storefront).alpha3,
    storefrontId: storefrontOf(transaction.storefront).storefrontId,
    price: transaction.priceMilli,
    currency: transaction.currency,
    ...subscriptionFields(transaction, app.subscriptionGroupId),
    ...offerFields(transaction),
    ...(revocation === null ? {} : revocationFields(revocation)),
  };
}

const subscriptionFields = (transaction: Transaction, group: string): object =>
  transaction.expiresAt === null
    ? {}
    : {
        expiresDate: transaction.expiresAt,
        subscriptionGroupIdentifier: group,
        webOrderLineItemId: String(3e14 + (Number(transaction.id) % 1e14)),
      };

const offerFields = ({ offer }: Transaction): object =>
  offer === null ? {} : { offerType: 1, offerDiscountType: offer.discount, offerPeriod: offer.period };

const revocationFields = (revocation: NonNullable<StoreEvent['revocation']>): object => ({
  revocationDate: revocation.at,
  revocationReason: revocation.reason,
  ...(revocation.percentage === null
    ? { revocationType: 'REFUND_FULL' }
    : { revocationType: 'REFUND_PRORATED', revocationPercentage: revocation.percentage }),
});

function renewalInfo(buyer: Buyer, event: StoreEvent, signedDate: number): object {
  const { transaction } = event;
  return {
    originalTransactionId: transaction.originalId,
    productId: transaction.product.productId,
    autoRenewProductId: event.nextProduct.productId,
    autoRenewStatus: event.autoRenew ? 1 : 0,
    ...(event.expirationIntent === null ? {} : { expirationIntent: event.expirationIntent }),
    ...(event.status === 3 || event.status === 4 ? { isInBillingRetryPeriod: true } : {}),
    ...(buyer.tagged ? { appAccountToken: buyer.person.installId } : {}),
    recentSubscriptionStartDate: transaction.originalPurchasedAt,
    ...(transaction.expiresAt === null ? {} : { renewalDate: transaction.expiresAt }),
    ...(event.autoRenew ? { renewalPrice: localPriceMilli(event.nextProduct.baseUsd, transaction.storefront) } : {}),
    currency: transaction.currency,
    environment: 'Production',
    signedDate,
  };
}
