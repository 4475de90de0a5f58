const decimals: Readonly<Record<string, number>> = {
  ...{ USD: 2, EUR: 2, GBP: 2, AUD: 2, CAD: 2, NZD: 2 },
  ...{ JPY: 0, KRW: 0 },
};

/**
 * An amount in units of its currency.
 * @param minor In the smallest unit, as digits.
 * @returns `null` for a currency of which the number of decimals is not known: guessing would be wrong by a hundred times.
 */
export function amountOf(minor: string | null, currency: string | null): number | null {
  const places = currency === null ? undefined : decimals[currency];
  return minor === null || places === undefined ? null : Number(minor) / 10 ** places;
}
