import type { Environment } from '../../config/environment.ts';
import { type AdsPlatformClient, createAdsPlatformClient } from '../ads-api-v1/client.ts';

/** Accounts only: about organizations nothing is asked here. */
const noOrganizations = { accessOf: () => undefined };

/**
 * Opens what keys and accounts are tried with while a person waits: version 1, whichever is spoken.
 * @returns `undefined` while the provider's API user is not configured.
 */
export function openAdAccounts(environment: Environment): AdsPlatformClient | undefined {
  const { APPLE_ADS_CLIENT_ID, APPLE_ADS_TEAM_ID, APPLE_ADS_KEY_ID, APPLE_ADS_PRIVATE_KEY_FILE } = environment;
  if (!APPLE_ADS_CLIENT_ID || !APPLE_ADS_TEAM_ID || !APPLE_ADS_KEY_ID || !APPLE_ADS_PRIVATE_KEY_FILE) return undefined;
  return createAdsPlatformClient({
    apiUrl: environment.APPLE_ADS_V1_URL,
    tokenUrl: environment.APPLE_ADS_TOKEN_URL,
    credentials: {
      clientId: APPLE_ADS_CLIENT_ID,
      teamId: APPLE_ADS_TEAM_ID,
      keyId: APPLE_ADS_KEY_ID,
      privateKeyFile: APPLE_ADS_PRIVATE_KEY_FILE,
    },
    accounts: noOrganizations,
    timeoutMs: 10_000,
    firstRetryMs: 500,
  });
}
