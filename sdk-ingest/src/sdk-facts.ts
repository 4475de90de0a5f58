import type { importInstall, OpenApplication, TransactionLink } from '@tapwise/domain';
import type { AttributionPayload } from './payloads/attribution.payload.ts';
import type { TransactionsPayload } from './payloads/transactions.payload.ts';

/** What an SDK says about a first launch, in our form. @param token absent, null or empty where there is none */
export function installReport(
  { application_id }: OpenApplication,
  about: Omit<AttributionPayload, 'api_key' | 'attribution_token'>,
  received: { readonly at: string; readonly token: string | null | undefined },
): Parameters<typeof importInstall>[1] {
  return {
    application_id,
    install_id: about.install_id,
    first_launch_at: new Date(about.first_launch_at).toISOString(),
    received_at: received.at,
    attribution_token: received.token || null,
    sdk_version: about.sdk_version ?? null,
    app_version: about.app_version ?? null,
    os_version: about.os_version ?? null,
    device_class: about.device_class ?? null,
    locale: about.locale ?? null,
  };
}

/** What an SDK says about whose purchase a transaction is, in our form. */
export function transactionLink(
  { application_id }: OpenApplication,
  install_id: string,
  transaction: TransactionsPayload['transactions'][number],
  linked_at: string,
): TransactionLink {
  const { original_transaction_id, transaction_id, product_id } = transaction;
  return {
    ...{ application_id, install_id, original_transaction_id, transaction_id, product_id, linked_at },
    purchased_at: new Date(transaction.purchased_at).toISOString(),
  };
}
