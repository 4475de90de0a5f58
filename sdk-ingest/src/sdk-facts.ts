import { firstLaunchByOurClock, type InstallReport, type OpenApplication, type TransactionLink } from '@tapwise/domain';
import type { AttributionPayload } from './payloads/attribution.payload.ts';
import type { TransactionsPayload } from './payloads/transactions.payload.ts';

type InstallDetails = Omit<AttributionPayload, 'api_key' | 'attribution_token' | 'build' | 'sent_at'> & {
  /** Absent where the phone did not send it itself. */
  readonly sent_at?: AttributionPayload['sent_at'];
};

/**
 * What an SDK says about a first launch, in our form.
 * @param received `token` absent, null or empty where there is none
 * @throws DomainError `invalid_request` for a first launch that cannot be.
 */
export function installReport(
  { application_id }: OpenApplication,
  install: InstallDetails,
  received: { readonly at: string; readonly token: string | null | undefined },
): InstallReport {
  const { first_launch_at, sent_at = null } = install;
  return {
    application_id,
    install_id: install.install_id,
    first_launch_at: firstLaunchByOurClock({ first_launch_at, sent_at }, received.at),
    received_at: received.at,
    attribution_token: received.token || null,
    sdk_version: install.sdk_version ?? null,
    app_version: install.app_version ?? null,
    os_version: install.os_version ?? null,
    device_class: install.device_class ?? null,
    locale: install.locale ?? null,
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
    application_id,
    install_id,
    original_transaction_id,
    transaction_id,
    product_id,
    linked_at,
    purchased_at: new Date(transaction.purchased_at).toISOString(),
  };
}
