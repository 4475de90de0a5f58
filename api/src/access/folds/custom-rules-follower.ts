import {
  type EventLog,
  type FoldFollower,
  type Logger,
  type SnapshotStore,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  type CustomAutomations,
  type CustomRunEvent,
  createCustomAutomations,
  customAutomationStreamPrefixes,
  evolveCustomAutomations,
  foldVersions,
  isCustomRunEvent,
} from '@tapwise/domain';

/** All rules that people wrote and what their runs left behind, kept current by following the log. */
export interface CustomRulesFollower {
  readonly state: CustomAutomations;
  /** Resolves when everything that was in the log at start is in. */
  readonly caughtUp: Promise<void>;
  readonly caughtUpWith: FoldFollower<unknown>['caughtUpWith'];
  /** Waits until the event at this position is in; one that takes too long is logged, and ends without an error. */
  reached(position: bigint): Promise<void>;
  /** Calls back at each event of a run; what it returns stops that. */
  listen(listener: (event: CustomRunEvent) => void): () => void;
  /** Resolves when the state is in its snapshot. */
  close(): Promise<void>;
}

/** Follows the log until it is closed. @param snapshots Where the state is kept between starts, if it is. */
export function startCustomRules(log: EventLog, logger: Logger, snapshots?: SnapshotStore): CustomRulesFollower {
  const stopped = new AbortController();
  const listeners = new Set<(event: CustomRunEvent) => void>();
  const fold = startFoldFollower<CustomAutomations>(log, {
    state: createCustomAutomations(),
    evolve: (all, { event, position }) => {
      evolveCustomAutomations(all, event, position);
      if (isCustomRunEvent(event)) for (const listener of listeners) listener(event);
    },
    streamPrefixes: customAutomationStreamPrefixes,
    signal: stopped.signal,
    snapshot: snapshots && { ...snapshots, name: 'api-custom-automations', version: foldVersions.customAutomations },
    onFault: (error) => logger.warn({ err: error }, 'Rules that people wrote cannot be followed now'),
  });
  return {
    state: fold.state,
    caughtUp: fold.caughtUp,
    caughtUpWith: fold.caughtUpWith,
    reached: (position) =>
      fold
        .reached(position)
        .catch((error: unknown) => logger.warn({ err: error }, 'Rules that people wrote are behind')),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      stopped.abort();
      return fold.ended;
    },
  };
}
