import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '../event-log.ts';
import { isRetryableLogFault } from '../log-fault.ts';
import { followLog } from '../reading/follow-log.ts';
import type { RecordedEvent } from '../recorded-event.ts';
import { createCatchUp } from './catch-up.ts';
import { readSnapshot, restoreInto, type SnapshotOptions, writeSnapshot } from './fold-snapshot.ts';
import { createPositionWaiters } from './position-waiters.ts';
import { snapshotPause } from './snapshot-pauses.ts';

/** A small state held in memory and kept current by following the log. */
export interface FoldFollower<State> {
  readonly state: State;
  /** True once everything that was in the log at start has been folded. */
  readonly ready: () => boolean;
  /** Resolves when everything that was in the log at start has been folded. */
  readonly caughtUp: Promise<void>;
  /**
   * Resolves when the event at this position has been folded, so that a caller reads back what it just wrote.
   * @throws Error when that takes longer than `timeoutMs`.
   */
  reached(position: bigint, timeoutMs?: number): Promise<void>;
  /**
   * Waits until every event of its streams up to this position has been folded, of whatever stream the event at the position is.
   * @param position at most the last of the log.
   * @returns false when that took longer than `timeoutMs`. @throws the log's error when it cannot be searched.
   */
  caughtUpWith(position: bigint, timeoutMs: number): Promise<boolean>;
  /** Resolves after the signal has aborted, when the state is in its snapshot. */
  readonly ended: Promise<void>;
}

/** What a fold was made from at start. */
export interface FoldStart {
  /** Position of the snapshot it began with; absent when everything was read from the log. */
  readonly snapshot?: bigint;
  /** Events folded until it had caught up, and how long that took. */
  readonly events: number;
  readonly ms: number;
}

export interface FoldFollowerOptions<State> {
  /** Changed in place. */
  readonly state: State;
  readonly evolve: (state: State, recorded: RecordedEvent) => void;
  /** Only these streams are asked for. */
  readonly streamPrefixes: readonly string[];
  readonly signal: AbortSignal;
  /**
   * Keeps the state in a file, from which the next start goes on. `evolve` does not see what the snapshot holds already. Without
   * it the whole log is searched at every start.
   */
  readonly snapshot?: SnapshotOptions | undefined;
  /** Position of an event after which reading begins where there is no snapshot; without it, at the beginning of the log. */
  readonly begin?: () => Promise<bigint | undefined>;
  readonly onReady?: (start: FoldStart) => void;
  /** Notified of a connection that broke, of events that cannot be read and are passed over, and of unusable snapshots. */
  readonly onFault?: (error: unknown) => void;
}

/** Starts following streams and folding their events into `state`. */
export function startFoldFollower<State>(log: EventLog, options: FoldFollowerOptions<State>): FoldFollower<State> {
  const began = performance.now();
  const waiters = createPositionWaiters();
  let position: bigint | undefined;
  let restored: bigint | undefined;
  let opened = false;
  let events = 0;
  let ready = false;
  let becomeReady: () => void = () => undefined;
  const caughtUp = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });
  const reach = (reached: bigint): void => {
    position = reached;
    waiters.reach(reached);
  };
  const following = followLog(log, {
    after: async () => {
      if (!opened) {
        restored = await restore(log, options);
        position = restored ?? (await options.begin?.());
        opened = true;
      }
      return position;
    },
    streamPrefixes: options.streamPrefixes,
    maxBatch: 1000,
    signal: options.signal,
    ...(options.onFault ? { onFault: options.onFault } : {}),
    onUnreadable: ({ type, position }, cause) =>
      options.onFault?.(new Error(`${type} at ${position} cannot be read`, { cause })),
    onBatch: (batch) => {
      for (const recorded of batch) options.evolve(options.state, recorded);
      events += batch.length;
      const last = batch.at(-1);
      if (last !== undefined) reach(last.position);
    },
    onCheckpoint: (checkpoint) => {
      if (checkpoint > (position ?? -1n)) reach(checkpoint);
    },
    onCaughtUp: () => {
      if (ready) return;
      ready = true;
      const ms = Math.round(performance.now() - began);
      options.onReady?.({ ...(restored === undefined ? {} : { snapshot: restored }), events, ms });
      becomeReady();
    },
  });
  const saving = keepSnapshots(log, options, {
    begun: Promise.race([caughtUp, following]),
    position: () => position,
    restored: () => restored,
  });
  return {
    state: options.state,
    ready: () => ready,
    caughtUp,
    reached: async (wanted, timeoutMs = 5000) => {
      if (wanted > (position ?? 0n)) await waiters.wait(wanted, timeoutMs);
    },
    caughtUpWith: createCatchUp(log, {
      streamPrefixes: options.streamPrefixes,
      caughtUp,
      position: () => position ?? 0n,
      reached: waiters.wait,
    }),
    ended: Promise.all([following, saving]).then(() => undefined),
  };
}

/** @returns the position the state is at; `undefined` when it has to be folded from the beginning. */
async function restore<State>(log: EventLog, { state, snapshot, onFault }: FoldFollowerOptions<State>) {
  if (snapshot === undefined) return undefined;
  try {
    const saved = await readSnapshot(log, snapshot);
    if (saved !== undefined) restoreInto(state, saved.state);
    return saved?.position;
  } catch (error) {
    // A log that is away says nothing about the snapshot.
    if (isRetryableLogFault(error)) throw error;
    onFault?.(new Error(`The snapshot ${snapshot.name} cannot be used; the log is read instead`, { cause: error }));
    return undefined;
  }
}

interface SavedFold {
  /** Resolves when the fold has caught up, or is not followed any more. */
  readonly begun: Promise<void>;
  readonly position: () => bigint | undefined;
  readonly restored: () => bigint | undefined;
}

/** Writes what has changed, now and then and a last time when the signal aborts. */
async function keepSnapshots<State>(
  log: EventLog,
  { state, snapshot, signal, onFault }: FoldFollowerOptions<State>,
  fold: SavedFold,
): Promise<void> {
  if (snapshot === undefined) return;
  await fold.begun;
  let written = fold.restored();
  let pauseMs = snapshotPause();
  for (;;) {
    const isLast = signal.aborted;
    const position = fold.position();
    try {
      if (position !== undefined && position !== written) {
        if (await writeSnapshot(log, snapshot, { position, state })) written = position;
      }
    } catch (error) {
      onFault?.(new Error(`The snapshot ${snapshot.name} cannot be written`, { cause: error }));
    }
    if (isLast) return;
    await pause(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    pauseMs = snapshotPause(pauseMs);
  }
}
