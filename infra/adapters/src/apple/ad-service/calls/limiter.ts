import type { CallShare, ShareUser } from '../../../limits/call-share.ts';

/** On whose behalf a call is made. The earlier in this list, the sooner its turn comes. */
export const callPriorities = ['person', 'rule', 'creation', 'pull'] as const;
export type CallPriority = (typeof callPriorities)[number];

/** Runs as many tasks of one key at once as the share allows; further ones wait in line, those of a higher priority before all others. */
export interface Limiter {
  run<Result>(key: string, priority: CallPriority, task: () => Promise<Result>): Promise<Result>;
}

interface CallQueue {
  /** Tasks that wait, by priority. */
  readonly waiting: readonly (() => Promise<void>)[][];
  running: number;
}

export function createLimiter(share: CallShare): Limiter {
  const queues = new Map<string, CallQueue>();
  const queueOf = (key: string): CallQueue => {
    const queue = queues.get(key) ?? { waiting: callPriorities.map(() => []), running: 0 };
    queues.set(key, queue);
    return queue;
  };
  /** Called whenever a task has ended. */
  const listeners = new Set<() => void>();
  const mostRunning = (): number => Math.max(0, ...[...queues.values()].map(({ running }) => running));
  const begin = (key: string, queue: CallQueue): void => {
    while (queue.running < share.atOnce()) {
      // A turn belongs to no task: whichever comes first when the turn is there takes it.
      const task = queue.waiting.find((line) => line.length > 0)?.shift();
      if (task === undefined) break;
      queue.running += 1;
      void task().finally(() => {
        queue.running -= 1;
        begin(key, queue);
        for (const listener of listeners) listener();
      });
    }
    const isIdle = queue.running === 0 && queue.waiting.every((line) => line.length === 0);
    if (isIdle && queues.get(key) === queue) queues.delete(key);
  };
  const user: ShareUser = {
    refresh: () => {
      for (const [key, queue] of queues) begin(key, queue);
    },
    untilAtMost: (calls) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (mostRunning() > calls) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
  };
  share.use(user);
  return {
    run: (key, priority, task) =>
      new Promise((resolve, reject) => {
        const queue = queueOf(key);
        queue.waiting[callPriorities.indexOf(priority)]?.push(() => task().then(resolve, reject));
        // Those that come in the same turn are chosen among.
        queueMicrotask(() => begin(key, queue));
      }),
  };
}
