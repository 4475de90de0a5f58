import type { FoldFollower } from '@tapwise/adapters';
import { addDays, type RateBook, rateBetween } from '@tapwise/domain';

/** Rates of the UTC date of an instant: units for one euro. */
export type RatesOf = (at: string, currency: string) => Promise<{ charged: number; usd: number } | undefined>;

/** No rates are published at weekends and holidays; the longest such pause is shorter. */
const longestPauseDays = 10;

/** Gives reference rates in use: those of the day, or the last ones before. */
export function createRates(rates: Pick<FoldFollower<RateBook>, 'state' | 'caughtUp'>): RatesOf {
  return async (at, currency) => {
    await rates.caughtUp;
    const day = at.slice(0, 10);
    const rate = rateBetween(rates.state, { from: currency, to: 'USD', day });
    if (rate === undefined || rate.day > day || rate.day < addDays(day, -longestPauseDays)) return undefined;
    return { charged: rate.units, usd: rate.targetUnits };
  };
}
