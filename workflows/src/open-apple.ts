import {
  type CallShare,
  createSearchAdsClient,
  type Environment,
  type Logger,
  type SearchAdsClient,
} from '@tapwise/adapters';

/**
 * Opens the ad service for the provider's API user.
 * @param share This process's part of the calls that the service takes at once for an organization.
 * @returns `undefined` when that user is not configured: linking and pulling are off then, and the log says so once.
 */
export function openSearchAds(environment: Environment, share: CallShare, logger: Logger): SearchAdsClient | undefined {
  const { APPLE_ADS_CLIENT_ID, APPLE_ADS_TEAM_ID, APPLE_ADS_KEY_ID, APPLE_ADS_PRIVATE_KEY_FILE } = environment;
  if (!APPLE_ADS_CLIENT_ID || !APPLE_ADS_TEAM_ID || !APPLE_ADS_KEY_ID || !APPLE_ADS_PRIVATE_KEY_FILE) {
    logger.warn('the API user of the ad service is not configured: linking and pulling are off');
    return undefined;
  }
  return createSearchAdsClient({
    apiUrl: environment.APPLE_ADS_API_URL,
    tokenUrl: environment.APPLE_ADS_TOKEN_URL,
    credentials: {
      clientId: APPLE_ADS_CLIENT_ID,
      teamId: APPLE_ADS_TEAM_ID,
      keyId: APPLE_ADS_KEY_ID,
      privateKeyFile: APPLE_ADS_PRIVATE_KEY_FILE,
    },
    share,
    onUnreadable: (details) =>
      logger.warn(details, 'the ad service sent objects that cannot be read; they are left out'),
  });
}
