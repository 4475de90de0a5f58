/** Stream of one day's reference rates: what was published, what was held back, and what was decided. */
export const exchangeRatesStream = (day: string): string => `exchangeRates-${day}`;
export const exchangeRatesPrefix = 'exchangeRates-';
