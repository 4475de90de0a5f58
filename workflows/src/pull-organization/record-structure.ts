import { type OrganizationScope, type SearchAdsClient, SearchAdsError } from '@tapwise/adapters';
import {
  type AdGroupSettings,
  type AdSettings,
  type CampaignSettings,
  campaignStream,
  diffAdGroups,
  diffAds,
  diffCampaign,
  diffKeywords,
  type KeywordSettings,
} from '@tapwise/domain';
import { runBounded } from '../streams/run-bounded.ts';
import type { OrganizationMemory } from './organization-memory.ts';

/** A campaign with all that hangs below it, as the service showed it. */
interface ObservedCampaign {
  readonly campaign: CampaignSettings;
  readonly adGroups: readonly AdGroupSettings[];
  readonly keywords: readonly KeywordSettings[];
  readonly ads: readonly AdSettings[];
}

const campaignsAtOnce = 4;

/** Asks for an application's campaigns in an organization and records what is new or changed. */
export async function recordStructure(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  scope: OrganizationScope & { adamId: number; signal: AbortSignal },
): Promise<void> {
  const [campaigns, pageNames] = await Promise.all([
    client.findCampaigns(scope, scope.adamId, scope.signal),
    client.productPageNames(scope, scope.adamId, scope.signal),
  ]);
  memory.campaignIds = new Set(campaigns.map((campaign) => campaign.campaign_id));
  await runBounded(campaigns, campaignsAtOnce, async (campaign) => {
    const known = await memory.campaigns.state(campaignStream(campaign.campaign_id));
    // Nothing changes any more below a campaign that was seen deleted.
    if (campaign.deleted && known.campaign?.deleted) return;
    await recordCampaign(memory, scope.orgId, await observe(client, scope, campaign, pageNames));
  });
}

async function observe(
  client: SearchAdsClient,
  scope: OrganizationScope & { signal: AbortSignal },
  campaign: CampaignSettings,
  pageNames: ReadonlyMap<number, string>,
): Promise<ObservedCampaign> {
  const id = campaign.campaign_id;
  const [adGroups, keywords, ads] = await Promise.all([
    emptyIfGone(client.findAdGroups(scope, id, scope.signal)),
    emptyIfGone(client.findKeywords(scope, id, scope.signal)),
    emptyIfGone(client.findAds(scope, id, pageNames, scope.signal)),
  ]);
  return { campaign, adGroups, keywords, ads };
}

/** A campaign can go between the list and the question about it. */
async function emptyIfGone<Item>(found: Promise<readonly Item[]>): Promise<readonly Item[]> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof SearchAdsError && error.status === 404) return [];
    throw error;
  }
}

async function recordCampaign(memory: OrganizationMemory, orgId: number, observed: ObservedCampaign): Promise<void> {
  const { campaign, adGroups, keywords, ads } = observed;
  const campaignId = campaign.campaign_id;
  const observedAt = new Date().toISOString();
  const scope = { org_id: orgId, campaign_id: campaignId, observed_at: observedAt };
  const news = <Item>(kind: string, items: readonly Item[]): readonly Item[] =>
    memory.recorded.get(`${kind} ${campaignId}`) === items ? [] : items;
  await memory.campaigns.change(campaignStream(campaignId), `observed ${observedAt}`, (state) => [
    ...diffCampaign(state, scope, campaign),
    ...diffAdGroups(state, scope, news('ad groups', adGroups)),
    ...diffKeywords(state, scope, news('keywords', keywords)),
    ...diffAds(state, scope, news('ads', ads)),
  ]);
  memory.recorded.set(`ad groups ${campaignId}`, adGroups);
  memory.recorded.set(`keywords ${campaignId}`, keywords);
  memory.recorded.set(`ads ${campaignId}`, ads);
}
