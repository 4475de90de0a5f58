import {
  type EventLog,
  type FoldFollower,
  type Logger,
  type RecordedEvent,
  type SnapshotStore,
  startFoldFollower,
} from '@tapwise/adapters';
import { type Alerts, alertStreamPrefixes, createAlerts, evolveAlerts, foldVersions } from '@tapwise/domain';

/** All alerts with their incidents, channels and messages, kept current by following the log. */
export interface AlertsFollower {
  readonly state: Alerts;
  /** Resolves when everything that was in the log at start is in. */
  readonly caughtUp: Promise<void>;
  readonly caughtUpWith: FoldFollower<unknown>['caughtUpWith'];
  /** Waits until the event at this position is in; one that takes too long is logged, and ends without an error. */
  reached(position: bigint): Promise<void>;
  /** Calls back at each event, with the event in the state; what it returns stops that. */
  listen(listener: (event: RecordedEvent['event']) => void): () => void;
  /** Resolves when the state is in its snapshot. */
  close(): Promise<void>;
}

/** Follows the log until it is closed. @param snapshots Where the state is kept between starts, if it is. */
export function startAlerts(log: EventLog, logger: Logger, snapshots?: SnapshotStore): AlertsFollower {
  const stopped = new AbortController();
  const listeners = new Set<(event: RecordedEvent['event']) => void>();
  const fold = startFoldFollower<Alerts>(log, {
    state: createAlerts(),
    evolve: (all, { event, position }) => {
      evolveAlerts(all, event, position);
      for (const listener of listeners) listener(event);
    },
    streamPrefixes: alertStreamPrefixes,
    signal: stopped.signal,
    snapshot: snapshots && { ...snapshots, name: 'api-alerts', version: foldVersions.alerts },
    onFault: (error) => logger.warn({ err: error }, 'Alerts cannot be followed now'),
  });
  return {
    state: fold.state,
    caughtUp: fold.caughtUp,
    caughtUpWith: fold.caughtUpWith,
    reached: (position) =>
      fold.reached(position).catch((error: unknown) => logger.warn({ err: error }, 'Alerts are behind')),
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
