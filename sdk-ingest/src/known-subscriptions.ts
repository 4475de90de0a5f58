import type { subscriptionDecider } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';

export type SubscriptionState = ReturnType<typeof subscriptionDecider.initialState>;

/** A stream as it was when this process last wrote to it; another may have written since. */
interface KnownSubscription {
  readonly state: SubscriptionState;
  readonly revision: bigint;
}

/** Subscriptions that were written last, by their streams. */
export interface KnownSubscriptions {
  get(stream: string): KnownSubscription | undefined;
  keep(stream: string, subscription: KnownSubscription): void;
  forget(stream: string): void;
}

const most = 5000;

/** After an outage, or as a history, the store sends one message of a subscription after the other: each would read all before it. */
export function createKnownSubscriptions(): KnownSubscriptions {
  const known = new LRUCache<string, KnownSubscription>({ max: most });
  return {
    get: (stream) => known.get(stream),
    keep: (stream, subscription) => void known.set(stream, subscription),
    forget: (stream) => void known.delete(stream),
  };
}
