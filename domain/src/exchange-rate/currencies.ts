/**
 * Currencies an application can report in: the euro and those the European Central Bank publishes a daily reference
 * rate for (https://www.ecb.europa.eu/stats/policy_and_exchange_rates/, November 2026).
 */
export const reportingCurrencies: readonly string[] = [
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CNY',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'HUF',
  'IDR',
  'ILS',
  'INR',
  'ISK',
  'JPY',
  'KRW',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'RON',
  'SEK',
  'SGD',
  'THB',
  'TRY',
  'USD',
  'ZAR',
];

/** The ISO 4217 code: the ad service writes RMB for the currency whose rate is published as CNY. */
export function isoCurrency(code: string): string {
  return code === 'RMB' ? 'CNY' : code;
}

/** Whether an application can report in the currency. */
export function isReportingCurrency(code: string): boolean {
  return reportingCurrencies.includes(isoCurrency(code));
}
