import { attemptActivity } from '../local/attempt-activity.ts';
import type { ActivityOptions, ProcessContract } from '../story/process.ts';
import type { Steps, Story } from '../story/steps.ts';

/** How a pass ended: the story has ended, or would have waited for so many seconds. */
export type Step = { readonly done: true } | { readonly done: false; readonly again_seconds: number };

export interface OnePassOptions<Input, Activities extends object> {
  readonly contract: ProcessContract<Input, Activities>;
  readonly story: Story<Input, Activities>;
  readonly activities: Activities;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether a pass ends also where the story begins its next one. Absent: only where it waits. */
  readonly endsWithPass?: boolean;
  /** Aborts what is under way. */
  readonly signal?: AbortSignal;
}

/** Ends a story where it would wait. */
class PassEnded extends Error {
  constructor(readonly seconds: number) {
    super('A pass has ended');
  }
}

/**
 * Runs a story with each call from its beginning to its end or its first wait: what it did before it reads from the log.
 * @returns what tells whether the story ended, and else how long it would have waited.
 */
export function onePassOf<Input, Activities extends object>({
  contract,
  story,
  activities,
  now,
  endsWithPass = false,
  signal = new AbortController().signal,
}: OnePassOptions<Input, Activities>): (input: Input) => Promise<Step> {
  const end = async (seconds: number): Promise<never> => {
    throw new PassEnded(Math.max(0, seconds));
  };
  const call = Object.fromEntries(
    Object.entries(contract.activities as Record<string, ActivityOptions>).map(([name, options]) => {
      const activity = activities[name as keyof Activities] as (input: unknown) => Promise<unknown>;
      return [
        name,
        (input: unknown) => attemptActivity({ name, options, run: () => activity(input), signal, stop: signal }),
      ];
    }),
  ) as Activities;
  const steps: Steps<Input, Activities> = {
    call,
    sleep: end,
    sleepUntil: (instant) => end((instant - now()) / 1000),
    untilWoken: end,
    continueWith: async () => (endsWithPass ? end(0) : undefined),
    now,
  };
  return async (input) => {
    try {
      await story(steps, input);
      return { done: true };
    } catch (error) {
      if (error instanceof PassEnded) return { done: false, again_seconds: error.seconds };
      throw error;
    }
  };
}
