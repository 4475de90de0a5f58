import { type DeliveryEvent, type DomainEvent, deliveryFacts, type FrozenBody, frozenBodies } from '@tapwise/domain';
import { append } from './run-record.ts';

/** What the log has of a webhook, or of a message that is forwarded. */
export interface LoggedDelivery {
  readonly endpointId: string;
  readonly lane: 'webhook' | 'forwarding';
  readonly url: string;
  /** The store's message that it follows from. */
  readonly notificationId: string;
  /** The newest event about it. */
  newest: DeliveryEvent;
  /** As often as it was queued. */
  queued: number;
  /** When it was first recorded as delivered since it was last asked for; milliseconds since 1970. */
  deliveredAt: number | undefined;
  /** It is not tried again, unless it is replayed. */
  isSettled: boolean;
  /** Its address was set to another one before it was delivered. */
  isGivenUp: boolean;
  replays: number;
}

/** Webhooks, kept while the log is written. */
export class WebhookRecord {
  /** By their ids. */
  readonly deliveries = new Map<string, LoggedDelivery>();
  /** Bytes of webhooks by delivery, as often as they were frozen. */
  readonly frozen = new Map<string, FrozenBody[]>();
  /** Places in the sequence of each address. */
  readonly sequences = new Map<string, number[]>();

  note(event: DomainEvent, at: number): void {
    if (event.type === 'WebhooksFrozen')
      for (const body of frozenBodies(event)) {
        append(this.frozen, body.delivery_id, body);
        append(this.sequences, event.data.endpoint_id, body.sequence);
      }
    if (!isDeliveryEvent(event)) return;
    for (const fact of deliveryFacts(event)) {
      const { delivery_id, endpoint_id: endpointId, notification_id: notificationId, lane, url } = fact.data;
      const identity = { endpointId, lane, url, notificationId, newest: event };
      const delivery = this.deliveries.get(delivery_id) ?? newDelivery(identity);
      this.deliveries.set(delivery_id, delivery);
      delivery.newest = event;
      if (fact.type === 'Queued') delivery.queued += 1;
      else if (fact.type === 'Attempted') {
        if (fact.data.state === 'delivered') delivery.deliveredAt ??= at;
        if (fact.data.state !== 'pending') delivery.isSettled = true;
      } else if (fact.type === 'WebhookNotSent') {
        delivery.isSettled = true;
        delivery.isGivenUp = true;
      } else Object.assign(delivery, { deliveredAt: undefined, isSettled: false, replays: delivery.replays + 1 });
    }
  }

  /** What follows from a message of the store. */
  of(notificationId: string, lane: LoggedDelivery['lane']): LoggedDelivery[] {
    return [...this.deliveries.values()].filter(
      (delivery) => delivery.notificationId === notificationId && delivery.lane === lane,
    );
  }
}

type Identity = Pick<LoggedDelivery, 'endpointId' | 'lane' | 'url' | 'notificationId' | 'newest'>;

const newDelivery = (identity: Identity): LoggedDelivery =>
  Object.assign({ queued: 0, deliveredAt: undefined, isSettled: false, isGivenUp: false, replays: 0 }, identity);

const deliveryTypes: ReadonlySet<string> = new Set<DeliveryEvent['type']>([
  'WebhooksQueued',
  'WebhooksAttempted',
  'WebhookNotSent',
  'WebhookReplayRequested',
]);
const isDeliveryEvent = (event: DomainEvent): event is DeliveryEvent => deliveryTypes.has(event.type);
