import { type Day, dayNumber, type ExactRate, factorSteps, isoCurrency } from '@tapwise/domain';
import type { ExchangeRates } from '../money/exchange-rates.queries.ts';

/**
 * What one unit of a currency is in another, as published on a day or the last one before it; never rounded.
 * @returns `null` where no rate is known.
 */
export function exactRate(rates: ExchangeRates, from: string, to: string, day: Day): ExactRate | null {
  const source = isoCurrency(from);
  const target = isoCurrency(to);
  if (source === target) return { numerator: 1, denominator: 1 };
  const days = factorSteps(rates, source, target)?.days ?? [];
  const number = dayNumber(day);
  const at = days.filter((other) => other <= number).at(-1) ?? days[0];
  const unitsOf = (currency: string): number | undefined => {
    const published = rates.currencies.get(currency);
    return at === undefined ? undefined : published?.units[published.days.indexOf(at)];
  };
  const numerator = unitsOf(target);
  const denominator = unitsOf(source);
  if (numerator === undefined || denominator === undefined) return null;
  const scale = 10 ** Math.max(decimalsOf(numerator), decimalsOf(denominator));
  return { numerator: Math.round(numerator * scale), denominator: Math.round(denominator * scale) };
}

const mostDecimals = 8;

function decimalsOf(value: number): number {
  const [, decimals = ''] = value.toFixed(mostDecimals).replace(/0+$/, '').split('.');
  return decimals.length;
}
