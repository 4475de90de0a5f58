import {
  type AccountDirectory,
  type AdsPlatformClient,
  createAdsPlatformClient,
  createSearchAdsClient,
  type Environment,
  type SearchAdsClient,
  type SearchAdsTransportOptions,
} from '@tapwise/adapters';
import { DomainError } from '@tapwise/domain';

/** What a command sees of the calls. */
type Listener = Pick<SearchAdsTransportOptions, 'onAnswer'>;

/** Opens version 1 of the interface. @throws DomainError `unavailable` without an API user. */
export const openAdsPlatform = (
  environment: Environment,
  accounts: AccountDirectory,
  listener: Listener = {},
): AdsPlatformClient =>
  createAdsPlatformClient({
    ...providerUser(environment),
    ...listener,
    apiUrl: environment.APPLE_ADS_V1_URL,
    accounts,
  });

/** Opens version 5 of the interface. @throws DomainError `unavailable` without an API user. */
export const openOlderAds = (environment: Environment, listener: Listener = {}): SearchAdsClient =>
  createSearchAdsClient({ ...providerUser(environment), ...listener, apiUrl: environment.APPLE_ADS_API_URL });

/** The shared API user, and where its tokens come from. @throws DomainError `unavailable` without one. */
export function providerUser(environment: Environment) {
  const { APPLE_ADS_CLIENT_ID, APPLE_ADS_TEAM_ID, APPLE_ADS_KEY_ID, APPLE_ADS_PRIVATE_KEY_FILE } = environment;
  if (!APPLE_ADS_CLIENT_ID || !APPLE_ADS_TEAM_ID || !APPLE_ADS_KEY_ID || !APPLE_ADS_PRIVATE_KEY_FILE)
    throw new DomainError('unavailable', { message: 'The API user of Apple Ads is not configured' });
  return {
    tokenUrl: environment.APPLE_ADS_TOKEN_URL,
    credentials: {
      clientId: APPLE_ADS_CLIENT_ID,
      teamId: APPLE_ADS_TEAM_ID,
      keyId: APPLE_ADS_KEY_ID,
      privateKeyFile: APPLE_ADS_PRIVATE_KEY_FILE,
    },
  };
}
