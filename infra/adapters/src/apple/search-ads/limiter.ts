import pLimit, { type LimitFunction } from 'p-limit';

/** On whose behalf a call is made. The earlier in this list, the sooner its turn comes. */
export const callPriorities = ['person', 'rule', 'creation', 'pull'] as const;
export type CallPriority = (typeof callPriorities)[number];

/** Runs at most `limit` tasks of one key at once; further ones wait in line, those of a higher priority before all others. */
export interface Limiter {
  run<Result>(key: string, priority: CallPriority, task: () => Promise<Result>): Promise<Result>;
}

interface Lane {
  readonly turn: LimitFunction;
  /** Tasks that wait, by priority. */
  readonly waiting: readonly (() => Promise<void>)[][];
  tasks: number;
}

export function createLimiter(limit: number): Limiter {
  const lanes = new Map<string, Lane>();
  const laneOf = (key: string): Lane => {
    const lane = lanes.get(key) ?? { turn: pLimit(limit), waiting: callPriorities.map(() => []), tasks: 0 };
    lanes.set(key, lane);
    return lane;
  };
  return {
    run: async (key, priority, task) => {
      const lane = laneOf(key);
      lane.tasks += 1;
      try {
        return await new Promise((resolve, reject) => {
          lane.waiting[callPriorities.indexOf(priority)]?.push(() => task().then(resolve, reject));
          // A turn belongs to no task: whichever comes first when the turn is there takes it.
          void lane.turn(() => firstOf(lane)());
        });
      } finally {
        lane.tasks -= 1;
        if (lane.tasks === 0) lanes.delete(key);
      }
    },
  };
}

function firstOf({ waiting }: Lane): () => Promise<void> {
  const next = waiting.find((line) => line.length > 0)?.shift();
  if (next === undefined) throw new Error('A turn without a task');
  return next;
}
