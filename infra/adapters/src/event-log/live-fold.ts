import type { EventLog, RecordedEvent } from './event-log.ts';
import { followLog } from './follow-log.ts';

/** A small state held in memory and kept current by following the log. */
export interface LiveFold<State> {
  readonly state: State;
  /** True once everything that stood in the log at start has been folded. */
  readonly ready: () => boolean;
  /** Resolves when everything that stood in the log at start has been folded. */
  readonly caughtUp: Promise<void>;
  /**
   * Resolves when the event at this position has been folded, so that a caller reads back what it just wrote.
   * @throws Error when that takes longer than `timeoutMs`.
   */
  reached(position: bigint, timeoutMs?: number): Promise<void>;
}

/**
 * Starts following streams and folding their events into `state`, which is changed in place.
 * @param streamPrefixes Only these streams are asked for, so starting costs little however long the log is.
 */
export function startLiveFold<State>(
  log: EventLog,
  options: {
    state: State;
    evolve: (state: State, recorded: RecordedEvent) => void;
    streamPrefixes: readonly string[];
    signal: AbortSignal;
    /** Told of a connection that broke, and of events that cannot be read and are passed over. */
    onFault?: (error: unknown) => void;
  },
): LiveFold<State> {
  let position: bigint | undefined;
  let ready = false;
  const waiters = new Set<{ position: bigint; resolve: () => void }>();
  let becomeReady: () => void = () => undefined;
  const caughtUp = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });
  void followLog(log, {
    after: () => position,
    streamPrefixes: options.streamPrefixes,
    maxBatch: 1000,
    signal: options.signal,
    ...(options.onFault ? { onFault: options.onFault } : {}),
    onUnreadable: ({ type, position }, cause) =>
      options.onFault?.(new Error(`${type} at ${position} cannot be read`, { cause })),
    onBatch: (batch) => {
      for (const recorded of batch) {
        options.evolve(options.state, recorded);
        position = recorded.position;
      }
      for (const waiter of waiters) if (waiter.position <= (position ?? 0n)) waiter.resolve();
    },
    onCaughtUp: () => {
      ready = true;
      becomeReady();
    },
  });
  return {
    state: options.state,
    ready: () => ready,
    caughtUp,
    reached: (wanted, timeoutMs = 5000) => waitFor(waiters, () => position, wanted, timeoutMs),
  };
}

async function waitFor(
  waiters: Set<{ position: bigint; resolve: () => void }>,
  present: () => bigint | undefined,
  wanted: bigint,
  timeoutMs: number,
): Promise<void> {
  if (wanted <= (present() ?? 0n)) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => finish(new Error(`Position ${wanted} was not reached in ${timeoutMs} ms`)),
      timeoutMs,
    );
    const waiter = { position: wanted, resolve: () => finish() };
    const finish = (error?: Error) => {
      clearTimeout(timer);
      waiters.delete(waiter);
      if (error) reject(error);
      else resolve();
    };
    waiters.add(waiter);
  });
}
