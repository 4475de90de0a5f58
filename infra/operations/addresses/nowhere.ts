const closed = 'http://127.0.0.1:9';

/** Variables that lead to all outside services, Temporal included: to a port of this machine at which nothing answers. */
export const nowhere: Readonly<Record<string, string>> = {
  ADSERVICES_URL: `${closed}/api/v1/`,
  APPLE_ADS_API_URL: `${closed}/api/v5`,
  APPLE_ADS_TOKEN_URL: `${closed}/token`,
  APPLE_ADS_V1_URL: `${closed}/v1`,
  APP_STORE_CONNECT_URL: closed,
  APP_STORE_LOOKUP_URL: closed,
  EXCHANGE_RATES_URL: `${closed}/rates.xml`,
  TEMPORAL_ADDRESS: '127.0.0.1:9',
};
