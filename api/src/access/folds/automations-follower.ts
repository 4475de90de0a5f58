import { type EventLog, type FoldFollower, type Logger, startFoldFollower } from '@tapwise/adapters';
import {
  type AutomationRunEvent,
  type Automations,
  automationStreamPrefixes,
  createAutomations,
  evolveAutomations,
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
  /** Calls back at each event of a run; the answer stops that. */
  listen(listener: (event: AutomationRunEvent) => void): () => void;
  close(): void;
}

/** Follows the log until it is closed. */
export function startAutomations(log: EventLog, logger: Logger): AutomationsFollower {
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
    close: () => stopped.abort(),
  };
}
