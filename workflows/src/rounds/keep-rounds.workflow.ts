import { ActivityFailure, isCancellation, sleep, workflowInfo } from '@temporalio/workflow';

const roundsPerRun = 200;
const longestFailurePauseSeconds = 900;

/**
 * Runs rounds until the history is long enough to begin a new run. A round that fails is repeated after a pause that grows.
 * @param round Does its work and says how many seconds to wait before the next one, or that there is none.
 * @param pause Waits; ends early where something can wake it.
 * @returns whether a round said that everything is done.
 */
export async function keepRounds(
  round: () => Promise<number | 'done'>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<'done' | 'go on'> {
  let failures = 0;
  for (let count = 0; count < roundsPerRun && !workflowInfo().continueAsNewSuggested; count += 1) {
    try {
      const seconds = await round();
      failures = 0;
      if (seconds === 'done') return 'done';
      if (seconds > 0) await pause(seconds * 1000);
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      failures += 1;
      await pause(Math.min(longestFailurePauseSeconds, 5 * 2 ** failures) * 1000);
    }
  }
  return 'go on';
}
