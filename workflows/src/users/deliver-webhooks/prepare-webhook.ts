import { type EventLog, readCampaignNames } from '@tapwise/adapters';
import {
  type DeliveryWork,
  type ExistingDelivery,
  factProceeds,
  type OpenApplication,
  type UsdTenThousandths,
  type WebhookFact,
  webhookBody,
  webhookWaitMs,
} from '@tapwise/domain';
import { createInstallReader, findUser, type UserAttribution } from './attributed-user.ts';
import type { RatesOf } from './charge-rates.ts';
import type { DeliveryCaches } from './delivery-caches.ts';
import { type Purchase, readPurchase } from './purchase.ts';
import { deliveryId, sentProceeds } from './sent-bodies.ts';

export interface PrepareSources {
  readonly log: EventLog;
  readonly ratesOf: RatesOf;
  readonly caches: Pick<DeliveryCaches, 'queuedFrom'>;
  readonly work: { readonly state: DeliveryWork };
}

/** What is to be posted, or why not (now). */
export type Prepared =
  | { readonly kind: 'ready'; readonly body: string; readonly proceeds: UsdTenThousandths | null }
  | { readonly kind: 'wait' }
  | { readonly kind: 'drop' };

/** Makes the body of a webhook from all that is known now. @throws the log's own error. */
export async function prepareWebhook(
  { log, ratesOf, caches, work }: PrepareSources,
  application: OpenApplication,
  { identity }: ExistingDelivery,
  now: number,
): Promise<Prepared> {
  const { application_id, original_transaction_id, endpoint_id, created_at, delivery_id } = identity;
  const origin = caches.queuedFrom.get(delivery_id);
  const purchaseRef = { application_id, original_transaction_id: original_transaction_id ?? '' };
  const purchase = origin?.purchase ?? (await readPurchase(log, purchaseRef));
  const fact = purchase.facts.find(({ key }) => key === identity.fact_key);
  // A later interpretation took it back before anything was sent.
  if (fact === undefined) return { kind: 'drop' };
  const waits = now < Date.parse(created_at) + webhookWaitMs;
  const user = origin?.user ?? (await findUser(createInstallReader(log), application, purchase.view));
  if (user.kind === 'waiting') return { kind: waits ? 'wait' : 'drop' };
  if (user.kind === 'none') return { kind: 'drop' };
  const proceeds = await factProceeds(fact, {
    charges: purchase.view?.charges ?? [],
    facts: purchase.facts,
    small_business: application.small_business,
    ratesOf,
    sentFor: (sent) => sentProceeds(log, endpoint_id, { key: sent.key, received_at: receivedAt(purchase, sent) }),
    isWaiting: ({ key }) => work.state.queues.get(endpoint_id)?.open.has(deliveryId(endpoint_id, key)) ?? false,
  });
  if (proceeds === null && waits) return { kind: 'wait' };
  return { kind: 'ready', body: await bodyOf(log, fact, user, purchase, proceeds), proceeds };
}

const receivedAt = ({ received }: Purchase, { notification_id, signed_at }: WebhookFact): string =>
  received.find((message) => message.notification_id === notification_id)?.received_at ?? signed_at;

async function bodyOf(
  log: EventLog,
  fact: WebhookFact,
  { attribution, organization_id, install_id, install_date }: Extract<UserAttribution, { kind: 'attributed' }>,
  { view }: Purchase,
  proceeds: UsdTenThousandths | null,
): Promise<string> {
  const names = await readCampaignNames(log, attribution);
  return webhookBody({
    event: fact.event,
    product_id: fact.product_id ?? view?.product_id ?? null,
    original_transaction_id: fact.original_transaction_id,
    user_id: install_id,
    install_date,
    organization_id,
    campaign_id: attribution.campaign_id,
    campaign_name: names.campaign_name ?? attribution.campaign_name,
    ad_group_id: attribution.ad_group_id,
    ad_group_name: names.ad_group_name ?? attribution.ad_group_name,
    keyword_id: attribution.keyword_id,
    keyword_name: names.keyword_name ?? attribution.keyword_name,
    custom_product_page_id: names.creative_id,
    custom_product_page_name: names.custom_product_page,
    proceeds,
  });
}
