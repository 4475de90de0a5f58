import { buysSearches, type CampaignSettings } from '../../campaign/campaign-settings.ts';
import type { ExistingRule } from '../rule/automation.decider.ts';
import type { RuleCampaign } from './bid-trail.ts';
import type { CapInputs } from './caps.ts';
import { type BidTrail, emptyTrail } from './trail-changes.ts';

/** A unit of a rule and all that is known of it. Amounts in micros. */
export interface RuleUnit {
  readonly key: string;
  readonly keyword: string;
  readonly campaignName: string;
  readonly campaign: {
    readonly enabled: boolean;
    readonly search: boolean;
    readonly manualBids: boolean;
    readonly onHold: boolean;
    readonly dailyBudget: number | null;
    /** Spend of the local day so far, and whether some of it is not known. */
    readonly spentToday: number;
    readonly isSpentTodayPartial: boolean;
  };
  readonly adGroup: {
    readonly enabled: boolean;
    readonly onHold: boolean;
    readonly keywords: number;
    readonly exact: boolean;
  };
  readonly keywordEnabled: boolean;
  /** The keyword's own bid, and the one that is effective. */
  readonly base: number | null;
  readonly bid: number | null;
  readonly inputs: CapInputs;
  readonly trail: BidTrail;
  /** An older rule that raised it in this slot hour. */
  readonly raisedBy: string | null;
  readonly resumedAt: string | null;
}

/** Sums of a keyword; money in micros. */
export type KeywordFigures = Omit<CapInputs, 'impression_share'>;

/** What units are made of. Keys are those of keywords, ids those of campaigns. */
export interface UnitSources {
  readonly campaigns: ReadonlyMap<number, RuleCampaign>;
  readonly figures: ReadonlyMap<string, KeywordFigures>;
  /** Millionths. */
  readonly shares: ReadonlyMap<string, number>;
  /** Micros. */
  readonly spentToday: ReadonlyMap<number, number>;
  /** Campaigns whose spend of today is only known in part. */
  readonly partialToday: ReadonlySet<number>;
  /** Names of older rules that raised a unit in this slot hour. */
  readonly raisedBy: ReadonlyMap<string, string>;
  readonly resumed: ExistingRule['resumed'];
}

const none: KeywordFigures = { impressions: 0, taps: 0, installs: 0, spend: 0 };

/** Every existing keyword of the campaigns as a unit. What is deleted is gone. */
export function ruleUnits(sources: UnitSources): RuleUnit[] {
  return [...sources.campaigns.values()].flatMap((campaign) => unitsOfCampaign(sources, campaign));
}

function unitsOfCampaign(sources: UnitSources, { campaign: state, trails }: RuleCampaign): RuleUnit[] {
  const { campaign, ad_groups, keywords } = state;
  if (campaign === null || campaign.deleted) return [];
  const unitCampaign = campaignOfUnit(campaign, sources);
  const activeKeywords = [...keywords.values()].filter(
    ({ deleted, ad_group_id }) => !deleted && ad_groups.get(ad_group_id)?.deleted === false,
  );
  const counts = new Map<number, number>();
  for (const { ad_group_id } of activeKeywords) counts.set(ad_group_id, (counts.get(ad_group_id) ?? 0) + 1);
  return activeKeywords.map((keyword): RuleUnit => {
    const { ad_group_id, keyword_id, bid_micros: base } = keyword;
    const key = `${campaign.campaign_id}:${ad_group_id}:${keyword_id}`;
    const group = ad_groups.get(ad_group_id);
    return {
      key,
      keyword: keyword.text,
      campaignName: campaign.name,
      campaign: unitCampaign,
      base,
      adGroup: {
        enabled: group?.status === 'ENABLED',
        onHold: group?.display_status === 'ON_HOLD',
        keywords: counts.get(ad_group_id) ?? 0,
        exact: keyword.match_type === 'EXACT',
      },
      keywordEnabled: keyword.status === 'ACTIVE',
      // A keyword without a bid follows its ad group: a step starts from that one, never from 0.
      bid: base ?? group?.default_bid_micros ?? null,
      inputs: { ...(sources.figures.get(key) ?? none), impression_share: sources.shares.get(key) ?? null },
      trail: trails.get(keyword_id) ?? emptyTrail,
      raisedBy: sources.raisedBy.get(key) ?? null,
      resumedAt: sources.resumed[key] ?? null,
    };
  });
}

const campaignOfUnit = (
  campaign: CampaignSettings,
  { spentToday, partialToday }: Pick<UnitSources, 'spentToday' | 'partialToday'>,
): RuleUnit['campaign'] => ({
  enabled: campaign.status === 'ENABLED',
  search: buysSearches(campaign),
  manualBids: (campaign.bidding_strategy ?? 'MANUAL_CPT') === 'MANUAL_CPT',
  onHold: campaign.display_status === 'ON_HOLD',
  dailyBudget: campaign.daily_budget_micros,
  spentToday: spentToday.get(campaign.campaign_id) ?? 0,
  isSpentTodayPartial: partialToday.has(campaign.campaign_id),
});
