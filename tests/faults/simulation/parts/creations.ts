import type { EventLog, SearchAdsClient } from '@tapwise/adapters';
import { createCreateCampaignActivities } from '../../../../workflows/src/campaigns/create-campaign/create-campaign.activities.ts';
import { creationRequests } from '../../../../workflows/src/campaigns/create-campaign/create-campaign.requests.ts';
import { followDirectory } from '../../../support/facts/linked-application.ts';
import { readableVault } from '../engines/readable-vault.ts';

interface CreationsAccess {
  readonly log: EventLog;
  readonly searchAds: SearchAdsClient;
  readonly signal: AbortSignal;
}

/** What a process of `workflows` carries creations out with, and the events that have it do so. */
export function openCreations({ log, searchAds, signal }: CreationsAccess) {
  const directory = followDirectory(log, signal);
  return {
    activities: createCreateCampaignActivities({ log, directory, vault: readableVault, searchAds, stopping: signal }),
    requests: creationRequests,
    caughtUp: directory.caughtUp,
  };
}
