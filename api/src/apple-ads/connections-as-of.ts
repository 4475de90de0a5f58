import { type EventLog, type FoldFollower, readLog } from '@tapwise/adapters';
import {
  type AdsConnections,
  adsConnectionStreamPrefixes,
  createAdsConnections,
  evolveAdsConnections,
} from '@tapwise/domain';

/** How organizations were connected when the log ended at this position; it follows nothing. @throws the log's error. */
export async function connectionsAsOf(log: EventLog, to: bigint): Promise<FoldFollower<AdsConnections>> {
  const state = createAdsConnections();
  await readLog(
    log,
    { to, streamPrefixes: adsConnectionStreamPrefixes },
    (events) => {
      for (const { event, position } of events) evolveAdsConnections(state, event, { position });
    },
    // Who follows the log passes over what it cannot read, too.
    () => undefined,
  );
  return {
    state,
    ready: () => true,
    caughtUp: Promise.resolve(),
    reached: async () => undefined,
    caughtUpWith: async () => true,
    ended: Promise.resolve(),
  };
}
