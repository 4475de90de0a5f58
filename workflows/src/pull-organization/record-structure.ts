import { type OrganizationScope, type SearchAdsClient, SearchAdsError } from '@tapwise/adapters';
import {
  type AdGroupSettings,
  type AdSettings,
  type CampaignSettings,
  type CampaignState,
  campaignStream,
  diffAdGroups,
  diffAds,
  diffCampaign,
  diffKeywords,
  diffNegatives,
  type KeywordSettings,
  keepConfirmed,
  type NegativeSettings,
} from '@tapwise/domain';
import { runBounded } from '../streams/run-bounded.ts';
import type { OrganizationMemory } from './organization-memory.ts';

/** A campaign with all that hangs below it, as the service showed it. */
interface ObservedCampaign {
  readonly campaign: CampaignSettings;
  readonly adGroups: readonly AdGroupSettings[];
  readonly keywords: readonly KeywordSettings[];
  readonly ads: readonly AdSettings[];
  readonly campaignNegatives: readonly NegativeSettings[];
  readonly adGroupNegatives: readonly NegativeSettings[];
  /** When the first question about it was asked; ISO 8601. */
  readonly began: string;
}

const campaignsAtOnce = 4;

/** Asks for an application's campaigns in an organization and records what is new or changed. */
export async function recordStructure(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  scope: OrganizationScope & { adamId: number; signal: AbortSignal },
): Promise<void> {
  const began = new Date().toISOString();
  const [campaigns, pageNames] = await Promise.all([
    client.findCampaigns(scope, scope.adamId, scope.signal),
    client.productPageNames(scope, scope.adamId, scope.signal),
  ]);
  memory.campaignIds = new Set(campaigns.map((campaign) => campaign.campaign_id));
  await runBounded(campaigns, campaignsAtOnce, async (campaign) => {
    const known = await memory.campaigns.state(campaignStream(campaign.campaign_id));
    // Nothing changes any more below a campaign that was seen deleted.
    if (campaign.deleted && known.campaign?.deleted) return;
    await recordCampaign(memory, scope.orgId, { ...(await observe(client, scope, campaign, pageNames)), began });
  });
}

/**
 * Asks for an application's campaigns alone, without what lies below them, and records what is new or changed.
 * @returns all of them.
 */
export async function recordCampaigns(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  scope: OrganizationScope & { adamId: number; signal: AbortSignal },
): Promise<ReadonlySet<number>> {
  const began = new Date().toISOString();
  const campaigns = await client.findCampaigns(scope, scope.adamId, scope.signal);
  await runBounded(campaigns, campaignsAtOnce, async (campaign) => {
    const { campaign_id } = campaign;
    const observedAt = new Date().toISOString();
    await memory.campaigns.change(campaignStream(campaign_id), `observed ${observedAt}`, (state) => {
      const present = keepConfirmed(state, { campaign_id, began }, campaign);
      return diffCampaign(state, { org_id: scope.orgId, campaign_id, observed_at: observedAt }, present);
    });
  });
  return new Set(campaigns.map(({ campaign_id }) => campaign_id));
}

async function observe(
  client: SearchAdsClient,
  scope: OrganizationScope & { signal: AbortSignal },
  campaign: CampaignSettings,
  pageNames: ReadonlyMap<number, string>,
): Promise<Omit<ObservedCampaign, 'began'>> {
  const id = campaign.campaign_id;
  const [adGroups, keywords, ads, campaignNegatives, adGroupNegatives] = await Promise.all([
    emptyIfGone(client.findAdGroups(scope, id, scope.signal)),
    emptyIfGone(client.findKeywords(scope, id, scope.signal)),
    emptyIfGone(client.findAds(scope, id, pageNames, scope.signal)),
    emptyIfGone(client.findNegatives(scope, id, 'campaign', scope.signal)),
    emptyIfGone(client.findNegatives(scope, id, 'ad_groups', scope.signal)),
  ]);
  return { campaign, adGroups, keywords, ads, campaignNegatives, adGroupNegatives };
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
  const { campaign, adGroups, keywords, ads, campaignNegatives, adGroupNegatives, began } = observed;
  const campaignId = campaign.campaign_id;
  const observedAt = new Date().toISOString();
  const scope = { org_id: orgId, campaign_id: campaignId, observed_at: observedAt };
  const kinds = {
    'ad groups': adGroups,
    keywords,
    ads,
    'campaign negatives': campaignNegatives,
    'ad group negatives': adGroupNegatives,
  };
  // Settings were changed from here meanwhile: what was recorded before no longer says what holds.
  if ((await memory.campaigns.refresh(campaignStream(campaignId))) > 0) forgetRecorded(memory, campaignId);
  const news = <Item>(kind: keyof typeof kinds, items: readonly Item[]): readonly Item[] =>
    memory.recorded.get(`${kind} ${campaignId}`) === items ? [] : items;
  let kept = false;
  const ours = (state: CampaignState) => {
    const before = { campaign_id: campaignId, began };
    return <Item extends Parameters<typeof keepConfirmed>[2]>(item: Item): Item => {
      const present = keepConfirmed(state, before, item);
      kept ||= present !== item;
      return present;
    };
  };
  await memory.campaigns.change(campaignStream(campaignId), `observed ${observedAt}`, (state) => [
    ...diffCampaign(state, scope, ours(state)(campaign)),
    ...diffAdGroups(state, scope, news('ad groups', adGroups).map(ours(state))),
    ...diffKeywords(state, scope, news('keywords', keywords).map(ours(state))),
    ...diffAds(state, scope, news('ads', ads).map(ours(state))),
    ...diffNegatives(state, scope, [
      ...news('campaign negatives', campaignNegatives).map(ours(state)),
      ...news('ad group negatives', adGroupNegatives).map(ours(state)),
    ]),
  ]);
  for (const [kind, items] of Object.entries(kinds)) memory.recorded.set(`${kind} ${campaignId}`, items);
  // An answer from before a change of ours must not pass for what is recorded.
  if (kept) forgetRecorded(memory, campaignId);
}

const kindsRecorded = ['ad groups', 'keywords', 'ads', 'campaign negatives', 'ad group negatives'];

function forgetRecorded({ recorded }: OrganizationMemory, campaignId: number): void {
  for (const kind of kindsRecorded) recorded.delete(`${kind} ${campaignId}`);
}
