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

/** How many tasks a frame takes: few after rest, twice as many after each frame that came in time, half after a late one. */
const tasks = { first: 4, least: 2, most: 12 };
/** A frame that comes later than this after the last one was missed once, on a screen that shows sixty a second. */
const lateMs = 24;

/**
 * Does tasks a few at a time, one turn in each animation frame, in the order they came; a task that waits already is done
 * once. How many are done follows the frames, so that a slow processor has room for what a person does meanwhile.
 * @param frame asks for a call in the next frame, with the time at which the frame began
 */
export function createFrameTurns(frame: (callback: (at: number) => void) => void) {
  const waiting = new Set<() => void>();
  let last: number | null = null;
  let count = tasks.first;

  function turn(at: number): void {
    if (last !== null) {
      count = at - last > lateMs ? Math.max(tasks.least, count >> 1) : Math.min(tasks.most, count * 2);
    }
    last = at;
    try {
      let left = count;
      for (const task of waiting) {
        if (left === 0) break;
        left -= 1;
        waiting.delete(task);
        task();
      }
    } finally {
      // Also after one that failed, else the others would wait for ever.
      if (waiting.size > 0) frame(turn);
      else {
        last = null;
        count = tasks.first;
      }
    }
  }

  return function inTurns(more: readonly (() => void)[]): void {
    const resting = waiting.size === 0;
    for (const task of more) waiting.add(task);
    if (resting && waiting.size > 0) frame(turn);
  };
}

/** The page's one queue of drawing that may wait for a frame or two. */
export const inFrameTurns = createFrameTurns((callback) => {
  requestAnimationFrame(callback);
});
