/** Runs at most `limit` tasks of one key at once; further ones wait in line. */
export interface Limiter {
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
}

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

export function createLimiter(limit: number): Limiter {
  const lanes = new Map<string, Lane>();
  return {
    run: async (key, task) => {
      const lane = lanes.get(key) ?? { running: 0, waiting: [] };
      lanes.set(key, lane);
      // A finished task hands its place to the first in line, so `running` only falls when nobody waits.
      if (lane.running >= limit) await new Promise<void>((resolve) => lane.waiting.push(resolve));
      else lane.running += 1;
      try {
        return await task();
      } finally {
        const next = lane.waiting.shift();
        if (next) next();
        else lane.running -= 1;
        if (lane.running === 0) lanes.delete(key);
      }
    },
  };
}
