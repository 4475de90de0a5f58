import type { EventLog } from '../../event-log/event-log.ts';
import { readLog } from '../../event-log/reading/read-log.ts';

/** Campaigns that were ever seen in organizations. */
export interface StoredCampaigns {
  /** The newest first. */
  ofOrganization(orgId: number): Promise<readonly number[]>;
}

/** Beginning of the names of the streams that campaigns are recorded in. */
const campaignPrefix = 'campaign-';

/** Reads them from the log when they are asked for, and from then on only what came since. */
export function createStoredCampaigns(log: EventLog): StoredCampaigns {
  const byOrganization = new Map<number, Set<number>>();
  let after: bigint | undefined;
  let reading: Promise<void> | undefined;
  const readOn = async (): Promise<void> => {
    const to = await log.lastPosition();
    await readLog(log, { after, to, streamPrefixes: [campaignPrefix] }, (events) => {
      for (const { event, position } of events) {
        after = position;
        if (event.type !== 'CampaignObserved') continue;
        const { org_id, campaign_id } = event.data;
        const campaigns = byOrganization.get(org_id) ?? new Set();
        // A set goes through its members in the order in which they came.
        campaigns.delete(campaign_id);
        byOrganization.set(org_id, campaigns.add(campaign_id));
      }
    });
  };
  return {
    ofOrganization: async (orgId) => {
      reading ??= readOn().finally(() => {
        reading = undefined;
      });
      await reading;
      return [...(byOrganization.get(orgId) ?? [])].reverse();
    },
  };
}
