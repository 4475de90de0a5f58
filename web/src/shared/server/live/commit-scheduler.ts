/** At most four times a second the page takes over what was pushed. */
const pauseMs = 250;

export interface FrameClock {
  now(): number;
  frame(callback: () => void): void;
  later(callback: () => void, ms: number): void;
}

/**
 * Collects work and does it together inside an animation frame, so that what came in at once becomes one commit of the
 * page. Work under the same key replaces earlier work that has not been done yet.
 */
export function createCommitScheduler(clock: FrameClock) {
  const waiting = new Map<string, () => void>();
  let last = Number.NEGATIVE_INFINITY;
  let planned = false;

  function flush(): void {
    planned = false;
    last = clock.now();
    const work = [...waiting.values()];
    waiting.clear();
    for (const task of work) task();
  }

  return function schedule(key: string, task: () => void): void {
    waiting.set(key, task);
    if (planned) return;
    planned = true;
    const wait = Math.max(0, last + pauseMs - clock.now());
    if (wait === 0) clock.frame(flush);
    else clock.later(() => clock.frame(flush), wait);
  };
}

export type ScheduleCommit = ReturnType<typeof createCommitScheduler>;

/** The page's one scheduler. */
export const scheduleCommit: ScheduleCommit = createCommitScheduler({
  now: () => performance.now(),
  frame: (callback) => {
    requestAnimationFrame(callback);
  },
  later: (callback, ms) => {
    setTimeout(callback, ms);
  },
});
