import { z } from 'zod';

/** Milliseconds since 1970 as the store writes instants. */
const millis = z.number().int().nonnegative().max(8.64e15);
const text = z.string().max(512);

/** Decoded outer payload of a version 2 notification. Unknown types and subtypes are allowed: both are open sets. */
export const notificationWireSchema = z.object({
  notificationType: text,
  subtype: text.nullish(),
  notificationUUID: z.string().min(1).max(128),
  version: text.nullish(),
  signedDate: millis,
  data: z
    .object({
      appAppleId: z.number().nullish(),
      bundleId: text.nullish(),
      environment: text.nullish(),
      signedTransactionInfo: z.string().nullish(),
      signedRenewalInfo: z.string().nullish(),
    })
    .nullish(),
  summary: z.object({ bundleId: text.nullish(), environment: text.nullish() }).nullish(),
  appData: z.object({ bundleId: text.nullish(), environment: text.nullish() }).nullish(),
  externalPurchaseToken: z.object({}).nullish(),
});
export type NotificationWire = z.infer<typeof notificationWireSchema>;

/** Decoded `signedTransactionInfo`. `price` is in thousandths of the currency unit. */
export const transactionWireSchema = z.object({
  transactionId: z.string().min(1).max(64),
  originalTransactionId: z.string().min(1).max(64),
  productId: z.string().min(1).max(255),
  type: text,
  purchaseDate: millis,
  originalPurchaseDate: millis.nullish(),
  expiresDate: millis.nullish(),
  quantity: z.number().int().nullish(),
  inAppOwnershipType: text.nullish(),
  appAccountToken: text.nullish(),
  transactionReason: text.nullish(),
  price: z.number().int().nullish(),
  currency: text.nullish(),
  storefront: text.nullish(),
  offerType: z.number().int().nullish(),
  offerDiscountType: text.nullish(),
  isUpgraded: z.boolean().nullish(),
  revocationDate: millis.nullish(),
  revocationType: text.nullish(),
  revocationPercentage: z.number().nullish(),
  subscriptionGroupIdentifier: text.nullish(),
});
export type TransactionWire = z.infer<typeof transactionWireSchema>;

/** Decoded `signedRenewalInfo`. */
export const renewalWireSchema = z.object({
  originalTransactionId: z.string(),
  autoRenewProductId: text.nullish(),
  autoRenewStatus: z.number().int().nullish(),
  expirationIntent: z.number().int().nullish(),
  isInBillingRetryPeriod: z.boolean().nullish(),
  gracePeriodExpiresDate: millis.nullish(),
  renewalDate: millis.nullish(),
  renewalPrice: z.number().int().nullish(),
  currency: text.nullish(),
});
export type RenewalWire = z.infer<typeof renewalWireSchema>;

/** Old-style values are all strings. */
const wireMillis = z.string().regex(/^\d{1,15}$/);

/** One entry of `latest_receipt_info` of a version 1 notification. */
export const receiptEntryWireSchema = z.object({
  transaction_id: z.string().min(1).max(64),
  original_transaction_id: z.string().min(1).max(64),
  product_id: z.string().min(1).max(255),
  quantity: z.string().nullish(),
  purchase_date_ms: wireMillis,
  original_purchase_date_ms: wireMillis.nullish(),
  expires_date_ms: wireMillis.nullish(),
  is_trial_period: text.nullish(),
  is_in_intro_offer_period: text.nullish(),
  promotional_offer_id: text.nullish(),
  offer_code_ref_name: text.nullish(),
  is_upgraded: text.nullish(),
  cancellation_date_ms: wireMillis.nullish(),
  in_app_ownership_type: text.nullish(),
  app_account_token: text.nullish(),
  subscription_group_identifier: text.nullish(),
});
export type ReceiptEntryWire = z.infer<typeof receiptEntryWireSchema>;

export const pendingRenewalWireSchema = z.object({
  original_transaction_id: z.string().nullish(),
  product_id: z.string().nullish(),
  auto_renew_product_id: text.nullish(),
  auto_renew_status: text.nullish(),
  expiration_intent: text.nullish(),
  is_in_billing_retry_period: text.nullish(),
  grace_period_expires_date_ms: wireMillis.nullish(),
});

/** Body of a version 1 notification, after the password was checked. */
export const notificationV1WireSchema = z.object({
  notification_type: text,
  environment: text.nullish(),
  bid: text.nullish(),
  auto_renew_status: text.nullish(),
  auto_renew_product_id: text.nullish(),
  auto_renew_status_change_date_ms: wireMillis.nullish(),
  original_transaction_id: z.union([z.string(), z.number()]).nullish(),
  unified_receipt: z
    .object({
      latest_receipt_info: z.array(receiptEntryWireSchema).max(200).nullish(),
      pending_renewal_info: z.array(pendingRenewalWireSchema).max(200).nullish(),
    })
    .nullish(),
});
export type NotificationV1Wire = z.infer<typeof notificationV1WireSchema>;
