import type { Steps } from '../story/steps.ts';

export interface ClockSteps<Input, Activities extends object> {
  readonly steps: Steps<Input, Activities>;
  /** How long each wait was, in seconds. */
  readonly waits: readonly number[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Steps on a clock of their own, which moves on instead of waiting.
 * @param isWoken Whether something wakes the process in its wait of this number, at its end; the first is 1.
 */
export function stepsOnClock<Input, Activities extends object>(
  call: Activities,
  start: number,
  isWoken: (wait: number) => boolean = () => false,
): ClockSteps<Input, Activities> {
  let instant = start;
  const waits: number[] = [];
  const wait = async (seconds: number): Promise<void> => {
    waits.push(seconds);
    instant += Math.max(0, seconds) * 1000;
  };
  const now = () => instant;
  const steps: Steps<Input, Activities> = {
    call,
    sleep: wait,
    sleepUntil: (until) => wait((until - instant) / 1000),
    untilWoken: async (seconds) => {
      await wait(seconds);
      return isWoken(waits.length);
    },
    continueWith: async () => undefined,
    now,
  };
  return { steps, waits, now };
}
