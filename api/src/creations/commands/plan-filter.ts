import type { filterDiscoveryBodySchema } from '@tapwise/contract';
import {
  badKeywords,
  type CampaignState,
  campaignsBeside,
  checkKeywordLimit,
  checkNegativeLimit,
  DomainError,
  type KeywordEntry,
  looseKey,
  readAudience,
  readBid,
  readDevice,
  readGoal,
  readKeywordList,
} from '@tapwise/domain';
import { campaignNames } from '@tapwise/projections/queries';
import type { z } from 'zod';
import { presentCampaigns } from '../../settings-changes/settings-context.ts';
import {
  type CreatingCall,
  copiesIn,
  existingPlan,
  type PlanContext,
  plannedNegatives,
  refuseBadKeywords,
} from './creation-plan.ts';
import { campaignOf, remainingKeywords, scopeOf, withThere } from './plan-added-keywords.ts';

type FilterBody = z.infer<typeof filterDiscoveryBodySchema>;

const mostNegatives = 5000;

/** The search-term filter of a discovery campaign: terms get keywords in a SKAG campaign, and are blocked here once those exist. */
export const filterDiscoveryCall: CreatingCall<FilterBody> = {
  call: 'filter_discovery',
  plan: async (context, body) => {
    const { currency } = context.target.organization;
    const discovery = await campaignOf(context, required(body.discovery_campaign_id, 'Discovery campaign is required'));
    const skag = await campaignOf(context, required(body.skag_campaign_id, 'SKAG campaign is required'));
    const keywords = readKeywordList(body.skag_keywords);
    const negatives = readKeywordList(body.negative_keywords);
    if (keywords.length + negatives.length === 0) refuse('No keywords chosen');
    // What is bought there would be blocked there.
    if (keywords.length > 0 && skag.campaign.campaign_id === discovery.campaign.campaign_id) {
      refuse('Choose another campaign for the keywords');
    }
    checkKeywordLimit(keywords, keywords.length === 0 ? 0 : remainingKeywords(skag, 'EXACT').length);
    checkNegativeLimit(negatives);
    const daily = skag.campaign.daily_budget_micros;
    const bid_micros = keywords.length === 0 ? null : readBid(body.cpt, daily, currency);
    const cpa_goal_micros = readGoal(body.cpa, currency);
    const plan = existingPlan(skag.campaign, {
      bid_micros,
      cpa_goal_micros,
      device: readDevice(body.devices),
      audience: readAudience(body.audience),
    });
    // A plus becomes a negative of the discovery campaign, so that it must not block a keyword there either.
    const inSkag = badKeywords({ keywords, negatives: [] }, scopeOf(skag));
    const { exact } = scopeOf(discovery);
    const scope = { exact, campaignNegatives: [] };
    const inDiscovery = badKeywords({ keywords: [], negatives }, scope);
    const blocks = badKeywords({ keywords: [], negatives: keywords }, scope);
    const followUps = blocks.flatMap((block) =>
      block.code === 'would_block' ? [{ ...block, list: 'keywords' as const }] : [],
    );
    refuseBadKeywords([...inSkag, ...followUps, ...inDiscovery]);
    refuseFull(discovery, [...negatives, ...keywords]);
    const indexes = new Map(keywords.map(({ text, copyOf }, index) => [text, copyOf ?? index]));
    const tied = plannedNegatives(keywords, { campaign: 1, ad_group_id: null }).map((negative) => {
      const after = indexes.get(negative.text);
      return after === undefined ? negative : { ...negative, after };
    });
    const chosen = new Set(keywords.map(({ text }) => text));
    const minus = negatives.filter(({ text }) => !chosen.has(text));
    return {
      kind: 'filter',
      name: discovery.campaign.name,
      primary: 1,
      invoice: null,
      campaigns: [plan, existingPlan(discovery.campaign, { kind: 'discovery' })],
      keywords: withThere(keywords, skag, { campaign: 0, matchType: 'EXACT' }),
      negatives: [...plannedNegatives(minus, { campaign: 1, ad_group_id: null }), ...tied],
      duplicates: copiesIn(keywords, negatives),
      warning: await boughtElsewhere(context, skag, keywords),
    };
  },
};

function refuse(message: string): never {
  throw new DomainError('invalid_request', { message });
}

function required<Value>(value: Value | null | undefined, message: string): Value {
  return value ?? refuse(message);
}

/** @throws DomainError `invalid_request` when the campaign cannot have so many more negatives. */
function refuseFull({ negatives }: CampaignState, added: readonly KeywordEntry[]): void {
  const campaignNegatives = [...negatives.values()].filter(
    ({ deleted, ad_group_id }) => !deleted && ad_group_id === null,
  );
  const existingKeys = new Set(campaignNegatives.map(({ text }) => looseKey(text)));
  const fresh = new Set(added.map(({ text }) => text).filter((text) => !existingKeys.has(looseKey(text))));
  if (campaignNegatives.length + fresh.size > mostNegatives) refuse('This campaign has 5,000 negative keywords');
}

/** What is bought in other SKAG campaigns with a shared country as well; allowed, and said. */
async function boughtElsewhere(
  { settingsContext, target: { application, organization } }: PlanContext,
  skag: CampaignState,
  keywords: readonly KeywordEntry[],
): Promise<string | null> {
  if (keywords.length === 0) return null;
  const scope = { orgId: organization.org_id, adamId: application.adam_id };
  const ids = (await campaignNames(settingsContext.deps.tables, scope, true)).map(({ id }) => id);
  const states = [...(await presentCampaigns(settingsContext, ids)).values()].map(({ state }) => state);
  const wanted = new Set(keywords.map(({ text }) => looseKey(text)));
  const names = campaignsBeside(skag, states, 'skag').flatMap((other) =>
    remainingKeywords(other, 'EXACT').some(({ text }) => wanted.has(looseKey(text)))
      ? [other.campaign?.name ?? '']
      : [],
  );
  return names.length === 0 ? null : `Also bought in ${names.map((name) => `"${name}"`).join(', ')}`;
}
