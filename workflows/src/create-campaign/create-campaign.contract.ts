import { defineProcess } from '../story/process.ts';
import type { CreateCampaignActivities } from './create-campaign.activities.ts';

/** A creation that was asked for. Its content and progress are in the log. */
export interface CreateCampaignInput {
  readonly creation_id: string;
}

export const createCampaignProcess = defineProcess<CreateCampaignInput, CreateCampaignActivities>({
  name: 'createCampaign',
  id: ({ creation_id }) => `creation/${creation_id}`,
  activities: {
    createCampaign: {
      queue: 'writes',
      longestSeconds: 900,
      heartbeatSeconds: 5,
      retry: { firstPauseSeconds: 1, longestPauseSeconds: 60 },
    },
  },
});
