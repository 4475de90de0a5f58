import {
  type EventLog,
  type FoldFollower,
  type Logger,
  type SnapshotStore,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  type AutomationRunEvent,
  type Automations,
  automationStreamPrefixes,
  createAutomations,
  evolveAutomations,
  foldVersions,
  isRunEvent,
} from '@tapwise/domain';

/** All rules and what they remember, kept current by following the log. */
export interface AutomationsFollower {
  readonly state: Automations;
  /** Resolves when everything that was in the log at start is in. */
  readonly caughtUp: Promise<void>;
  readonly caughtUpWith: FoldFollower<unknown>['caughtUpWith'];
  /** Waits until the event at this position is in; one that takes too long is logged, and ends without an error. */
  reached(position: bigint): Promise<void>;
  /** Calls back at each event of a run; what it returns stops that. */
  listen(listener: (event: AutomationRunEvent) => void): () => void;
  /** Resolves when the state is in its snapshot. */
  close(): Promise<void>;
}

/** Follows the log until it is closed. @param snapshots Where the state is kept between starts, if it is. */
export function startAutomations(log: EventLog, logger: Logger, snapshots?: SnapshotStore): AutomationsFollower {
  const stopped = new AbortController();
  const listeners = new Set<(event: AutomationRunEvent) => void>();
  const fold = startFoldFollower<Automations>(log, {
    state: createAutomations(),
    evolve: (all, { event, position }) => {
      evolveAutomations(all, event, position);
      if (isRunEvent(event)) for (const listener of listeners) listener(event);
    },
    streamPrefixes: automationStreamPrefixes,
    signal: stopped.signal,
    snapshot: snapshots && { ...snapshots, name: 'api-automations', version: foldVersions.automations },
    onFault: (error) => logger.warn({ err: error }, 'Rules cannot be followed now'),
  });
  return {
    state: fold.state,
    caughtUp: fold.caughtUp,
    caughtUpWith: fold.caughtUpWith,
    reached: (position) =>
      fold.reached(position).catch((error: unknown) => logger.warn({ err: error }, 'Rules are behind')),
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
