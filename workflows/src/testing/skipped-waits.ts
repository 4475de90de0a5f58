import type { Process } from '../story/process.ts';
import type { Steps, Story } from '../story/steps.ts';

/** A clock that is moved on instead of waited for. */
export interface SkippingClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that it was moved on so far. */
  readonly skipped: () => number;
  readonly skip: (seconds: number) => void;
}

export function createSkippingClock(): SkippingClock {
  let skipped = 0;
  return {
    now: () => Date.now() + skipped,
    skipped: () => skipped,
    skip: (seconds) => {
      skipped += seconds * 1000;
    },
  };
}

const breathSeconds = 0.005;
const lookSeconds = 0.05;

export interface SkippedWaits {
  /** Whether the clock is moved on too where nothing woke the process for a moment. */
  readonly skipsUntilWoken?: boolean | undefined;
}

/** The same process, which moves the clock on where it would sleep; what may wake it is looked for every moment. */
export function withSkippedWaits(
  { contract, story }: Process,
  clock: SkippingClock,
  { skipsUntilWoken = false }: SkippedWaits = {},
): Process {
  const skipping: Story<unknown, object> = (steps, input) => {
    const sleep: Steps<unknown, object>['sleep'] = async (seconds) => {
      clock.skip(Math.max(0, seconds));
      await steps.sleep(breathSeconds);
    };
    return story(
      {
        ...steps,
        sleep,
        sleepUntil: (instant) => sleep((instant - clock.now()) / 1000),
        untilWoken: async (seconds) => {
          const isWoken = await steps.untilWoken(Math.min(seconds, lookSeconds));
          if (!isWoken && skipsUntilWoken) clock.skip(Math.max(0, seconds - lookSeconds));
          return isWoken;
        },
        now: clock.now,
      },
      input,
    );
  };
  return { contract, story: skipping };
}
