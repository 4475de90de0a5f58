import type { RecordedEvent } from '@tapwise/adapters';
import { type DomainEvent, isDay } from '@tapwise/domain';
import { bookkeeping, type EventProjection, type Outcome, park, rowsOf, skip } from '../runner/projection.ts';

/** Reference rates in use → one row per currency and day; a corrected or accepted rate replaces the one before. */
export const exchangeRateProjection: EventProjection = {
  name: 'exchange-rate',
  version: 1,
  eventTypes: ['ExchangeRatesPublished', 'ExchangeRatesCorrected', 'ExchangeRateAccepted'],
  rowsIn: (event) => Object.keys(ratesOf(event) ?? {}).length,
  project: (recorded) => rateRows(recorded),
};

/** Units for one euro that are used from this event on; `undefined` for events about something else. */
function ratesOf(event: DomainEvent): Readonly<Record<string, number>> | undefined {
  switch (event.type) {
    case 'ExchangeRatesPublished':
      // The file leaves the euro itself out.
      return { ...event.data.rates, EUR: 1 };
    case 'ExchangeRatesCorrected':
      return event.data.rates;
    case 'ExchangeRateAccepted':
      return { [event.data.currency]: event.data.rate };
    default:
      return undefined;
  }
}

function rateRows(recorded: RecordedEvent): Outcome {
  const rates = ratesOf(recorded.event);
  if (rates === undefined || !('day' in recorded.event.data)) return skip('no rates');
  const { day } = recorded.event.data;
  if (!isDay(day)) return park(`There is no day ${day}`);
  return rowsOf(
    Object.entries(rates).map(([currency, units_per_euro]) => ({
      table: 'exchange_rate_per_day_v1',
      row: { currency, day, units_per_euro, ...bookkeeping(recorded) },
    })),
  );
}
