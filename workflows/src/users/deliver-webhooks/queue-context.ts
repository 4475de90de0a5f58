import type { EventLog, FoldFollower, KeyVault, OutboundClient } from '@tapwise/adapters';
import type { DeliveryWork, Directory } from '@tapwise/domain';
import type { DeliveryWatchers } from '../../facts/log-facts.ts';
import type { RatesOf } from './charge-rates.ts';
import type { DeliveryCaches } from './delivery-caches.ts';
import type { FrozenBodies } from './delivery-log.ts';

export interface DeliveryQueueContext {
  readonly log: EventLog;
  readonly directory: Pick<FoldFollower<Directory>, 'state' | 'caughtUpWith'>;
  readonly work: Pick<FoldFollower<DeliveryWork>, 'state' | 'reached'>;
  readonly vault: KeyVault;
  readonly client: Pick<OutboundClient, 'post'>;
  readonly ratesOf: RatesOf;
  readonly caches: DeliveryCaches;
  /** Called, by endpoint, when something new was queued: only so that it is posted sooner. */
  readonly watchers: DeliveryWatchers;
  /** Seconds between attempts; the product's own if absent. */
  readonly pauses?: readonly number[] | undefined;
  /** Milliseconds. */
  readonly now: () => number;
}

/** What was written while one delivery queue is posted and the fold may not have seen yet. */
export interface DeliveryQueueMemory {
  frozen: FrozenBodies;
}
