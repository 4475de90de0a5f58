import {
  type EventLog,
  type FoldFollower,
  type Logger,
  type SnapshotStore,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  type CustomRules,
  createCustomRules,
  customRuleStreamPrefixes,
  evolveCustomRules,
  foldVersions,
} from '@tapwise/domain';

/** All rules that people wrote, kept current by following the log. */
export interface CustomRulesFollower {
  readonly state: CustomRules;
  /** Resolves when everything that was in the log at start is in. */
  readonly caughtUp: Promise<void>;
  readonly caughtUpWith: FoldFollower<unknown>['caughtUpWith'];
  /** Waits until the event at this position is in; one that takes too long is logged, and ends without an error. */
  reached(position: bigint): Promise<void>;
  /** Resolves when the state is in its snapshot. */
  close(): Promise<void>;
}

/** Follows the log until it is closed. @param snapshots Where the state is kept between starts, if it is. */
export function startCustomRules(log: EventLog, logger: Logger, snapshots?: SnapshotStore): CustomRulesFollower {
  const stopped = new AbortController();
  const fold = startFoldFollower<CustomRules>(log, {
    state: createCustomRules(),
    evolve: (all, { event, position }) => void evolveCustomRules(all, event, position),
    streamPrefixes: customRuleStreamPrefixes,
    signal: stopped.signal,
    snapshot: snapshots && { ...snapshots, name: 'api-custom-rules', version: foldVersions.customRules },
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
    close: () => {
      stopped.abort();
      return fold.ended;
    },
  };
}
