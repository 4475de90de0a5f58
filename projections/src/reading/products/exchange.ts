import { dayMs, type FactorSteps, factorAt, factorSteps, unitsFromMicros } from '@tapwise/domain';
import type { ExchangeRates } from '../money/exchange-rates.queries.ts';

/** Turns amounts in micros of some currency into units of the answer's; `null` where no rate is known, 0 stays 0. */
export interface Exchange {
  /** At the rate of a day, counted from 1970. */
  on(day: number, micros: number, currency: string): number | null;
  /** At the latest rate. */
  today(micros: number, currency: string): number | null;
  /** The exchange rate of a day; `null` where no rate is known. */
  rate(day: number, currency: string): number | null;
}

export function createExchange(rates: ExchangeRates, target: string, now: Date): Exchange {
  const steps = new Map<string, FactorSteps | undefined>();
  const todayNumber = Math.floor(now.getTime() / dayMs);
  const rate = (day: number, currency: string): number | null => {
    if (currency === target) return 1;
    if (!steps.has(currency)) steps.set(currency, factorSteps(rates, currency, target));
    const factors = steps.get(currency);
    return factors === undefined ? null : factorAt(factors, day);
  };
  const on = (day: number, micros: number, currency: string): number | null => {
    if (micros === 0) return 0;
    const factor = rate(day, currency);
    return factor === null ? null : unitsFromMicros(micros) * factor;
  };
  return { on, rate, today: (micros, currency) => on(todayNumber, micros, currency) };
}
