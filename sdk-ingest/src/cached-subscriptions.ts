import type { SubscriptionState } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';

/** A stream as it was when this process last wrote to it; another may have written since. */
interface CachedSubscription {
  readonly state: SubscriptionState;
  readonly revision: bigint;
}

/** Subscriptions that were written last, by their streams. */
export interface CachedSubscriptions {
  get(stream: string): CachedSubscription | undefined;
  keep(stream: string, subscription: CachedSubscription): void;
  forget(stream: string): void;
}

const most = 5000;

/** After an outage, or as a history, the store sends one message of a subscription after the other: each would read all before it. */
export function createCachedSubscriptions(): CachedSubscriptions {
  const cache = new LRUCache<string, CachedSubscription>({ max: most });
  return {
    get: (stream) => cache.get(stream),
    keep: (stream, subscription) => void cache.set(stream, subscription),
    forget: (stream) => void cache.delete(stream),
  };
}
