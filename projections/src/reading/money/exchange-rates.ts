import type { ClickHouseClient } from '@tapwise/adapters';
import { type TablesForm, tablesForm } from '../whole-tables.ts';
import { type ExchangeRates, readRates } from './exchange-rates.queries.ts';

const remembered = new WeakMap<TablesForm, Promise<ExchangeRates>>();

/**
 * The reference rates, read again only when the tables hold newer ones.
 * @param position of the newest rates that the tables are known to hold.
 * @throws the engine's error.
 */
export async function exchangeRates(
  client: ClickHouseClient,
  position: bigint,
  signal?: AbortSignal,
): Promise<ExchangeRates> {
  const known = await remembered.get(tablesForm(client))?.catch(() => undefined);
  if (known !== undefined && known.position >= position) return known;
  const reading = readRates(client, signal);
  remembered.set(tablesForm(client), reading);
  return await reading;
}

/** Rate of a currency in another, in steps: from each day on, until the next. */
export interface FactorSteps {
  readonly days: readonly number[];
  readonly factors: readonly number[];
}

/**
 * A day without a rate takes the last one before it, days before the oldest take the oldest; only days on which both
 * currencies were published count.
 * @returns `undefined` when there is none.
 */
export function factorSteps(rates: ExchangeRates, currency: string, target: string): FactorSteps | undefined {
  const [from, to] = [rates.currencies.get(currency), rates.currencies.get(target)];
  if (from === undefined || to === undefined) return undefined;
  const targetUnits = new Map(to.days.map((day, index) => [day, to.units[index] ?? 0]));
  const days: number[] = [];
  const factors: number[] = [];
  for (const [index, day] of from.days.entries()) {
    const units = targetUnits.get(day);
    if (units === undefined) continue;
    days.push(day);
    factors.push(units / (from.units[index] ?? Number.NaN));
  }
  return days.length === 0 ? undefined : { days, factors };
}

/** The factor of a day (counted from 1970). */
export function factorAt({ days, factors }: FactorSteps, day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return factors[Math.max(0, low - 1)] ?? Number.NaN;
}
