import pLimit, { type LimitFunction } from 'p-limit';

/** On whose behalf a call is made. The earlier in this list, the sooner its turn comes. */
export const callPriorities = ['person', 'rule', 'creation', 'pull'] as const;
export type CallPriority = (typeof callPriorities)[number];

/** Runs at most `limit` tasks of one key at once; further ones wait in line, those of a higher priority before all others. */
export interface Limiter {
  run<Result>(key: string, priority: CallPriority, task: () => Promise<Result>): Promise<Result>;
}

interface CallQueue {
  readonly turn: LimitFunction;
  /** Tasks that wait, by priority. */
  readonly waiting: readonly (() => Promise<void>)[][];
  tasks: number;
}

export function createLimiter(limit: number): Limiter {
  const queues = new Map<string, CallQueue>();
  const queueOf = (key: string): CallQueue => {
    const queue = queues.get(key) ?? { turn: pLimit(limit), waiting: callPriorities.map(() => []), tasks: 0 };
    queues.set(key, queue);
    return queue;
  };
  return {
    run: async (key, priority, task) => {
      const queue = queueOf(key);
      queue.tasks += 1;
      try {
        return await new Promise((resolve, reject) => {
          queue.waiting[callPriorities.indexOf(priority)]?.push(() => task().then(resolve, reject));
          // A turn belongs to no task: whichever comes first when the turn is there takes it.
          void queue.turn(() => firstOf(queue)());
        });
      } finally {
        queue.tasks -= 1;
        if (queue.tasks === 0) queues.delete(key);
      }
    },
  };
}

function firstOf({ waiting }: CallQueue): () => Promise<void> {
  const next = waiting.find((line) => line.length > 0)?.shift();
  if (next === undefined) throw new Error('A turn without a task');
  return next;
}
