import {
  type AlertDeliveryEvent,
  alertDeliveryTypes,
  type DeliveryFact,
  type DomainEvent,
  deliveryFacts,
  isEstimateKey,
  type DeliveryEvent as WebhookDeliveryEvent,
} from '@tapwise/domain';
import type { TableRow } from '../../tables/table-catalogue.ts';
import { type Bookkeeping, bookkeeping, type EventProjection, rowsOf, skip } from '../runner/projection.ts';
import { alertDeliveryRows } from './alert-delivery-rows.ts';

type DeliveryEvent = Exclude<WebhookDeliveryEvent, { type: 'WebhooksFrozen' }>;

const deliveryTypes = ['WebhookNotSent', 'WebhookReplayRequested', 'WebhooksQueued', 'WebhooksAttempted'] as const;
const ofEndpoints: ReadonlySet<string> = new Set(deliveryTypes);
const ofAlerts: ReadonlySet<string> = new Set(alertDeliveryTypes);
const isDeliveryEvent = (event: DomainEvent): event is DeliveryEvent => ofEndpoints.has(event.type);
const isAlertDelivery = (event: DomainEvent): event is AlertDeliveryEvent => ofAlerts.has(event.type);

/** Deliveries to customers → one row each as it is now, and one per attempt. */
export const webhookDeliveriesProjection: EventProjection = {
  name: 'webhook-deliveries',
  version: 1,
  eventTypes: [...deliveryTypes, ...alertDeliveryTypes],
  rowsIn: (event) => {
    if (isAlertDelivery(event)) return event.data.application_ids.length * 2;
    if (event.type === 'WebhooksQueued') return event.data.deliveries.length;
    return event.type === 'WebhooksAttempted' ? event.data.attempts.length * 2 : 1;
  },
  project(recorded) {
    const { event } = recorded;
    const marks = bookkeeping(recorded);
    if (isAlertDelivery(event)) return rowsOf(alertDeliveryRows(event, marks));
    if (!isDeliveryEvent(event)) return skip('no delivery');
    return rowsOf(deliveryFacts(event).flatMap((fact) => rowsFrom(fact, marks)));
  },
};

function rowsFrom(fact: DeliveryFact, marks: Bookkeeping): TableRow[] {
  const { application_id, created_at, delivery_id, endpoint_id, lane, url, fact_key } = fact.data;
  const common = { event: fact.data.event ?? '', is_estimated: isEstimateKey(fact_key) };
  const delivery = { application_id, created_at, delivery_id, endpoint_id, lane, url, ...common };
  const rows: TableRow[] = [{ table: 'webhook_delivery_v1', row: { ...delivery, ...progressOf(fact), ...marks } }];
  if (fact.type === 'Attempted') {
    const { at, status, ms, error, answer } = fact.data;
    const attempt = { attempted_at: at, http_status: status, ms, error: error ?? '', answer };
    rows.push({ table: 'webhook_attempt_v1', row: { application_id, delivery_id, ...attempt, ...marks } });
  }
  return rows;
}

function progressOf(fact: DeliveryFact) {
  const sequence = fact.type === 'Queued' ? 0 : (fact.data.sequence ?? 0);
  const none = { sequence, reason: '', next_attempt_at: null };
  switch (fact.type) {
    case 'Queued':
      return {
        ...none,
        state: fact.data.held_until === null ? 'pending' : 'held',
        next_attempt_at: fact.data.created_at,
      };
    case 'Attempted':
      return { ...none, state: fact.data.state, next_attempt_at: fact.data.next_attempt_at };
    case 'WebhookNotSent': {
      const { reason } = fact.data;
      return { ...none, state: reason === 'not_attributed' ? 'dropped' : 'not_sent', reason };
    }
    case 'WebhookReplayRequested':
      return { ...none, state: 'pending', next_attempt_at: fact.data.requested_at };
  }
}
