import {
  type AdsConnections,
  adsConnectionStreamPrefixes,
  createAdsConnections,
  type DomainEvent,
  evolveAdsConnections,
} from '@tapwise/domain';
import type { EventLog } from '../../event-log/event-log.ts';
import { type FoldFollower, startFoldFollower } from '../../event-log/folds/fold-follower.ts';
import { readLog } from '../../event-log/reading/read-log.ts';

export interface ConnectionsFollowing {
  readonly signal: AbortSignal;
  readonly onFault?: (error: unknown) => void;
  /** Called for every event about connections, once it is applied. */
  readonly onEvent?: (type: DomainEvent['type'], position: bigint) => void;
}

/** How organizations are connected to Apple Ads, followed until the signal aborts. These are few, so they are read at every start. */
export function followAdsConnections(
  log: EventLog,
  { signal, onFault, onEvent }: ConnectionsFollowing,
): FoldFollower<AdsConnections> {
  return startFoldFollower<AdsConnections>(log, {
    state: createAdsConnections(),
    evolve: (state, { event, position }) => {
      evolveAdsConnections(state, event, { position });
      onEvent?.(event.type, position);
    },
    streamPrefixes: adsConnectionStreamPrefixes,
    signal,
    ...(onFault === undefined ? {} : { onFault }),
  });
}

/** How organizations were connected when the log ended at this position. @throws the log's error. */
export async function readAdsConnections(log: EventLog, to: bigint): Promise<AdsConnections> {
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
  return state;
}
