import {
  type EventLog,
  type FoldFollower,
  type Logger,
  type RecordedEvent,
  type SnapshotStore,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  createDirectory,
  type Directory,
  directoryStreamPrefixes,
  evolveDirectory,
  foldVersions,
} from '@tapwise/domain';
import { createSessionBound } from './session-bound.ts';

/** Who is who, in memory, kept current by following the log. */
export interface DirectoryFollower {
  readonly state: Directory;
  /** True once everything that was in the log at start is in. */
  ready(): boolean;
  readonly caughtUp: Promise<void>;
  /**
   * Waits until the event at this position is in, so that callers read back what they wrote. The event is durable either
   * way, so a wait that takes too long is logged and ends without an error.
   */
  reached(position: bigint): Promise<void>;
  /** As of a fold: waits for a position whatever stream its event is of. */
  readonly caughtUpWith: FoldFollower<Directory>['caughtUpWith'];
  /** Calls back after each event that went in; what it returns stops that. */
  onEvent(listener: (recorded: RecordedEvent) => void): () => void;
  /** Resolves after the signal has aborted, when the directory is in its snapshot. */
  readonly ended: Promise<void>;
}

/** Starts to follow the log until the signal aborts. @param snapshots Where it is kept between starts, if it is. */
export function startDirectory(
  log: EventLog,
  logger: Logger,
  signal: AbortSignal,
  snapshots?: SnapshotStore,
): DirectoryFollower {
  const listeners = new Set<(recorded: RecordedEvent) => void>();
  const boundSessions = createSessionBound(Date.now);
  const fold = startFoldFollower<Directory>(log, {
    state: createDirectory({ passwords: true }),
    evolve: (state, recorded) => {
      evolveDirectory(state, recorded.event, { position: recorded.position });
      boundSessions(state);
      for (const listener of listeners) listener(recorded);
    },
    streamPrefixes: directoryStreamPrefixes,
    signal,
    snapshot: snapshots && { ...snapshots, name: 'api-directory', version: foldVersions.directory },
    onReady: (start) => logger.info({ ...start, snapshot: start.snapshot?.toString() }, 'the directory is current'),
    onFault: (error) => logger.warn({ err: error }, 'The directory lost the log and follows it again'),
  });
  return {
    state: fold.state,
    ready: fold.ready,
    caughtUp: fold.caughtUp,
    reached: (position) =>
      fold.reached(position).catch((error: unknown) => {
        logger.warn({ err: error }, 'The directory is behind');
      }),
    caughtUpWith: fold.caughtUpWith,
    ended: fold.ended,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
