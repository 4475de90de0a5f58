/** Nothing listens there. */
const closedAddress = 'http://127.0.0.1:1';

/** Addresses of all services that the product asks outside, for processes that are to find none: by themselves they are public. */
export const closedOutside: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'APPLE_ADS_API_URL',
    'APPLE_ADS_V1_URL',
    'APPLE_ADS_TOKEN_URL',
    'ADSERVICES_URL',
    'APP_STORE_CONNECT_URL',
    'APP_STORE_LOOKUP_URL',
    'EXCHANGE_RATES_URL',
  ].map((name) => [name, closedAddress]),
);
