import { setTimeout as pause } from 'node:timers/promises';

/** Elapsed time, as one process measures it. It is never compared with that of another. */
export interface LeaseClock {
  /** Milliseconds since an arbitrary instant; never goes back. */
  now(): number;
  /** Resolves after so many milliseconds, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const processClock: LeaseClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
};
