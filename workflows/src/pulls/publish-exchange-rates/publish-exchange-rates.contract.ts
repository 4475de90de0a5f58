import { defineProcess, recordOptions } from '../../story/process.ts';

/** There is one such process. */
export type PublishExchangeRatesInput = Readonly<Record<string, never>>;

export interface PublishExchangeRatesActivities {
  /** Fetches the reference rates and records what is new. @returns the pause before the next question. */
  publishRates(): Promise<{ pause_seconds: number }>;
  /** Records whether rates wait for an operator, whom the failure shows them to. */
  recordHeldRates(): Promise<void>;
}

/** Woken when an operator has decided about a rate that is held back. */
export const publishExchangeRatesProcess = defineProcess<PublishExchangeRatesInput, PublishExchangeRatesActivities>({
  name: 'publishExchangeRates',
  id: () => 'publish-exchange-rates',
  activities: {
    publishRates: {
      // Not behind pulls, which take minutes.
      queue: 'records',
      longestSeconds: 900,
      retry: { firstPauseSeconds: 15, longestPauseSeconds: 15 },
    },
    recordHeldRates: recordOptions,
  },
});
