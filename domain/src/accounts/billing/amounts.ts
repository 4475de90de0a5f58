import { decimalsOf } from '../../shared/money/currency.ts';

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * An amount in units of its currency.
 * @param minor In the smallest unit, as digits; the payment provider counts in those of ISO 4217.
 * @returns `null` for what is no currency: guessing its decimals would be wrong by a hundred times.
 */
export function amountOf(minor: string | null, currency: string | null): number | null {
  if (minor === null || currency === null || !currencies.has(currency)) return null;
  return Number(minor) / 10 ** decimalsOf(currency);
}
