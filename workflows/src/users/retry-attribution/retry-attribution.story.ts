import type { Steps } from '../../story/steps.ts';
import {
  type RetryAttributionActivities,
  type RetryAttributionInput,
  retryPauses,
} from './retry-attribution.contract.ts';

/**
 * Asks the attribution service again about an install until there is an answer, at longest until 24 hours after the first
 * call: then the user counts as Organic.
 */
export async function retryAttribution(
  { call, sleep }: Steps<RetryAttributionInput, RetryAttributionActivities>,
  install: RetryAttributionInput,
): Promise<void> {
  for (let questions = 0; ; questions += 1) {
    const result = await call.askForAttribution(install);
    if (result.settled) return;
    const pause = retryPauses[Math.min(questions, retryPauses.length - 1)] ?? 0;
    await sleep(Math.max(1, Math.min(pause, result.seconds_left)));
  }
}
