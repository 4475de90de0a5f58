/** Decimals of a currency of the ad service (AUD, CAD, EUR, GBP, JPY, MXN, NZD, RUB, USD): of these, only yen have none. */
export const decimalsOf = (currency: string): number => (currency === 'JPY' ? 0 : 2);
