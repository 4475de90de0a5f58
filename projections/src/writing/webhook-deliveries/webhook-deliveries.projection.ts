import {
  type DomainEvent,
  isEstimateKey,
  type OwnDeliveryEvent,
  ownDeliveryEvents,
  type DeliveryEvent as WebhookDeliveryEvent,
} from '@tapwise/domain';
import { bookkeeping, type EventProjection, rowsOf, skip, type TableRow } from '../runner/projection.ts';

type DeliveryEvent = Exclude<WebhookDeliveryEvent, { type: 'WebhookFrozen' | 'WebhooksFrozen' }>;

const eventTypes = [
  'WebhookQueued',
  'WebhookAttempted',
  'WebhookNotSent',
  'WebhookReplayRequested',
  'WebhooksQueued',
  'WebhooksAttempted',
] as const;
const types: ReadonlySet<string> = new Set(eventTypes);
const isDeliveryEvent = (event: DomainEvent): event is DeliveryEvent => types.has(event.type);

/** Deliveries to customers → one row each as it is now, and one per attempt. */
export const webhookDeliveriesProjection: EventProjection = {
  name: 'webhook-deliveries',
  version: 1,
  eventTypes,
  rowsIn: (event) => {
    if (event.type === 'WebhooksQueued') return event.data.deliveries.length;
    if (event.type === 'WebhooksAttempted') return event.data.attempts.length * 2;
    return event.type === 'WebhookAttempted' ? 2 : 1;
  },
  project(recorded) {
    const { event } = recorded;
    if (!isDeliveryEvent(event)) return skip('no delivery');
    const marks = bookkeeping(recorded);
    return rowsOf(ownDeliveryEvents(event).flatMap((deliveryEvent) => rowsFrom(deliveryEvent, marks)));
  },
};

function rowsFrom(event: OwnDeliveryEvent, marks: object): TableRow[] {
  const { application_id, created_at, delivery_id, endpoint_id, lane, url, fact_key } = event.data;
  const common = { event: event.data.event ?? '', is_estimated: isEstimateKey(fact_key) };
  const delivery = { application_id, created_at, delivery_id, endpoint_id, lane, url, ...common };
  const rows: TableRow[] = [{ table: 'webhook_delivery_v1', row: { ...delivery, ...progressOf(event), ...marks } }];
  if (event.type === 'WebhookAttempted') {
    const { at, status, ms, error, answer } = event.data;
    const attempt = { attempted_at: at, http_status: status, ms, error: error ?? '', answer };
    rows.push({ table: 'webhook_attempt_v1', row: { application_id, delivery_id, ...attempt, ...marks } });
  }
  return rows;
}

function progressOf(event: OwnDeliveryEvent) {
  const sequence = event.type === 'WebhookQueued' ? 0 : (event.data.sequence ?? 0);
  const none = { sequence, reason: '', next_attempt_at: null };
  switch (event.type) {
    case 'WebhookQueued':
      return {
        ...none,
        state: event.data.held_until === null ? 'pending' : 'held',
        next_attempt_at: event.data.created_at,
      };
    case 'WebhookAttempted':
      return { ...none, state: event.data.state, next_attempt_at: event.data.next_attempt_at };
    case 'WebhookNotSent': {
      const { reason } = event.data;
      return { ...none, state: reason === 'not_attributed' ? 'dropped' : 'not_sent', reason };
    }
    case 'WebhookReplayRequested':
      return { ...none, state: 'pending', next_attempt_at: event.data.requested_at };
  }
}
