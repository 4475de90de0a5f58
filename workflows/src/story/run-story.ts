import { ActivityFailed, type Steps, type Story } from './steps.ts';

const firstPauseSeconds = 5;
const longestPauseSeconds = 900;
/** After an answer that does not change by itself: moved, gone, refused. */
const longestLastingPauseSeconds = 3600;

/** Seconds before a story that failed begins again. @param failures Passes that failed in a row, this one included. */
export function failurePauseSeconds(failures: number, isLasting: boolean): number {
  const longest = isLasting ? longestLastingPauseSeconds : longestPauseSeconds;
  return Math.min(longest, firstPauseSeconds * 2 ** failures);
}

export interface StoryRun<Input, Activities extends object> {
  readonly story: Story<Input, Activities>;
  readonly input: Input;
  /** Called with the failure that made the story begin again, and the pause before that. */
  readonly onFailure?: (failure: ActivityFailed, pauseSeconds: number) => void;
}

/**
 * Runs a story to its end. When an activity fails for the last time, the story begins again with the input of its last pass, after a
 * pause that grows; what wakes the process may be what was missing, so it ends the pause.
 */
export async function runStory<Input, Activities extends object>(
  steps: Steps<Input, Activities>,
  { story, input, onFailure }: StoryRun<Input, Activities>,
): Promise<void> {
  let failures = 0;
  let pass = input;
  const counted: Steps<Input, Activities> = {
    ...steps,
    continueWith: async (next) => {
      failures = 0;
      pass = next;
      await steps.continueWith(next);
    },
  };
  for (;;) {
    try {
      await story(counted, pass);
      return;
    } catch (error) {
      if (!(error instanceof ActivityFailed)) throw error;
      failures += 1;
      const seconds = failurePauseSeconds(failures, error.isLasting);
      onFailure?.(error, seconds);
      if (await steps.untilWoken(seconds)) failures = 0;
    }
  }
}
