import type { Steps } from '../../story/steps.ts';
import type { PublishExchangeRatesActivities, PublishExchangeRatesInput } from './publish-exchange-rates.contract.ts';

/** Keeps the exchange rates current. Those that jump are held back, and shown until an operator decides or another day confirms them. */
export async function publishExchangeRates(
  { call, untilWoken, continueWith }: Steps<PublishExchangeRatesInput, PublishExchangeRatesActivities>,
  input: PublishExchangeRatesInput,
): Promise<void> {
  for (;;) {
    const { pause_seconds } = await call.publishRates();
    await call.recordHeldRates();
    await untilWoken(pause_seconds);
    await continueWith(input);
  }
}
