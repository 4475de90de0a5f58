import { proxyActivities, sleep } from '@temporalio/workflow';
import type { RetryAttributionActivities } from './retry-attribution.activities.ts';
import { type RetryAttributionInput, retryPauses } from './retry-attribution.contract.ts';

const { askForAttribution } = proxyActivities<RetryAttributionActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/**
 * Asks the attribution service again about an install until there is an answer, at longest until 24 hours after the first
 * call: then the user counts as Organic.
 */
export async function retryAttributionWorkflow(input: RetryAttributionInput): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  for (let attempt = 0; ; attempt += 1) {
    const pause = retryPauses[Math.min(attempt, retryPauses.length - 1)] ?? 0;
    await sleep(Math.ceil(Math.min(pause, left)) * 1000);
    const result = await askForAttribution(input);
    if (result.settled) return;
    left = Math.max(1, result.seconds_left);
  }
}
