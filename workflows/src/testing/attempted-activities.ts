import { attemptActivity } from '../local/attempt-activity.ts';
import type { ActivityOptions } from '../story/process.ts';

const options: ActivityOptions = {
  queue: 'records',
  longestSeconds: 900,
  retry: { firstPauseSeconds: 2, longestPauseSeconds: 60, attempts: 4 },
};

/** The same activities, of which each call is repeated as the local runner would repeat it. */
export function attemptedActivities<Activities extends object>(
  activities: Activities,
  signal: AbortSignal,
): Activities {
  const attempted = Object.entries(activities).map(([name, activity]) => [
    name,
    (input: unknown) => attemptActivity({ name, options, run: () => activity(input), signal, stop: signal }),
  ]);
  return Object.fromEntries(attempted);
}
