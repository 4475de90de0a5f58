/** Calls that have begun and not ended. */
export interface UnderWay {
  readonly count: number;
  /** Resolves when none is under way. */
  idle(): Promise<void>;
}

/** The same functions, with their calls counted. */
export function countUnderWay<Functions extends object>(functions: Functions): [Functions, UnderWay] {
  const calls = new Set<Promise<unknown>>();
  const counted = Object.entries(functions).map(([name, call]) => [
    name,
    (input: unknown) => {
      const running: Promise<unknown> = call(input);
      calls.add(running);
      const ended = () => calls.delete(running);
      running.then(ended, ended);
      return running;
    },
  ]);
  const underWay: UnderWay = {
    get count() {
      return calls.size;
    },
    idle: async () => {
      while (calls.size > 0) await Promise.allSettled(calls);
    },
  };
  return [Object.fromEntries(counted), underWay];
}
