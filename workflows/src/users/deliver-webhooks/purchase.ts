import type { EventLog } from '@tapwise/adapters';
import {
  factsOf,
  interpretSubscription,
  type StoreNotification,
  type SubscriptionView,
  subscriptionStream,
  type TransactionLink,
  type WebhookFact,
} from '@tapwise/domain';

/** All that is known of one original transaction of an application. */
export interface Purchase {
  /** In the order of arrival. */
  readonly received: readonly StoreNotification[];
  readonly view: SubscriptionView | null;
  readonly facts: readonly WebhookFact[];
}

/** What two kinds of events say of an original transaction, each in the order of arrival. */
export const purchaseOf = (
  received: readonly StoreNotification[],
  links: readonly TransactionLink[],
  { application_id }: { application_id: number },
): Purchase => ({
  received,
  view: interpretSubscription(received, links, { application_id }),
  facts: factsOf(received),
});

/**
 * @param upTo Revision of the last event that counts; all of them if absent.
 * @throws the log's own error.
 */
export async function readPurchase(
  log: EventLog,
  { application_id, original_transaction_id }: { application_id: number; original_transaction_id: string },
  upTo?: bigint,
): Promise<Purchase> {
  const recorded = await log.readStream(subscriptionStream(original_transaction_id));
  const received: StoreNotification[] = [];
  const links: TransactionLink[] = [];
  for (const { event, revision } of recorded) {
    // Who the user is may have come later; what was received decides what is new.
    if (event.type === 'TransactionLinked') links.push(event.data);
    if (upTo !== undefined && revision > upTo) continue;
    if (event.type === 'StoreNotificationReceived' && event.data.application_id === application_id) {
      received.push(event.data);
    }
  }
  return purchaseOf(received, links, { application_id });
}
