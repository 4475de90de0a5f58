import {
  boundAccounts,
  type CallShare,
  createAdsPlatformClient,
  createSearchAdsClient,
  type Environment,
  type EventLog,
  type KeyVault,
  type Logger,
  type SearchAdsClient,
} from '@tapwise/adapters';
import type { LogFacts } from '../facts/log-facts.ts';
import { recordInterfaceEnd } from '../pulls/link-organizations/older-interface.ts';
import { recordRefusal } from '../pulls/link-organizations/record-access.ts';

/** What the ad service is opened with. */
export interface SearchAdsSources {
  readonly environment: Environment;
  readonly log: EventLog;
  readonly facts: Pick<LogFacts, 'directory' | 'connections'>;
  readonly vault: Pick<KeyVault, 'decrypt'>;
  /** This process's part of the calls that the service takes at once for an organization. */
  readonly share: CallShare;
  readonly logger: Logger;
}

/**
 * Opens the ad service for the provider's API user and those of organizations, by the interface that the environment names.
 * @returns `undefined` when the provider's user is not configured: linking and pulling are off then, and the log says so once.
 */
export function openSearchAds({
  environment,
  log,
  facts,
  vault,
  share,
  logger,
}: SearchAdsSources): SearchAdsClient | undefined {
  const { APPLE_ADS_CLIENT_ID, APPLE_ADS_TEAM_ID, APPLE_ADS_KEY_ID, APPLE_ADS_PRIVATE_KEY_FILE } = environment;
  if (!APPLE_ADS_CLIENT_ID || !APPLE_ADS_TEAM_ID || !APPLE_ADS_KEY_ID || !APPLE_ADS_PRIVATE_KEY_FILE) {
    logger.warn('the API user of Apple Ads is not configured: linking and pulling are off');
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
  /** What cannot be recorded is met again by the next call. */
  const recorded = (recording: Promise<unknown>): void =>
    void recording.catch((error: unknown) => logger.warn({ err: error }, 'what the ad service said was not recorded'));
  if (environment.APPLE_ADS_API === 'v5') {
    return createSearchAdsClient({
      ...options,
      apiUrl: environment.APPLE_ADS_API_URL,
      onEnded: (answer) => recorded(recordInterfaceEnd(log, answer)),
    });
  }
  return createAdsPlatformClient({
    ...options,
    apiUrl: environment.APPLE_ADS_V1_URL,
    accounts: boundAccounts({ connections: facts.connections, isLinked: linkedIn(facts.directory), vault }),
    onCredentialsRefused: (refusal) => recorded(recordRefusal(log, refusal)),
  });
}

const linkedIn =
  ({ state }: LogFacts['directory']) =>
  (orgId: number): boolean =>
    [...state.applications.values()].some(({ organizations }) => organizations.some(({ org_id }) => org_id === orgId));
