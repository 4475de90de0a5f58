import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRateBook, evolveRateBook, rateBetween } from './rate-book.ts';
import { type CurrencyRates, factorAt, factorSteps } from './rate-on-day.ts';

const first = 20_000;
const dayOf = (day: number): string => new Date((first + day) * 86_400_000).toISOString().slice(0, 10);
/** Rates of two currencies by day; a day may name one, both or none. */
const table = fc.dictionary(
  fc.integer({ min: 0, max: 40 }).map(String),
  fc.record({ USD: fc.integer({ min: 1, max: 9 }), JPY: fc.integer({ min: 1, max: 9 }) }, { requiredKeys: [] }),
);

it('the factor of a table and the rate of a book are the same on every day', () => {
  fc.assert(
    fc.property(table, (published) => {
      const book = createRateBook();
      const days = Object.keys(published).map(Number);
      // A book learns of days in any order.
      for (const day of [...days].reverse())
        evolveRateBook(book, {
          type: 'ExchangeRatesPublished',
          data: { day: dayOf(day), rates: published[day] ?? {}, fetched_at: '2026-03-10T12:00:00.000Z' },
        });
      const ratesOf = (name: 'USD' | 'JPY'): CurrencyRates => {
        const publishedDays = days.filter((day) => published[day]?.[name] !== undefined);
        return {
          days: publishedDays.map((day) => first + day),
          units: publishedDays.map((day) => published[day]?.[name] ?? 0),
        };
      };
      const currencies = new Map((['USD', 'JPY'] as const).map((name) => [name, ratesOf(name)]));
      const steps = factorSteps({ currencies }, 'USD', 'JPY');
      for (let day = -2; day < 44; day += 1) {
        const rate = rateBetween(book, { from: 'USD', to: 'JPY', day: dayOf(day) });
        const factor = steps === undefined ? undefined : factorAt(steps, first + day);
        expect(factor).toBe(rate === undefined ? undefined : rate.targetUnits / rate.units);
      }
    }),
  );
});
