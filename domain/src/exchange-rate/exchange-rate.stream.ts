/** Stream of one day's reference rates; it can be created only once. */
export const exchangeRatesStream = (day: string): string => `exchangeRates-${day}`;
