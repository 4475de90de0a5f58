import {
  type AdAccountReader,
  createAdsPlatformClient,
  createStoredCampaigns,
  type Environment,
  type EventLog,
  type FoldFollower,
  type Logger,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  type AdsConnections,
  adsConnectionStreamPrefixes,
  createAdsConnections,
  evolveAdsConnections,
} from '@tapwise/domain';
import type { AppleAds } from './apple-ads.ts';

interface Following {
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Follows how organizations are connected, and opens what keys and accounts are tried with; that is version 1, whichever is spoken. */
export function openAppleAds(log: EventLog, environment: Environment, following: Following): AppleAds {
  return {
    version: environment.APPLE_ADS_API,
    connections: followConnections(log, following),
    adAccounts: openAdAccounts(environment),
    storedCampaigns: createStoredCampaigns(log),
  };
}

/** These are few, so they are read from the log at every start. */
export function followConnections(log: EventLog, { logger, signal }: Following): FoldFollower<AdsConnections> {
  return startFoldFollower<AdsConnections>(log, {
    state: createAdsConnections(),
    evolve: (state, { event, position }) => evolveAdsConnections(state, event, { position }),
    streamPrefixes: adsConnectionStreamPrefixes,
    signal,
    onFault: (error) => logger.warn({ err: error }, 'The connections to Apple Ads lost the log and follow it again'),
  });
}

/** Accounts only: about organizations nothing is asked here. */
const noOrganizations = { accessOf: () => undefined };

function openAdAccounts(environment: Environment): AdAccountReader | undefined {
  const { APPLE_ADS_CLIENT_ID, APPLE_ADS_TEAM_ID, APPLE_ADS_KEY_ID, APPLE_ADS_PRIVATE_KEY_FILE } = environment;
  if (!APPLE_ADS_CLIENT_ID || !APPLE_ADS_TEAM_ID || !APPLE_ADS_KEY_ID || !APPLE_ADS_PRIVATE_KEY_FILE) return undefined;
  const client = createAdsPlatformClient({
    apiUrl: environment.APPLE_ADS_V1_URL,
    tokenUrl: environment.APPLE_ADS_TOKEN_URL,
    credentials: {
      clientId: APPLE_ADS_CLIENT_ID,
      teamId: APPLE_ADS_TEAM_ID,
      keyId: APPLE_ADS_KEY_ID,
      privateKeyFile: APPLE_ADS_PRIVATE_KEY_FILE,
    },
    accounts: noOrganizations,
    // A person waits for the answer.
    timeoutMs: 10_000,
    firstRetryMs: 500,
  });
  return client.adAccounts;
}
