import type { DomainEvent } from '../../event-catalogue.ts';
import { type DeliveryState, deliveryDecider, type ExistingDelivery, ownDeliveryEvents } from './delivery.decider.ts';
import type { DeliveryEvent, FrozenEvent, OwnDeliveryEvent } from './delivery.events.ts';
import { type CustomerEndpoints, endpointsDecider } from './endpoints.decider.ts';
import { frozenBodies } from './frozen-bodies.ts';
import { type EndpointHealth, evolveHealth, healthy } from './retries.ts';

/** A delivery that waits to be posted, and where its own stream is; `null` when it has none. */
export interface OpenDelivery {
  readonly delivery: ExistingDelivery;
  readonly revision: number | null;
}

/** What is known of one endpoint's deliveries. */
export interface DeliveryQueue {
  /** By id, in the order they were queued. */
  readonly open: Map<string, OpenDelivery>;
  /** Sequences of open deliveries whose first attempt is not recorded yet; by id. */
  readonly frozen: Map<string, number>;
  /** Sequence of the newest that was frozen; 0 before. */
  sequence: number;
  /** Revision of the event that froze it; `null` before. */
  frozen_revision: number | null;
  /** The last event of its queue; `null` before. */
  queued: { readonly revision: number; readonly through: number } | null;
  /** Position of the last delivery that was queued by an event of its own; 0 when none was. */
  queued_alone: number;
  /** Revision of the last event of its attempts; `null` before. */
  attempts: number | null;
  health: EndpointHealth;
  /** Counts events that gave it something new to post. */
  arrivals: number;
}

/** All that waits to be posted, in memory; only `evolveDeliveryWork` may change it. */
export interface DeliveryWork {
  readonly endpoints: Map<number, CustomerEndpoints>;
  /** By endpoint. */
  readonly queues: Map<string, DeliveryQueue>;
  /** Sequences of what was attempted last and ended; by id. A replay that was asked for meanwhile may not know them. */
  readonly ended: Map<string, number>;
}

const endedKept = 10_000;

const arrivalTypes: ReadonlySet<string> = new Set(['WebhookQueued', 'WebhooksQueued', 'WebhookReplayRequested']);

/** Whether an event gives an endpoint something new to post. */
export const bringsDelivery = (event: { readonly type: string }): boolean => arrivalTypes.has(event.type);

export const deliveryStreamPrefixes: readonly string[] = [
  'customerEndpoints-',
  'webhookDelivery-',
  'webhookLane-',
  'webhookQueue-',
  'webhookAttempts-',
];

export const createDeliveryWork = (): DeliveryWork => ({ endpoints: new Map(), queues: new Map(), ended: new Map() });

/** Where in the log an event is. */
interface LogPosition {
  readonly revision: bigint;
  readonly position: bigint;
}

/** Takes an event in. */
export function evolveDeliveryWork(work: DeliveryWork, event: DomainEvent, location: LogPosition): void {
  switch (event.type) {
    case 'CustomerEndpointOpened':
    case 'CustomerEndpointClosed':
    case 'CustomerEndpointDisabled':
    case 'CustomerEndpointEnabled':
    case 'WebhookSecretRotated': {
      const { application_id } = event.data;
      const endpoints = work.endpoints.get(application_id) ?? endpointsDecider.initialState();
      work.endpoints.set(application_id, endpointsDecider.evolve(endpoints, event));
      return;
    }
    case 'WebhookFrozen':
    case 'WebhooksFrozen': {
      const queue = queueOf(work, event.data.endpoint_id);
      for (const { delivery_id, sequence } of frozenBodies(event)) {
        queue.sequence = sequence;
        queue.frozen.set(delivery_id, sequence);
      }
      queue.frozen_revision = Number(location.revision);
      return;
    }
    case 'WebhookQueued':
    case 'WebhookAttempted':
    case 'WebhookNotSent':
    case 'WebhookReplayRequested':
    case 'WebhooksQueued':
    case 'WebhooksAttempted':
      applyDeliveries(work, event, location);
      return;
    default:
  }
}

function applyDeliveries(
  work: DeliveryWork,
  event: Exclude<DeliveryEvent, FrozenEvent>,
  { revision, position }: LogPosition,
): void {
  const queue = queueOf(work, event.data.endpoint_id);
  if (bringsDelivery(event)) queue.arrivals += 1;
  const at = Number(revision);
  if (event.type === 'WebhooksQueued') queue.queued = { revision: at, through: event.data.through };
  if (event.type === 'WebhooksAttempted') queue.attempts = at;
  if (event.type === 'WebhookQueued') queue.queued_alone = Number(position);
  const alone = event.type !== 'WebhooksQueued' && event.type !== 'WebhooksAttempted';
  for (const deliveryEvent of ownDeliveryEvents(event)) applyDelivery(work, queue, deliveryEvent, alone ? at : null);
}

function applyDelivery(
  work: DeliveryWork,
  queue: DeliveryQueue,
  event: OwnDeliveryEvent,
  ownRevision: number | null,
): void {
  const { delivery_id } = event.data;
  const existing = queue.open.get(delivery_id);
  const before: DeliveryState = existing?.delivery ?? settledBefore(work, event);
  const delivery = deliveryDecider.evolve(before, event);
  if (event.type === 'WebhookAttempted') {
    queue.frozen.delete(delivery_id);
    queue.health = evolveHealth(queue.health, event.data.state === 'delivered', Date.parse(event.data.at));
  }
  if (delivery.status === 'pending') {
    queue.open.set(delivery_id, { delivery, revision: ownRevision ?? existing?.revision ?? null });
    return;
  }
  queue.open.delete(delivery_id);
  if (event.type === 'WebhookAttempted' && event.data.sequence !== null)
    rememberEnded(work, delivery_id, event.data.sequence);
}

function rememberEnded({ ended }: DeliveryWork, id: string, sequence: number): void {
  ended.set(id, sequence);
  if (ended.size <= endedKept) return;
  for (const oldest of ended.keys()) {
    ended.delete(oldest);
    return;
  }
}

/** Deliveries that have ended are not kept: what a replay needs of them is in its own event. */
function settledBefore({ ended }: DeliveryWork, event: OwnDeliveryEvent): DeliveryState {
  if (event.type !== 'WebhookReplayRequested') return { status: 'absent' };
  const { account_id: _by, requested_at: _at, sequence, ...identity } = event.data;
  const assignedSequence = sequence ?? ended.get(identity.delivery_id) ?? null;
  return { status: 'not_sent', identity, sequence: assignedSequence, tries: 0, dueAt: null, heldUntil: null };
}

function queueOf(work: DeliveryWork, endpointId: string): DeliveryQueue {
  const existing = work.queues.get(endpointId);
  if (existing !== undefined) return existing;
  const queue: DeliveryQueue = {
    open: new Map(),
    frozen: new Map(),
    sequence: 0,
    health: healthy,
    arrivals: 0,
    frozen_revision: null,
    queued: null,
    queued_alone: 0,
    attempts: null,
  };
  work.queues.set(endpointId, queue);
  return queue;
}
