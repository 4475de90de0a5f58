/** Decimals of the currencies of ISO 4217 that do not have two; the payment provider counts in the same units. */
const decimals: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
]);
const usual = 2;

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * An amount in units of its currency.
 * @param minor In the smallest unit, as digits.
 * @returns `null` for what is no currency: guessing its decimals would be wrong by a hundred times.
 */
export function amountOf(minor: string | null, currency: string | null): number | null {
  if (minor === null || currency === null || !currencies.has(currency)) return null;
  return Number(minor) / 10 ** (decimals.get(currency) ?? usual);
}
