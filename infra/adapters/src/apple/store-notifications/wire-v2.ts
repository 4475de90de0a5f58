import {
  booleanField,
  type FieldValues,
  idField,
  millisField,
  numberField,
  switchField,
  textField,
  thousandthsField,
  wholeField,
  wordField,
} from './lenient-fields.ts';

const text = textField(512);

/** Decoded outer payload of a version 2 notification. Types and subtypes are open sets. */
export const notificationFields = {
  notificationType: wordField(512),
  subtype: wordField(512),
  notificationUUID: idField(128),
};

/** What its `data`, `summary` or `appData` says of the app. */
export const appFields = { appAppleId: wholeField, bundleId: text, environment: text };

/** Decoded `signedTransactionInfo`. `price` is in thousandths of the currency unit. */
export const transactionFields = {
  transactionId: idField(64),
  originalTransactionId: idField(64),
  productId: textField(255),
  type: text,
  purchaseDate: millisField,
  originalPurchaseDate: millisField,
  expiresDate: millisField,
  quantity: wholeField,
  inAppOwnershipType: wordField(64),
  appAccountToken: text,
  transactionReason: text,
  price: thousandthsField,
  currency: text,
  storefront: text,
  offerType: wholeField,
  offerDiscountType: text,
  isUpgraded: booleanField,
  revocationDate: millisField,
  revocationType: text,
  revocationPercentage: numberField,
  subscriptionGroupIdentifier: text,
  billingPlanType: text,
};
/** Its `commitmentInfo`: a term of which each billing period is a transaction. */
export const commitmentFields = {
  billingPeriodNumber: wholeField,
  totalBillingPeriods: wholeField,
  commitmentExpiresDate: millisField,
};
export type TransactionWire = FieldValues<typeof transactionFields> & {
  readonly commitment: FieldValues<typeof commitmentFields> | null;
};

/** Decoded `signedRenewalInfo`. */
export const renewalFields = {
  originalTransactionId: idField(64),
  autoRenewProductId: text,
  autoRenewStatus: switchField,
  expirationIntent: wholeField,
  isInBillingRetryPeriod: booleanField,
  gracePeriodExpiresDate: millisField,
  renewalDate: millisField,
  renewalPrice: thousandthsField,
  currency: text,
};
/** Its `commitmentInfo`: what is to follow the term. */
export const renewalCommitmentFields = { commitmentAutoRenewStatus: switchField };
export type RenewalWire = FieldValues<typeof renewalFields> & FieldValues<typeof renewalCommitmentFields>;
