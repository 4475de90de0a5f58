import {
  type Attribution,
  installStream,
  type StoreNotification,
  type StoreTransaction,
  subscriptionStream,
} from '@tapwise/domain';
import type { StreamEvent } from './recorded-events.ts';
import { applicationId, eventOf, noon, orgId } from './sample-events.ts';

export function installReported(installId: string, firstLaunchAt = noon): StreamEvent {
  return eventOf(installStream(applicationId, installId), 'InstallReported', {
    application_id: applicationId,
    install_id: installId,
    first_launch_at: firstLaunchAt,
    received_at: noon,
    attribution_token: 'token',
    sdk_version: null,
    app_version: null,
    os_version: null,
    device_class: 'iphone',
    locale: null,
  });
}

/** A build that is not from the store reported itself. */
export function testInstallReported(installId: string, receivedAt = noon): StreamEvent {
  return eventOf(installStream(applicationId, installId), 'TestInstallReported', {
    application_id: applicationId,
    install_id: installId,
    received_at: receivedAt,
  });
}

export function installAttributed(installId: string, fields: Partial<Attribution> = {}): StreamEvent {
  return eventOf(installStream(applicationId, installId), 'InstallAttributed', {
    application_id: applicationId,
    install_id: installId,
    conversion_type: 'Download',
    decided_at: noon,
    answered: true,
    attribution: {
      org_id: orgId,
      campaign_id: 1,
      campaign_name: null,
      ad_group_id: 11,
      ad_group_name: null,
      keyword_id: 111,
      keyword_name: null,
      ad_id: null,
      custom_product_page: null,
      country: 'US',
      claim_type: 'click',
      ...fields,
    },
  });
}

export function installOrganic(installId: string, reason: 'not_by_ads' | 'no_token' = 'not_by_ads'): StreamEvent {
  return eventOf(installStream(applicationId, installId), 'InstallFoundOrganic', {
    application_id: applicationId,
    install_id: installId,
    reason,
    decided_at: noon,
    answered: true,
  });
}

/** The token of an install without one came. */
export function installReopened(installId: string, firstLaunchAt = noon): StreamEvent {
  return eventOf(installStream(applicationId, installId), 'InstallReopened', {
    application_id: applicationId,
    install_id: installId,
    first_launch_at: firstLaunchAt,
    received_at: noon,
    attribution_token: 'token',
    device_class: 'iphone',
  });
}

export function linked(installId: string, transactionId: string): StreamEvent {
  return eventOf(subscriptionStream(transactionId), 'TransactionLinked', {
    application_id: applicationId,
    install_id: installId,
    original_transaction_id: transactionId,
    transaction_id: transactionId,
    product_id: 'monthly',
    purchased_at: noon,
    linked_at: noon,
  });
}

/** A standard-price month bought at noon. */
export function transaction(id: string, fields: Partial<StoreTransaction> = {}): StoreTransaction {
  return {
    transaction_id: id,
    original_transaction_id: id,
    product_id: 'monthly',
    kind: 'auto_renewable',
    purchased_at: noon,
    original_purchased_at: noon,
    expires_at: '2026-04-10T12:00:00.000Z',
    quantity: 1,
    family_shared: false,
    app_account_token: null,
    reason: 'PURCHASE',
    price_micros: 10_000_000,
    currency: 'USD',
    storefront: 'US',
    offer_type: null,
    offer_discount_type: null,
    is_upgraded: false,
    revoked_at: null,
    revocation_type: null,
    revocation_share: null,
    subscription_group: 'g',
    ...fields,
  } as StoreTransaction;
}

/** A message of the store about the transactions; the first one names the original transaction. */
export function notification(
  type: string,
  transactions: readonly StoreTransaction[],
  fields: Partial<StoreNotification> = {},
): StreamEvent {
  const original = transactions[0]?.original_transaction_id ?? '';
  const signed_at = fields.signed_at ?? transactions.at(-1)?.purchased_at ?? noon;
  const data = {
    application_id: applicationId,
    version: 'v2',
    notification_type: type,
    subtype: null,
    signed_at,
    notification_id: `${type}-${original}-${signed_at}`,
    received_at: signed_at,
    renewal: null,
    original_transaction_id: original,
    transactions: [...transactions],
    mapping: 1,
    ...fields,
  };
  return eventOf(subscriptionStream(original), 'StoreNotificationReceived', data);
}
