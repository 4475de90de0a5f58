import { setTimeout as sleep } from 'node:timers/promises';

/** Lets through at most so many callers a second, in the order in which they came. */
export interface Pace {
  next(): Promise<void>;
}

/** @param perSecond most callers per second; bursts of a twentieth of a second pass at once */
export function createPace(perSecond: number, signal: AbortSignal): Pace {
  const interval = 1000 / perSecond;
  let free = performance.now();
  return {
    async next() {
      const now = performance.now();
      free = Math.max(free + interval, now - 50);
      if (free > now) await sleep(free - now, undefined, { signal, ref: false }).catch(() => undefined);
    },
  };
}
