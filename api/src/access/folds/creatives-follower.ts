import {
  type EventLog,
  type FoldFollower,
  type Logger,
  type SnapshotStore,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  type CreativesEvent,
  type CreativesState,
  creativesDecider,
  creativesStream,
  creativesStreamPrefix,
  foldVersions,
} from '@tapwise/domain';

/** Custom product pages that ads can use, in memory, kept current by following the log. */
export interface CreativesFollower {
  /** Resolves when everything that was in the log at start is in. */
  readonly caughtUp: Promise<void>;
  readonly caughtUpWith: FoldFollower<unknown>['caughtUpWith'];
  of(applicationId: number, orgId: number): CreativesState;
  /** Waits for the state of an organization to be far enough. @returns how it is then, or when the time is over. */
  wait(
    applicationId: number,
    orgId: number,
    enough: (state: CreativesState) => boolean,
    timeoutMs: number,
  ): Promise<CreativesState>;
  /** Resolves when the state is in its snapshot. */
  close(): Promise<void>;
}

/** Follows the log until it is closed. @param snapshots Where the state is kept between starts, if it is. */
export function startCreatives(log: EventLog, logger: Logger, snapshots?: SnapshotStore): CreativesFollower {
  const stopped = new AbortController();
  const states = new Map<string, CreativesState>();
  const listeners = new Set<() => void>();
  const fold = startFoldFollower(log, {
    state: states,
    evolve: (current, { event }) => {
      const seen = event as CreativesEvent;
      const stream = creativesStream(seen.data.application_id, seen.data.org_id);
      const before = current.get(stream) ?? creativesDecider.initialState();
      current.set(stream, creativesDecider.evolve(before, seen));
      for (const listener of listeners) listener();
    },
    streamPrefixes: [creativesStreamPrefix],
    signal: stopped.signal,
    snapshot: snapshots && { ...snapshots, name: 'api-creatives', version: foldVersions.creatives },
    onFault: (error) => logger.warn({ err: error }, 'Product pages cannot be followed now'),
  });
  const of: CreativesFollower['of'] = (applicationId, orgId) =>
    states.get(creativesStream(applicationId, orgId)) ?? creativesDecider.initialState();
  return {
    caughtUp: fold.caughtUp,
    caughtUpWith: fold.caughtUpWith,
    of,
    wait: (applicationId, orgId, enough, timeoutMs) =>
      new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer);
          listeners.delete(look);
          resolve(of(applicationId, orgId));
        };
        const look = (): void => {
          if (enough(of(applicationId, orgId))) finish();
        };
        const timer = setTimeout(finish, timeoutMs);
        listeners.add(look);
        look();
      }),
    close: () => {
      stopped.abort();
      return fold.ended;
    },
  };
}
