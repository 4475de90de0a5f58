import type { EventLog } from '@tapwise/adapters';
import { addDays, exchangeRatesStream, isoCurrency } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';

/** Rates of the UTC date of an instant: units for one euro. */
export type RatesOf = (at: string, currency: string) => Promise<{ charged: number; usd: number } | undefined>;

/** No rates are published at weekends and holidays; the longest such pause is shorter. */
const longestPauseDays = 10;
const daysKept = 200;

/** Reads reference rates: those of the day, or the last ones before. What was published stays. */
export function createRates(log: EventLog): RatesOf {
  const known = new LRUCache<string, Readonly<Record<string, number>>>({ max: daysKept });
  const ratesOn = async (day: string): Promise<Readonly<Record<string, number>> | undefined> => {
    const found = known.get(day);
    if (found !== undefined) return found;
    const last = await log.readLast(exchangeRatesStream(day));
    if (last?.event.type !== 'ExchangeRatesPublished') return undefined;
    known.set(day, last.event.data.rates);
    return last.event.data.rates;
  };
  return async (at, currency) => {
    for (let back = 0; back <= longestPauseDays; back += 1) {
      const rates = await ratesOn(addDays(at.slice(0, 10), -back));
      if (rates === undefined) continue;
      const code = isoCurrency(currency);
      const charged = code === 'EUR' ? 1 : rates[code];
      const usd = rates.USD;
      return charged === undefined || usd === undefined ? undefined : { charged, usd };
    }
    return undefined;
  };
}
