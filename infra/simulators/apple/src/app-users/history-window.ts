import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Pace } from './pace.ts';

/** Posts of the past that may be under way at once, over all apps. */
const FIRST = 16;
const FEWEST = 8;
export const MOST = 256;
/** Refusals within this time are one wish for less. */
const REFUSALS_APART_MS = 500;

/** Room for posts of the past: as many at once as the product takes, never more than a number a second. */
export interface HistoryWindow {
  /** Runs a post when there is room. */
  run<T>(post: () => Promise<T>): Promise<T>;
  /** The product asked for a pause: half as many posts at once, and none that is not under way before it is over. */
  slowDown(waitMs: number): void;
  /** Posts that may be under way at present. */
  readonly size: number;
}

/**
 * Grows by one post when all there was room for have been answered, and halves when the product refuses.
 *
 * @param isPresentLate asked before each post; while it is true the past waits
 */
export function createHistoryWindow(pace: Pace, isPresentLate: () => boolean, signal: AbortSignal): HistoryWindow {
  const limit = pLimit(FIRST);
  let answered = 0;
  let pausedUntil = 0;
  let slowedAt = Number.NEGATIVE_INFINITY;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  return {
    get size() {
      return limit.concurrency;
    },
    run: (post) =>
      limit(async () => {
        while (!signal.aborted && performance.now() < pausedUntil) await pause(pausedUntil - performance.now());
        while (!signal.aborted && isPresentLate()) await pause(50);
        await pace.next();
        const result = await post();
        answered += 1;
        if (answered >= limit.concurrency) {
          answered = 0;
          limit.concurrency = Math.min(MOST, limit.concurrency + 1);
        }
        return result;
      }),
    slowDown(waitMs) {
      const now = performance.now();
      pausedUntil = Math.max(pausedUntil, now + waitMs);
      answered = 0;
      if (now - slowedAt < REFUSALS_APART_MS) return;
      slowedAt = now;
      limit.concurrency = Math.max(FEWEST, Math.floor(limit.concurrency / 2));
    },
  };
}
