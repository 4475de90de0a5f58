import {
  createStoredCampaigns,
  type Environment,
  type EventLog,
  followAdsConnections,
  type Logger,
  openAdAccounts,
} from '@tapwise/adapters';
import type { AppleAds } from './apple-ads.ts';

interface Following {
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Follows how organizations are connected, and opens what keys and accounts are tried with. */
export function openAppleAds(log: EventLog, environment: Environment, { logger, signal }: Following): AppleAds {
  return {
    version: environment.APPLE_ADS_API,
    connections: followAdsConnections(log, {
      signal,
      onFault: (error) => logger.warn({ err: error }, 'The connections to Apple Ads lost the log and follow it again'),
    }),
    adAccounts: openAdAccounts(environment)?.adAccounts,
    storedCampaigns: createStoredCampaigns(log),
  };
}
