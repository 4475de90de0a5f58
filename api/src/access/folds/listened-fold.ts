import {
  type EventLog,
  type FoldFollower,
  type Logger,
  type RecordedEvent,
  type SnapshotStore,
  startFoldFollower,
} from '@tapwise/adapters';
import { foldVersions } from '@tapwise/domain';

/** State that follows the log, and tells of the events it came from. */
export interface ListenedFold<State, News> {
  readonly state: State;
  /** Resolves when everything that was in the log at start is in. */
  readonly caughtUp: Promise<void>;
  readonly caughtUpWith: FoldFollower<unknown>['caughtUpWith'];
  /** Waits until the event at this position is in; one that takes too long is logged, and ends without an error. */
  reached(position: bigint): Promise<void>;
  /** Calls back at each event that is news, with the event in the state; what it returns stops that. */
  listen(listener: (event: News) => void): () => void;
  /** Resolves when the state is in its snapshot. */
  close(): Promise<void>;
}

interface Fold<State, News extends RecordedEvent['event']> {
  readonly state: State;
  readonly evolve: (state: State, recorded: RecordedEvent) => void;
  readonly isNews: (event: RecordedEvent['event']) => event is News;
  readonly streamPrefixes: readonly string[];
  /** Of its snapshot, and the version of the fold. */
  readonly name: string;
  readonly version: keyof typeof foldVersions;
  /** What is followed, as the log of the process says it. */
  readonly what: string;
}

/** Follows the log until it is closed. @param snapshots Where the state is kept between starts, if it is. */
export function startListenedFold<State, News extends RecordedEvent['event']>(
  { state, evolve, isNews, streamPrefixes, name, version, what }: Fold<State, News>,
  log: EventLog,
  logger: Logger,
  snapshots?: SnapshotStore,
): ListenedFold<State, News> {
  const stopped = new AbortController();
  const listeners = new Set<(event: News) => void>();
  const fold = startFoldFollower<State>(log, {
    state,
    evolve: (all, recorded) => {
      evolve(all, recorded);
      const { event } = recorded;
      if (isNews(event)) for (const listener of listeners) listener(event);
    },
    streamPrefixes,
    signal: stopped.signal,
    snapshot: snapshots && { ...snapshots, name, version: foldVersions[version] },
    onFault: (error) => logger.warn({ err: error }, `${what} cannot be followed now`),
  });
  return {
    state: fold.state,
    caughtUp: fold.caughtUp,
    caughtUpWith: fold.caughtUpWith,
    reached: (position) =>
      fold.reached(position).catch((error: unknown) => logger.warn({ err: error }, `${what} are behind`)),
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
