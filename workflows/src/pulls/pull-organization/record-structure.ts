import { isWhole, type OrganizationScope, type Reading, type SearchAdsClient, SearchAdsError } from '@tapwise/adapters';
import {
  type AdGroupSettings,
  type AdSettings,
  bidOrigin,
  type CampaignSettings,
  type CampaignState,
  campaignStream,
  completeDeleted,
  diffAdGroups,
  diffAds,
  diffCampaign,
  diffKeywords,
  diffNegatives,
  type KeywordSettings,
  keepConfirmed,
  keepFollowing,
  keepUnread,
  type NegativeSettings,
  type ObservedSettings,
} from '@tapwise/domain';
import { runBounded } from '../../streams/run-bounded.ts';
import type { ListedCampaigns, OrganizationMemory } from './organization-memory.ts';
import { askOne, type PullProblems } from './reading/ask-one.ts';
import { askPageNames, type PageNames, unreadIn } from './reading/page-names.ts';

type StructureScope = OrganizationScope & { readonly adamId: number; readonly signal: AbortSignal };

/** What lies below a campaign, as the service showed it; `undefined` where it could not be read. */
interface Below {
  readonly 'ad groups': Reading<AdGroupSettings> | undefined;
  readonly keywords: Reading<KeywordSettings> | undefined;
  readonly ads: Reading<AdSettings> | undefined;
  readonly 'campaign negatives': Reading<NegativeSettings> | undefined;
  readonly 'ad group negatives': Reading<NegativeSettings> | undefined;
}

interface ObservedCampaign {
  readonly campaign: CampaignSettings;
  /** Fields of it that could not be read. */
  readonly unread: ReadonlySet<string> | undefined;
  readonly below: Below;
  readonly pageNames: PageNames;
  /** See `WriteLimits`. */
  readonly showsInheritedBids: boolean;
  /** When the first question about it was asked; ISO 8601. */
  readonly began: string;
}

const campaignsAtOnce = 4;

/** Asks for an application's campaigns in an organization and records what is new or changed. */
export async function recordStructure(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  scope: StructureScope,
  problems: PullProblems,
): Promise<void> {
  const began = new Date().toISOString();
  const [campaigns, pageNames] = await Promise.all([
    client.findCampaigns(scope, scope.adamId, scope.signal),
    askPageNames(problems, client.productPageNames(scope, scope.adamId, scope.signal)),
  ]);
  problems.push(...campaigns.problems);
  memory.listed = listedIn(campaigns);
  await runBounded(campaigns.items, campaignsAtOnce, async (campaign) => {
    const current = await memory.campaigns.state(campaignStream(campaign.campaign_id));
    // Nothing changes any more below a campaign that was read after it was deleted.
    if (campaign.deleted && current.campaign?.deleted && current.deleted_read) return;
    const observed = await observe(client, scope, campaign, { pageNames, problems });
    const below = await clearBids(client, scope, current, observed, problems);
    const unread = campaigns.unread.get(campaign);
    const { showsInheritedBids } = client.writer.limits;
    await recordCampaign(memory, scope.orgId, { campaign, unread, below, pageNames, began, showsInheritedBids });
  });
}

/**
 * Asks for an application's campaigns alone, without what lies below them, and records what is new or changed.
 * @returns all of them.
 */
export async function recordCampaigns(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  scope: StructureScope,
  problems: PullProblems,
): Promise<ListedCampaigns> {
  const began = new Date().toISOString();
  const campaigns = await client.findCampaigns(scope, scope.adamId, scope.signal);
  problems.push(...campaigns.problems);
  await runBounded(campaigns.items, campaignsAtOnce, async (campaign) => {
    const { campaign_id } = campaign;
    const observedAt = new Date().toISOString();
    await memory.campaigns.change(campaignStream(campaign_id), `observed ${observedAt}`, (state) => {
      const read = keepUnread(state, campaign_id, campaign, campaigns.unread.get(campaign));
      const confirmed = keepConfirmed(state, { campaign_id, began }, read);
      return diffCampaign(state, { org_id: scope.orgId, campaign_id, observed_at: observedAt }, confirmed);
    });
  });
  return listedIn(campaigns);
}

export const listedIn = (campaigns: Reading<CampaignSettings>): ListedCampaigns => ({
  ids: new Set(campaigns.items.map(({ campaign_id }) => campaign_id)),
  isWhole: isWhole(campaigns),
});

async function observe(
  client: SearchAdsClient,
  scope: StructureScope,
  { campaign_id: id, deleted }: CampaignSettings,
  { pageNames, problems }: { pageNames: PageNames; problems: PullProblems },
): Promise<Below> {
  const ask = <Item>(question: Promise<Reading<Item>>): Promise<Reading<Item> | undefined> =>
    askOne(problems, deleted ? nothingIfGone(question) : question);
  const [adGroups, keywords, ads, campaignNegatives, adGroupNegatives] = await Promise.all([
    ask(client.findAdGroups(scope, id, scope.signal)),
    ask(client.findKeywords(scope, id, scope.signal)),
    ask(client.findAds(scope, id, pageNames.names, scope.signal)),
    ask(client.findNegatives(scope, id, 'campaign', scope.signal)),
    ask(client.findNegatives(scope, id, 'ad_groups', scope.signal)),
  ]);
  return {
    'ad groups': adGroups,
    keywords,
    ads,
    'campaign negatives': campaignNegatives,
    'ad group negatives': adGroupNegatives,
  };
}

/** Reads the ad groups again where a keyword's bid may be theirs and both have moved. */
async function clearBids(
  client: SearchAdsClient,
  scope: StructureScope,
  state: CampaignState,
  below: Below,
  problems: PullProblems,
): Promise<Below> {
  if (!client.writer.limits.showsInheritedBids) return below;
  const adGroups = adGroupsById(below);
  const isUnclear = (keyword: KeywordSettings): boolean => bidOrigin(state, keyword, adGroups) === 'unclear';
  const campaignId = state.campaign?.campaign_id;
  if (campaignId === undefined || below.keywords?.items.some(isUnclear) !== true) return below;
  const again = await askOne(problems, client.findAdGroups(scope, campaignId, scope.signal));
  return again === undefined ? below : { ...below, 'ad groups': again };
}

const adGroupsById = (below: Below): ReadonlyMap<number, AdGroupSettings> =>
  new Map(below['ad groups']?.items.map((adGroup) => [adGroup.ad_group_id, adGroup]));

/** Below a deleted campaign there may be nothing to ask for any more. */
async function nothingIfGone<Item>(question: Promise<Reading<Item>>): Promise<Reading<Item>> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof SearchAdsError && error.status === 404) return { items: [], problems: [], unread: new Map() };
    throw error;
  }
}

async function recordCampaign(memory: OrganizationMemory, orgId: number, observed: ObservedCampaign): Promise<void> {
  const { campaign, unread, below, began, showsInheritedBids } = observed;
  const adGroups = adGroupsById(below);
  const campaign_id = campaign.campaign_id;
  const stream = campaignStream(campaign_id);
  const observed_at = new Date().toISOString();
  const scope = { org_id: orgId, campaign_id, observed_at };
  const { revision } = await memory.campaigns.current(stream);
  const isRead = Object.values(below).every((reading) => reading !== undefined && isWhole(reading));
  let kept = false;
  const confirm =
    (state: CampaignState) =>
    <Item extends ObservedSettings>(item: Item, fields: ReadonlySet<string> | undefined): Item => {
      const read = keepUnread(state, campaign_id, item, fields);
      const ours = keepConfirmed(state, { campaign_id, began }, read);
      kept ||= ours !== read;
      return ours;
    };
  const news = <Item extends ObservedSettings>(state: CampaignState, kind: keyof Below & string): Item[] => {
    const reading = below[kind] as unknown as Reading<Item> | undefined;
    if (reading === undefined || memory.recorded.isRecorded(`${kind} ${campaign_id}`, reading.items, '', revision))
      return [];
    const hidden = kind === 'ads' ? unreadIn(state, observed.pageNames) : undefined;
    return reading.items.map((item) => confirm(state)(item, hidden?.(item) ?? reading.unread.get(item)));
  };
  const keywordsOf = (state: CampaignState): KeywordSettings[] => {
    const keywords = news<KeywordSettings>(state, 'keywords');
    return showsInheritedBids ? keywords.map((keyword) => keepFollowing(state, keyword, adGroups)) : keywords;
  };
  await memory.campaigns.change(stream, `observed ${observed_at}`, (state) => [
    ...diffCampaign(state, scope, confirm(state)(campaign, unread)),
    ...diffAdGroups(state, scope, news<AdGroupSettings>(state, 'ad groups')),
    ...diffKeywords(state, scope, keywordsOf(state)),
    ...diffAds(state, scope, news<AdSettings>(state, 'ads')),
    ...diffNegatives(state, scope, [
      ...news<NegativeSettings>(state, 'campaign negatives'),
      ...news<NegativeSettings>(state, 'ad group negatives'),
    ]),
    ...(campaign.deleted && isRead ? completeDeleted(state, scope) : []),
  ]);
  await noteRecorded(memory, campaign_id, below, kept);
}

/** @param kept Whether a setting of ours was kept: an answer from before a change must not pass for what is recorded. */
async function noteRecorded(
  memory: OrganizationMemory,
  campaignId: number,
  below: Below,
  kept: boolean,
): Promise<void> {
  const { revision } = await memory.campaigns.current(campaignStream(campaignId));
  for (const [kind, reading] of Object.entries(below) as [string, Reading<unknown> | undefined][]) {
    const source = `${kind} ${campaignId}`;
    if (reading === undefined || !isWhole(reading) || kept) memory.recorded.forget(source);
    else memory.recorded.record(source, reading.items, '', revision);
  }
}
