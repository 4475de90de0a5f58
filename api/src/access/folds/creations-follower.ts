import {
  type EventLog,
  type FoldFollower,
  type Logger,
  type SnapshotStore,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  type CreationSummary,
  type Creations,
  creationStreamPrefixes,
  evolveCreations,
  foldVersions,
} from '@tapwise/domain';

/** All creations without their lists, in memory, kept current by following the log. */
export interface CreationsFollower {
  readonly state: Creations;
  /** Resolves when everything that was in the log at start is in. */
  readonly caughtUp: Promise<void>;
  readonly caughtUpWith: FoldFollower<unknown>['caughtUpWith'];
  /**
   * Waits for a creation to be far enough.
   * @returns its progress then, or when the time is over; `undefined` when nothing was seen of it.
   */
  wait(
    creationId: string,
    enough: (creation: CreationSummary) => boolean,
    timeoutMs: number,
  ): Promise<CreationSummary | undefined>;
  /** Position of the newest event seen of a creation since the start. */
  positionOf(creationId: string): bigint | undefined;
  /** Calls back at each event of a creation; what it returns stops that. */
  listen(listener: (creation: CreationSummary) => void): () => void;
  /** Resolves when the state is in its snapshot. */
  close(): Promise<void>;
}

/** Follows the log until it is closed. @param snapshots Where the state is kept between starts, if it is. */
export function startCreations(log: EventLog, logger: Logger, snapshots?: SnapshotStore): CreationsFollower {
  const stopped = new AbortController();
  const state: Creations = new Map();
  const positions = new Map<string, bigint>();
  const listeners = new Set<(creation: CreationSummary) => void>();
  const fold = startFoldFollower(log, {
    state,
    evolve: (creations, { event, position }) => {
      const id = evolveCreations(creations, event);
      const creation = creations.get(id ?? '');
      if (creation === undefined) return;
      positions.set(creation.creation_id, position);
      for (const listener of listeners) listener(creation);
    },
    streamPrefixes: creationStreamPrefixes,
    signal: stopped.signal,
    snapshot: snapshots && { ...snapshots, name: 'api-creations', version: foldVersions.creations },
    onFault: (error) => logger.warn({ err: error }, 'Creations cannot be followed now'),
  });
  const listen: CreationsFollower['listen'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    state,
    caughtUp: fold.caughtUp,
    caughtUpWith: fold.caughtUpWith,
    listen,
    wait: (creationId, enough, timeoutMs) =>
      new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer);
          stop();
          resolve(state.get(creationId));
        };
        const timer = setTimeout(finish, timeoutMs);
        const stop = listen((creation) => {
          if (creation.creation_id === creationId && enough(creation)) finish();
        });
        const existing = state.get(creationId);
        if (existing !== undefined && enough(existing)) finish();
      }),
    positionOf: (creationId) => positions.get(creationId),
    close: () => {
      stopped.abort();
      return fold.ended;
    },
  };
}
