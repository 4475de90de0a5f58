import {
  type CallShare,
  createAdsPlatformClient,
  createSearchAdsClient,
  type Environment,
  type Logger,
  type SearchAdsClient,
} from '@tapwise/adapters';

/**
 * Opens the ad service for the provider's API user, by the interface that the environment names.
 * @param share This process's part of the calls that the service takes at once for an organization.
 * @returns `undefined` when that user is not configured: linking and pulling are off then, and the log says so once.
 */
export function openSearchAds(environment: Environment, share: CallShare, logger: Logger): SearchAdsClient | undefined {
  const { APPLE_ADS_CLIENT_ID, APPLE_ADS_TEAM_ID, APPLE_ADS_KEY_ID, APPLE_ADS_PRIVATE_KEY_FILE } = environment;
  if (!APPLE_ADS_CLIENT_ID || !APPLE_ADS_TEAM_ID || !APPLE_ADS_KEY_ID || !APPLE_ADS_PRIVATE_KEY_FILE) {
    logger.warn('the API user of the ad service is not configured: linking and pulling are off');
    return undefined;
  }
  const options = {
    tokenUrl: environment.APPLE_ADS_TOKEN_URL,
    credentials: {
      clientId: APPLE_ADS_CLIENT_ID,
      teamId: APPLE_ADS_TEAM_ID,
      keyId: APPLE_ADS_KEY_ID,
      privateKeyFile: APPLE_ADS_PRIVATE_KEY_FILE,
    },
    share,
    onUnreadable: (details: { operation: string; unreadable: number; reason: string }) =>
      logger.warn(details, 'the ad service sent objects that cannot be read; they are left out'),
  };
  if (environment.APPLE_ADS_API === 'v5') {
    return createSearchAdsClient({ ...options, apiUrl: environment.APPLE_ADS_API_URL });
  }
  return createAdsPlatformClient({ ...options, apiUrl: environment.APPLE_ADS_V1_URL, accounts: sameNumbers });
}

/** An organization that is linked over this interface has the number of its account. */
const sameNumbers = { accessOf: (orgId: number) => ({ adAccountId: orgId }) };
