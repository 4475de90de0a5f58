import type { FailureRecorder } from '@tapwise/adapters';
import { heldRates } from '@tapwise/domain';
import { runActivity } from '../../activity/run-activity.ts';
import { recordedCall } from '../../failures/recorded-call.ts';
import type { PublishExchangeRatesActivities } from './publish-exchange-rates.contract.ts';
import { type ExchangeRateDependencies, publishExchangeRates } from './publish-exchange-rates.ts';

export interface ExchangeRateSources extends ExchangeRateDependencies {
  readonly failures: FailureRecorder;
  readonly pauseSeconds: number;
}

const source = { application_id: null, org_id: null, source: 'exchange_rates' } as const;
const held = { application_id: null, org_id: null, source: 'held_rates' } as const;

export function createPublishExchangeRatesActivities(sources: ExchangeRateSources): PublishExchangeRatesActivities {
  const { rates, failures, logger, pauseSeconds } = sources;
  return {
    publishRates: () =>
      runActivity(async (signal) => {
        const days = await recordedCall(failures, source, {
          ask: () => publishExchangeRates(sources, signal),
          signal,
        });
        if (days > 0) logger.info({ days }, 'exchange rates recorded');
        return { pause_seconds: pauseSeconds };
      }),
    recordHeldRates: async () => {
      const count = heldRates(rates.state).length;
      if (count === 0) await failures.succeeded(held);
      else await failures.failed(held, { reason: 'held_back', detail: `${count} held; npm run operator -- rates` });
    },
  };
}
