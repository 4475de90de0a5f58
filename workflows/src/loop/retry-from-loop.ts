import type { Logger } from '@tapwise/adapters';
import type { RetryAttributionActivities } from '../retry-attribution/retry-attribution.activities.ts';
import { retryPauses } from '../retry-attribution/retry-attribution.contract.ts';
import type { RetryDriver } from '../starter/start-retries.ts';

/** Asks for attributions itself, with the pauses of `retryAttributionWorkflow`. */
export function retryFromLoop({ askForAttribution }: RetryAttributionActivities, logger: Logger): RetryDriver {
  return {
    retry: async ({ application_id, install_id, attempts }) => {
      const pause = retryPauses[Math.min(attempts, retryPauses.length - 1)] ?? 0;
      try {
        const result = await askForAttribution({ application_id, install_id });
        return result.settled ? 'settled' : { again_seconds: Math.max(1, Math.min(pause, result.seconds_left)) };
      } catch (error) {
        logger.warn({ err: error, application_id }, 'an attribution cannot be fetched now; trying again');
        return { again_seconds: pause };
      }
    },
  };
}
