import { type EventLog, type FoldFollower, readAdsConnections } from '@tapwise/adapters';
import type { AdsConnections } from '@tapwise/domain';

/** How organizations were connected when the log ended at this position; it follows nothing. @throws the log's error. */
export const connectionsAsOf = async (log: EventLog, to: bigint): Promise<FoldFollower<AdsConnections>> => ({
  state: await readAdsConnections(log, to),
  ready: () => true,
  caughtUp: Promise.resolve(),
  reached: async () => undefined,
  caughtUpWith: async () => true,
  ended: Promise.resolve(),
});
