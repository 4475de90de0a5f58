import type { RecordedEvent } from '@tapwise/adapters';
import { isDay } from '@tapwise/domain';
import { bookkeeping, type EventProjection, type Outcome, park, rowsOf, skip } from '../runner/projection.ts';

/** Reference rates → one row per currency and day. */
export const exchangeRateProjection: EventProjection = {
  name: 'exchange-rate',
  version: 1,
  eventTypes: ['ExchangeRatesPublished'],
  // The file leaves the euro itself out.
  rowsIn: (event) => (event.type === 'ExchangeRatesPublished' ? Object.keys(event.data.rates).length + 1 : 0),
  project: (recorded) => rateRows(recorded),
};

function rateRows(recorded: RecordedEvent): Outcome {
  if (recorded.event.type !== 'ExchangeRatesPublished') return skip('no rates');
  const { day, rates } = recorded.event.data;
  if (!isDay(day)) return park(`There is no day ${day}`);
  // The file names units per euro and leaves the euro itself out.
  const perEuro = { ...rates, EUR: 1 };
  return rowsOf(
    Object.entries(perEuro).map(([currency, units_per_euro]) => ({
      table: 'exchange_rate_per_day_v1',
      row: { currency, day, units_per_euro, ...bookkeeping(recorded) },
    })),
  );
}
