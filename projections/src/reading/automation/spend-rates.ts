import type { ClickHouseClient } from '@tapwise/adapters';
import {
  type Day,
  dayNumber,
  type FactorSteps,
  factorAt,
  factorSteps,
  isoCurrency,
  type SpendRate,
} from '@tapwise/domain';
import { readRates } from '../money/exchange-rates.queries.ts';

/** What a unit of another currency was taken for on a day. */
export interface UsedRate {
  readonly currency: string;
  readonly day: Day;
  readonly rate: number;
}

export interface SpendRates {
  readonly rateOf: SpendRate;
  /** What was asked for so far, by currency and day. */
  used(): UsedRate[];
}

/**
 * Rates of other currencies in that of an ad organization, as they are published now.
 * @param isNeeded Without amounts to convert, the tables are not asked.
 * @throws the engine's error.
 */
export async function readSpendRates(client: ClickHouseClient, currency: string, isNeeded = true): Promise<SpendRates> {
  const rates = isNeeded ? await readRates(client) : undefined;
  const target = isoCurrency(currency);
  const steps = new Map<string, FactorSteps | undefined>();
  const used = new Map<string, UsedRate>();
  const rateOf = (from: string, day: Day): number | undefined => {
    if (rates === undefined) return undefined;
    if (!steps.has(from)) steps.set(from, factorSteps(rates, from, target));
    const cachedSteps = steps.get(from);
    if (cachedSteps === undefined) return undefined;
    const rate = factorAt(cachedSteps, dayNumber(day));
    used.set(`${from} ${day}`, { currency: from, day, rate });
    return rate;
  };
  const inOrder = (): UsedRate[] =>
    [...used].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)).map(([, usedRate]) => usedRate);
  return { rateOf, used: inOrder };
}
