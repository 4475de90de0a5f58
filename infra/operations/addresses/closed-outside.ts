import { appleAddresses } from '@tapwise/adapters';

/** Nothing listens there. */
const closedAddress = 'http://127.0.0.1:1';

/** Addresses of all services that the product asks outside, for processes that are to find none: by themselves they are public. */
export const closedOutside: Readonly<Record<string, string>> = Object.fromEntries(
  [...appleAddresses, 'EXCHANGE_RATES_URL'].map((name) => [name, closedAddress]),
);
