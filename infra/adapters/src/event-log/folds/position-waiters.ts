/** A caller that waits for a fold to be at a position. */
interface Waiter {
  readonly position: bigint;
  readonly resolve: () => void;
}

/** Callers that wait for positions. */
export interface PositionWaiters {
  /** Ends the waits for positions up to this one. */
  reach(position: bigint): void;
  /** Resolves when `reach` was called with this position or a later one. @throws Error when that takes longer than `timeoutMs`. */
  wait(position: bigint, timeoutMs: number): Promise<void>;
}

export function createPositionWaiters(): PositionWaiters {
  const waiters = new Set<Waiter>();
  return {
    reach: (position) => {
      for (const waiter of waiters) if (waiter.position <= position) waiter.resolve();
    },
    wait: (position, timeoutMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => finish(new Error(`Position ${position} was not reached in ${timeoutMs} ms`)),
          timeoutMs,
        );
        const waiter = { position, resolve: () => finish() };
        const finish = (error?: Error): void => {
          clearTimeout(timer);
          waiters.delete(waiter);
          if (error) reject(error);
          else resolve();
        };
        waiters.add(waiter);
      }),
  };
}
