import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { countryField, currencyField, instantField } from '../../shared/fields.ts';

const context = 'subscription';
const applicationId = z.number().int().positive();

/** A transaction as the store described it, in our units; `null` means the store did not say. */
export const storeTransactionField = z.object({
  transaction_id: z.string(),
  original_transaction_id: z.string(),
  product_id: z.string(),
  kind: z.enum(['auto_renewable', 'non_consumable', 'consumable', 'non_renewing']),
  purchased_at: instantField,
  original_purchased_at: instantField.nullable(),
  expires_at: instantField.nullable(),
  quantity: z.number().int(),
  family_shared: z.boolean(),
  /** The store's word for who has it, where it is not the buyer; a word never seen before counts like a relative's. */
  ownership: z.string().optional(),
  /** Of a term that is paid month by month: which of its payments this is, of how many, and when the term ends. */
  commitment: z
    .object({ payment: z.number().int().nullable(), payments: z.number().int().nullable(), expires_at: instantField })
    .optional(),
  app_account_token: z.string().nullable(),
  reason: z.enum(['PURCHASE', 'RENEWAL']).nullable(),
  price_micros: z.number().int().nullable(),
  currency: currencyField.nullable(),
  storefront: countryField.nullable(),
  offer_type: z.number().int().nullable(),
  offer_discount_type: z.string().nullable(),
  is_upgraded: z.boolean(),
  revoked_at: instantField.nullable(),
  revocation_type: z.string().nullable(),
  revocation_share: z.number().nullable(),
  subscription_group: z.string().nullable(),
});
export type StoreTransaction = z.infer<typeof storeTransactionField>;

export const storeRenewalField = z.object({
  auto_renew_product_id: z.string().nullable(),
  auto_renew: z.boolean().nullable(),
  expiration_intent: z.number().int().nullable(),
  in_billing_retry: z.boolean().nullable(),
  grace_period_expires_at: instantField.nullable(),
  renewal_at: instantField.nullable(),
  renewal_price_micros: z.number().int().nullable(),
  currency: currencyField.nullable(),
});
export type StoreRenewal = z.infer<typeof storeRenewalField>;

export const storeNotificationReceived = defineEvent({
  type: 'StoreNotificationReceived',
  context,
  stream: 'subscription-<originalTransactionId>',
  meaning:
    'A verified production notification about one original transaction, mapped to our units; of several with one id the newest mapping holds.',
  version: 2,
  data: {
    application_id: applicationId,
    notification_id: z.string(),
    version: z.enum(['v1', 'v2']),
    notification_type: z.string(),
    subtype: z.string().nullable(),
    signed_at: instantField,
    received_at: instantField,
    original_transaction_id: z.string(),
    transactions: z.array(storeTransactionField),
    renewal: storeRenewalField.nullable(),
    /** Version of the mapping that read the bytes which came. */
    mapping: z.number().int().positive(),
    /** Fields that came in another form than the documented one, or with a value never seen before; read as far as they can be. */
    odd_fields: z.array(z.string()).optional(),
  },
});

export const storeRequestReceived = defineEvent({
  type: 'StoreRequestReceived',
  context,
  stream: 'storeRequest-<applicationId>.<notificationId>',
  meaning: 'The very bytes of a verified store notification, encrypted, so that a better mapping can read them again.',
  data: {
    application_id: applicationId,
    notification_id: z.string(),
    /** Ciphertext under the application's key. */
    body: z.string(),
    /** How the bytes were packed before they were encrypted. */
    packing: z.enum(['none', 'deflate-raw', 'brotli']).default('none'),
    /** Keyed hash of where and what was received; a changed or exchanged body does not fit it. */
    digest: z.string(),
    /** `content-type` and other headers that say how the bytes are to be read. */
    headers: z.record(z.string(), z.string()),
    received_at: instantField,
  },
});

export const transactionLinked = defineEvent({
  type: 'TransactionLinked',
  context,
  stream: 'subscription-<originalTransactionId>',
  meaning: 'The SDK says which install an original transaction belongs to; the first link of an application wins.',
  data: {
    application_id: applicationId,
    install_id: z.string(),
    original_transaction_id: z.string(),
    transaction_id: z.string(),
    product_id: z.string(),
    purchased_at: instantField,
    linked_at: instantField,
  },
});

export const storeNoticeReceived = defineEvent({
  type: 'StoreNoticeReceived',
  context,
  stream: 'storeNotice-<applicationId>.<noticeId>',
  meaning:
    'A verified notification that changes no subscription: a test, a sandbox purchase, or one without a transaction.',
  data: {
    application_id: applicationId,
    notification_id: z.string(),
    notification_type: z.string(),
    subtype: z.string().nullable(),
    environment: z.string(),
    received_at: instantField,
  },
});

export const storeNotificationRefused = defineEvent({
  type: 'StoreNotificationRefused',
  context,
  stream: 'storeNotice-<applicationId>.<noticeId>',
  meaning: 'A body that could not be verified was refused.',
  data: { application_id: applicationId, reason: z.string(), received_at: instantField },
});

export const subscriptionEvents = [
  storeNotificationReceived,
  storeRequestReceived,
  transactionLinked,
  storeNoticeReceived,
  storeNotificationRefused,
] as const;
export type SubscriptionEvent = EventOf<(typeof subscriptionEvents)[number]>;
