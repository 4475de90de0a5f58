import { LRUCache } from 'lru-cache';
import type { UserAttribution } from './attributed-user.ts';
import type { Purchase } from './purchase.ts';

/** What was read of the log when a delivery was queued. */
export interface QueuedFrom {
  readonly purchase: Purchase;
  readonly user: UserAttribution;
}

/** What this process remembers of delivery queues beside the log. */
export interface DeliveryCaches {
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

export const createDeliveryCaches = (): DeliveryCaches => ({
  postponed: new Map(),
  queues: new LRUCache({ max: queuesKept }),
  secrets: new LRUCache({ max: secretsKept, ttl: secretsForMs }),
  queuedFrom: new LRUCache({ max: queuedKept, ttl: queuedForMs }),
});
