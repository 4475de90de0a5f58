import { type Reading, type SearchAdsClient, SearchAdsError, wholeItems } from '@tapwise/adapters';
import type { AdGroupSettings, AdSettings, CampaignSettings, KeywordSettings, NegativeSettings } from '@tapwise/domain';
import type { ComparedApplication, Difference } from './difference.ts';

/** Settings of an object as they are compared, by the words of the API. */
type Fields = Readonly<Record<string, unknown>>;
type ObjectLevel = Exclude<Difference['level'], 'search_term'>;

/** What one version says of an application's objects. */
type ObjectsByLevel = Readonly<Record<ObjectLevel, ReadonlyMap<number, Fields>>>;

/** Compares all objects. @returns how many there are, and the campaigns that both versions have. */
export async function compareObjects(
  compared: ComparedApplication,
): Promise<{ count: number; campaignIds: readonly number[] }> {
  const older = await readObjects(compared.older, compared);
  const newer = await readObjects(compared.newer, compared);
  let count = 0;
  for (const level of Object.keys(older) as ObjectLevel[]) {
    const ids = new Set([...older[level].keys(), ...newer[level].keys()]);
    count += ids.size;
    for (const id of ids) compareObject(compared, { level, id }, older[level].get(id), newer[level].get(id));
  }
  const campaignIds = [...older.campaign.keys()].filter((id) => newer.campaign.has(id));
  return { count, campaignIds };
}

function compareObject(
  { onDifference }: ComparedApplication,
  { level, id }: Pick<Difference, 'level' | 'id'>,
  older: Fields | undefined,
  newer: Fields | undefined,
): void {
  const differ = (field: string, v5: unknown, v1: unknown): void =>
    onDifference({ kind: 'object', level, id, country: null, day: null, field, v5, v1 });
  if (older === undefined || newer === undefined) {
    differ('id', older === undefined ? null : id, newer === undefined ? null : id);
    return;
  }
  for (const field of new Set([...Object.keys(older), ...Object.keys(newer)])) {
    const v5 = older[field] ?? null;
    const v1 = newer[field] ?? null;
    // Version 1 shows no total budgets.
    const isHidden = field === 'budget' && v1 === null;
    if (!isHidden && JSON.stringify(v5) !== JSON.stringify(v1)) differ(field, v5, v1);
  }
}

async function readObjects(
  client: SearchAdsClient,
  { orgId, currency, adamId }: ComparedApplication,
): Promise<ObjectsByLevel> {
  const scope = { orgId, currency };
  const campaigns = wholeItems(await client.findCampaigns(scope, adamId));
  const { names } = await client.productPageNames(scope, adamId);
  const adGroups: AdGroupSettings[] = [];
  const keywords: KeywordSettings[] = [];
  const negatives: NegativeSettings[] = [];
  const ads: AdSettings[] = [];
  for (const campaign of campaigns) {
    const { campaign_id: id } = campaign;
    const read = <Item>(question: Promise<Reading<Item>>) => itemsOf(campaign, question);
    adGroups.push(...(await read(client.findAdGroups(scope, id))));
    keywords.push(...(await read(client.findKeywords(scope, id))));
    negatives.push(...(await read(client.findNegatives(scope, id, 'campaign'))));
    negatives.push(...(await read(client.findNegatives(scope, id, 'ad_groups'))));
    ads.push(...(await read(client.findAds(scope, id, names))));
  }
  const bids = new Map(adGroups.map((adGroup) => [adGroup.ad_group_id, adGroup.default_bid_micros]));
  // Deleted negatives are shown by version 5 alone.
  const living = negatives.filter(({ deleted }) => !deleted);
  return {
    campaign: new Map(campaigns.map(({ campaign_id, ...campaign }) => [campaign_id, campaignFields(campaign)])),
    ad_group: new Map(adGroups.map(({ ad_group_id, ...adGroup }) => [ad_group_id, adGroupFields(adGroup)])),
    keyword: new Map(keywords.map((keyword) => [keyword.keyword_id, keywordFields(keyword, bids)])),
    negative_keyword: new Map(living.map(({ negative_id, ...negative }) => [negative_id, negative])),
    ad: new Map(ads.map(({ ad_id, creative_id, ...ad }) => [ad_id, { ...ad, creative: creative_id }])),
  };
}

/** Below a deleted campaign there may be nothing to ask for any more. @throws SearchAdsError for what cannot be compared. */
async function itemsOf<Item>(
  { deleted }: CampaignSettings,
  question: Promise<Reading<Item>>,
): Promise<readonly Item[]> {
  try {
    return wholeItems(await question);
  } catch (error) {
    if (deleted && error instanceof SearchAdsError && error.status === 404) return [];
    throw error;
  }
}

function campaignFields({
  budget_micros,
  daily_budget_micros,
  currency,
  modified_at,
  countries,
  ...campaign
}: Omit<CampaignSettings, 'campaign_id'>): Fields {
  return {
    ...campaign,
    countries: [...countries].sort(),
    budget: unitsOf(budget_micros),
    daily_cap: unitsOf(daily_budget_micros),
    settings_currency: currency,
    modification_time: modified_at,
  };
}

const adGroupFields = ({
  default_bid_micros,
  cpa_goal_micros,
  modified_at,
  ...adGroup
}: Omit<AdGroupSettings, 'ad_group_id'>): Fields => ({
  ...adGroup,
  cpt_bid: unitsOf(default_bid_micros),
  cpa_goal: unitsOf(cpa_goal_micros),
  modification_time: modified_at,
});

/** The bid that holds: version 1 may show that of the ad group as the keyword's own. */
function keywordFields(
  { keyword_id: _, bid_micros, modified_at, ...keyword }: KeywordSettings,
  bids: ReadonlyMap<number, number | null>,
): Fields {
  const bid = bid_micros ?? bids.get(keyword.ad_group_id) ?? null;
  return { ...keyword, cpt_bid: unitsOf(bid), modification_time: modified_at };
}

const unitsOf = (micros: number | null): number | null => (micros === null ? null : micros / 1_000_000);
