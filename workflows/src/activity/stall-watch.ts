import { setTimeout as pause } from 'node:timers/promises';

const tickMs = 1000;
/** Standing still for less changes nothing: others wait longer before they do again what seems unanswered. */
const lateMs = 5000;

/** Notices that this process stood still. */
export interface StallWatch {
  /** Whether it did, since the watch began. */
  hasStalled(): boolean;
  stop(): void;
}

/**
 * Watches for a process that stood still, as on a machine that was suspended. It goes on before any timer tells it how late it is, with
 * what it decided to do; meanwhile another may have done it, or have decided something newer.
 */
export function watchForStalls(): StallWatch {
  const over = new AbortController();
  const { signal } = over;
  // The steady clock stands still while a machine is suspended, and the other one is put right now and then.
  let lookedAt = { steady: performance.now(), wall: Date.now() };
  let stalled = false;
  const look = (): boolean => {
    const now = { steady: performance.now(), wall: Date.now() };
    if (now.steady - lookedAt.steady > lateMs || now.wall - lookedAt.wall > lateMs) stalled = true;
    lookedAt = now;
    return stalled;
  };
  const keepLooking = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(tickMs, undefined, { signal, ref: false }).catch(() => undefined);
      look();
    }
  };
  void keepLooking();
  return { hasStalled: look, stop: () => over.abort() };
}
