import type { DeliveryQueue, OpenDelivery } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import type { UserAttribution } from './attributed-user.ts';
import type { Purchase } from './purchase.ts';

/** What was read of the log when a delivery was queued. */
export interface QueuedFrom {
  readonly purchase: Purchase;
  readonly user: UserAttribution;
}

/** What this process knows of its delivery queues beyond the log. */
export interface DeliveryQueueRuns {
  /** What makes a delivery queue that runs here now look for something new, by endpoint. */
  readonly running: Map<string, () => void>;
  /** Milliseconds; when a delivery that waits for its user or its price is looked at again, by id. */
  readonly postponed: Map<string, number>;
  /** Where this process left the queue of an endpoint. */
  readonly queues: LRUCache<string, { readonly through: number; readonly revision: number }>;
  /** Secrets in the clear, by their ciphertext, for a moment. */
  readonly secrets: LRUCache<string, string>;
  /** For the first attempt, which follows at once: a moment later it is read again; by delivery. */
  readonly queuedFrom: LRUCache<string, QueuedFrom>;
}

const queuedKept = 8192;
const queuedForMs = 3000;
const queuesKept = 10_000;
const secretsKept = 1000;
const secretsForMs = 5000;

export const createDeliveryQueueRuns = (): DeliveryQueueRuns => ({
  running: new Map(),
  postponed: new Map(),
  queues: new LRUCache({ max: queuesKept }),
  secrets: new LRUCache({ max: secretsKept, ttl: secretsForMs }),
  queuedFrom: new LRUCache({ max: queuedKept, ttl: queuedForMs }),
});

const dueAt = ({ delivery: { identity, dueAt: due } }: OpenDelivery, { postponed }: DeliveryQueueRuns): number =>
  Math.max(due ?? 0, postponed.get(identity.delivery_id) ?? 0);

/** Milliseconds; when the next delivery of the delivery queue is due, `undefined` when nothing waits. */
export function nextDue(queue: DeliveryQueue, runs: DeliveryQueueRuns): number | undefined {
  let next: number | undefined;
  for (const open of queue.open.values()) next = Math.min(next ?? Number.POSITIVE_INFINITY, dueAt(open, runs));
  return next;
}

/** Deliveries to go on with now, those queued first first. */
export function dueDeliveries(
  queue: DeliveryQueue,
  runs: DeliveryQueueRuns,
  { now, busy, most }: { now: number; busy: ReadonlySet<string>; most: number },
): OpenDelivery[] {
  const due: OpenDelivery[] = [];
  for (const [id, open] of queue.open) {
    if (due.length >= most) break;
    if (!busy.has(id) && dueAt(open, runs) <= now) due.push(open);
  }
  return due;
}
