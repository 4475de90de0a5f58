import type { DomainEvent } from '../../event-catalogue.ts';
import {
  type DeliveryFact,
  type DeliveryState,
  deliveryDecider,
  deliveryFacts,
  type ExistingDelivery,
} from './delivery.decider.ts';
import type { DeliveryEvent, FrozenEvent } from './delivery.events.ts';
import { frozenBodies } from './frozen-bodies.ts';
import { type EndpointHealth, evolveHealth, healthy } from './retries.ts';

/** A delivery that waits to be posted. */
export interface OpenDelivery {
  readonly delivery: ExistingDelivery;
  /** Of the last event of its own stream; `null` when it has none. */
  readonly revision: number | null;
  /** Position of the event before the one that queued it or had it posted again; `null` when there is none. */
  readonly after: number | null;
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
  /** Revision of the last event of its attempts; `null` before. */
  attempts: number | null;
  health: EndpointHealth;
  /** Counts events that gave it something new to post. */
  arrivals: number;
  /** Whether all of its events are in. Otherwise those before the start of the fold count once `resumeQueue` was told of their ends. */
  whole: boolean;
}

/** All that waits to be posted, in memory; only `evolveDeliveryWork` and `resumeQueue` may change it. */
export interface DeliveryWork {
  /** Of the last event that is in, or of the event after which the fold began; `null` before the first. */
  position: number | null;
  /** Whether it was folded from the beginning of the log. */
  whole: boolean;
  /** By endpoint. */
  readonly queues: Map<string, DeliveryQueue>;
  /** Sequences of what was attempted last and ended; by id. A replay that was asked for meanwhile may not know them. */
  readonly ended: Map<string, number>;
}

const endedKept = 10_000;

const arrivalTypes: ReadonlySet<string> = new Set(['WebhooksQueued', 'WebhookReplayRequested']);

/** Whether an event gives an endpoint something new to post. */
export const bringsDelivery = (event: { readonly type: string }): boolean => arrivalTypes.has(event.type);

export const deliveryStreamPrefixes: readonly string[] = [
  'webhookDelivery-',
  'webhookLane-',
  'webhookQueue-',
  'webhookAttempts-',
];

export const createDeliveryWork = (): DeliveryWork => ({
  position: null,
  whole: true,
  queues: new Map(),
  ended: new Map(),
});

/** Has the fold begin after an event: what was queued before it has ended. */
export function beginAfter(work: DeliveryWork, position: bigint): void {
  work.position = Number(position);
  work.whole = false;
}

/** Position of an event after which all that waits was queued; `null` when that is the beginning of the log. */
export function settledPosition({ position, queues }: DeliveryWork): number | null {
  let settled = position;
  for (const { open } of queues.values()) {
    // The first was queued first.
    for (const { after } of open.values()) {
      if (after === null) return null;
      if (settled === null || after < settled) settled = after;
      break;
    }
  }
  return settled;
}

/** Where in the log an event is. */
interface LogPosition {
  readonly revision: bigint;
  readonly position: bigint;
}

/** Applies an event. */
export function evolveDeliveryWork(work: DeliveryWork, event: DomainEvent, location: LogPosition): void {
  switch (event.type) {
    case 'WebhooksFrozen':
      applyFrozen(queueOf(work, event.data.endpoint_id), event, Number(location.revision));
      break;
    case 'WebhookNotSent':
    case 'WebhookReplayRequested':
    case 'WebhooksQueued':
    case 'WebhooksAttempted':
      applyDeliveries(work, event, Number(location.revision));
      break;
    default:
  }
  work.position = Number(location.position);
}

function applyFrozen(queue: DeliveryQueue, event: FrozenEvent, revision: number): void {
  for (const { delivery_id, sequence } of frozenBodies(event)) {
    queue.sequence = Math.max(queue.sequence, sequence);
    queue.frozen.set(delivery_id, sequence);
  }
  queue.frozen_revision = newest(queue.frozen_revision, revision);
}

/** A queue that was resumed knows of events that the fold reads later. */
const newest = (existing: number | null, revision: number): number => Math.max(existing ?? revision, revision);

function applyDeliveries(work: DeliveryWork, event: Exclude<DeliveryEvent, FrozenEvent>, revision: number): void {
  const queue = queueOf(work, event.data.endpoint_id);
  if (bringsDelivery(event)) queue.arrivals += 1;
  if (event.type === 'WebhooksQueued' && revision >= (queue.queued?.revision ?? 0))
    queue.queued = { revision, through: event.data.through };
  const isCounted = event.type === 'WebhooksAttempted' && revision <= (queue.attempts ?? -1);
  if (event.type === 'WebhooksAttempted') queue.attempts = newest(queue.attempts, revision);
  const isOwn = event.type !== 'WebhooksQueued' && event.type !== 'WebhooksAttempted';
  for (const fact of deliveryFacts(event)) {
    if (!isCounted) queue.health = healthAfter(queue.health, fact);
    applyDelivery(work, queue, fact, isOwn ? revision : null);
  }
}

const healthAfter = (health: EndpointHealth, fact: DeliveryFact): EndpointHealth =>
  fact.type === 'Attempted' ? evolveHealth(health, fact.data.state === 'delivered', Date.parse(fact.data.at)) : health;

function applyDelivery(work: DeliveryWork, queue: DeliveryQueue, fact: DeliveryFact, ownRevision: number | null): void {
  const { delivery_id } = fact.data;
  const existing = queue.open.get(delivery_id);
  const before: DeliveryState = existing?.delivery ?? settledBefore(work, fact);
  const delivery = deliveryDecider.evolve(before, fact);
  if (fact.type === 'Attempted') queue.frozen.delete(delivery_id);
  if (delivery.status === 'pending') {
    const after = existing === undefined ? work.position : existing.after;
    queue.open.set(delivery_id, { delivery, revision: ownRevision ?? existing?.revision ?? null, after });
    return;
  }
  queue.open.delete(delivery_id);
  if (fact.type === 'Attempted' && fact.data.sequence !== null) rememberEnded(work, delivery_id, fact.data.sequence);
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
function settledBefore({ ended }: DeliveryWork, fact: DeliveryFact): DeliveryState {
  if (fact.type !== 'WebhookReplayRequested') return { status: 'absent' };
  const { account_id: _by, requested_at: _at, sequence, ...identity } = fact.data;
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
    attempts: null,
    whole: work.whole,
  };
  work.queues.set(endpointId, queue);
  return queue;
}

/** The newest events of an endpoint's streams, whenever they were recorded. */
export interface QueueEnds {
  readonly queued: DeliveryQueue['queued'];
  readonly frozen: { readonly event: FrozenEvent; readonly revision: number } | undefined;
  /** Attempts from the last success on, or from the first of all; the oldest first. */
  readonly attempts: readonly AttemptedEvent[];
  /** Revision of the last of them; `null` when there is none. */
  readonly attemptsRevision: number | null;
}

type AttemptedEvent = Extract<DeliveryEvent, { type: 'WebhooksAttempted' }>;

/** Tells a fold that began later than the log what an endpoint's queue was before. */
export function resumeQueue(work: DeliveryWork, endpointId: string, ends: QueueEnds): void {
  const queue = queueOf(work, endpointId);
  if (queue.whole) return;
  queue.whole = true;
  // The fold may have read on since the ends were read.
  if ((queue.queued?.revision ?? -1) < (ends.queued?.revision ?? -1)) queue.queued = ends.queued;
  queue.attempts = ends.attemptsRevision;
  queue.health = ends.attempts.flatMap(deliveryFacts).reduce(healthAfter, healthy);
  if (ends.frozen === undefined) return;
  queue.sequence = Math.max(queue.sequence, frozenBodies(ends.frozen.event).at(-1)?.sequence ?? 0);
  queue.frozen_revision = newest(queue.frozen_revision, ends.frozen.revision);
}
