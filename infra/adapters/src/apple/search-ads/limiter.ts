import pLimit, { type LimitFunction } from 'p-limit';

/** Runs at most `limit` tasks of one key at once; further ones wait in line. */
export interface Limiter {
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
}

export function createLimiter(limit: number): Limiter {
  const lanes = new Map<string, { readonly turn: LimitFunction; tasks: number }>();
  return {
    run: async (key, task) => {
      const lane = lanes.get(key) ?? { turn: pLimit(limit), tasks: 0 };
      lanes.set(key, lane);
      lane.tasks += 1;
      try {
        return await lane.turn(task);
      } finally {
        lane.tasks -= 1;
        if (lane.tasks === 0) lanes.delete(key);
      }
    },
  };
}
