import type { DomainEvent } from '../event-catalogue.ts';
import { type DeliveryState, deliveryDecider, type KnownDelivery } from './delivery.decider.ts';
import { type CustomerEndpoints, endpointsDecider } from './endpoints.decider.ts';
import { type EndpointHealth, evolveHealth, healthy } from './retries.ts';

/** A delivery that waits to be posted, and where its stream is. */
export interface OpenDelivery {
  readonly delivery: KnownDelivery;
  readonly revision: number;
}

/** What is known of one endpoint's lane. */
export interface DeliveryLaneState {
  /** By id, in the order they were queued. */
  readonly open: Map<string, OpenDelivery>;
  /** Sequences of open deliveries whose first attempt is not recorded yet; by id. */
  readonly frozen: Map<string, number>;
  /** Sequence of the newest that was frozen; 0 before. */
  sequence: number;
  health: EndpointHealth;
  /** Changes with everything that is said of the lane. */
  changes: number;
}

/** All that waits to be posted, in memory; only `evolveDeliveryWork` may change it. */
export interface DeliveryWork {
  readonly endpoints: Map<number, CustomerEndpoints>;
  /** By endpoint. */
  readonly lanes: Map<string, DeliveryLaneState>;
}

export const deliveryStreamPrefixes: readonly string[] = ['customerEndpoints-', 'webhookDelivery-', 'webhookLane-'];

export const createDeliveryWork = (): DeliveryWork => ({ endpoints: new Map(), lanes: new Map() });

/** Takes an event in. */
export function evolveDeliveryWork(work: DeliveryWork, event: DomainEvent, { revision }: { revision: bigint }): void {
  switch (event.type) {
    case 'CustomerEndpointOpened':
    case 'CustomerEndpointClosed':
    case 'CustomerEndpointDisabled':
    case 'CustomerEndpointEnabled':
    case 'WebhookSecretRotated': {
      const { application_id } = event.data;
      const known = work.endpoints.get(application_id) ?? endpointsDecider.initialState();
      work.endpoints.set(application_id, endpointsDecider.evolve(known, event));
      return;
    }
    case 'WebhookFrozen': {
      const lane = laneOf(work, event.data.endpoint_id);
      lane.sequence = event.data.sequence;
      lane.frozen.set(event.data.delivery_id, event.data.sequence);
      return;
    }
    case 'WebhookQueued':
    case 'WebhookAttempted':
    case 'WebhookNotSent':
    case 'WebhookReplayRequested':
      takeDelivery(work, event, revision);
      return;
    default:
  }
}

type DeliveryOwn = Parameters<typeof deliveryDecider.evolve>[1];

function takeDelivery(work: DeliveryWork, event: DeliveryOwn, revision: bigint): void {
  const lane = laneOf(work, event.data.endpoint_id);
  const { delivery_id } = event.data;
  lane.changes += 1;
  const before: DeliveryState = lane.open.get(delivery_id)?.delivery ?? settledBefore(event);
  const delivery = deliveryDecider.evolve(before, event);
  if (event.type === 'WebhookAttempted') {
    lane.frozen.delete(delivery_id);
    lane.health = evolveHealth(lane.health, event.data.state === 'delivered', Date.parse(event.data.at));
  }
  if (delivery.status === 'pending') lane.open.set(delivery_id, { delivery, revision: Number(revision) });
  else lane.open.delete(delivery_id);
}

/** Deliveries that have ended are not kept: what a replay needs of them is in its own event. */
function settledBefore(event: DeliveryOwn): DeliveryState {
  if (event.type !== 'WebhookReplayRequested') return { status: 'absent' };
  const { account_id: _by, requested_at: _at, sequence, ...identity } = event.data;
  return { status: 'not_sent', identity, sequence, tries: 0, dueAt: null, heldUntil: null };
}

function laneOf(work: DeliveryWork, endpointId: string): DeliveryLaneState {
  const known = work.lanes.get(endpointId);
  if (known !== undefined) return known;
  const lane: DeliveryLaneState = { open: new Map(), frozen: new Map(), sequence: 0, health: healthy, changes: 0 };
  work.lanes.set(endpointId, lane);
  return lane;
}
