import { isoCurrency } from '../../shared/money/currency.ts';

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

/** Whether an application can report in the currency. */
export function isReportingCurrency(code: string): boolean {
  return reportingCurrencies.includes(isoCurrency(code));
}
