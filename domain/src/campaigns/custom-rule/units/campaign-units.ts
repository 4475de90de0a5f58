import { campaignKind } from '../../campaign/campaign-kind.ts';
import { type CampaignSettings, setsBidsItself } from '../../campaign/campaign-settings.ts';
import type { RuleLabels } from '../../label/rule-labels.ts';
import type { AlertRule } from '../definition/custom-rule.ts';
import type { EvaluatedUnit, UnitSettings } from '../evaluation/evaluation-data.ts';
import { isInScope, type ScopedUnit } from '../scope/in-scope.ts';
import { type RuleOfChange, settingTrailOf } from '../trail/setting-trail-of.ts';
import type { TrailedCampaign } from '../trail/trailed-campaign.ts';
import { type CampaignContent, contentOf, type LiveAdGroup, type LiveKeyword } from './campaign-content.ts';
import { type TermCandidate, type TermsQuestion, termCandidates } from './term-units.ts';

/** What units are looked for with. */
export interface UnitQuestion {
  readonly rule: Pick<AlertRule, 'level' | 'scope'>;
  readonly labels: Pick<RuleLabels, 'objects' | 'trails'>;
  readonly ruleOf: RuleOfChange;
  /** Statuses that earlier rules of the slot decided, by key: what they pause is paused. */
  readonly statuses: ReadonlyMap<string, UnitStatus>;
  /** What search terms are found with; `null` for rules about something else. */
  readonly terms: TermsQuestion | null;
}

export type UnitStatus = EvaluatedUnit['status'];

/** A unit before it is known whether the rule judges it. */
interface Candidate {
  readonly scoped: ScopedUnit;
  /** Made only of what is judged. */
  readonly unit: () => EvaluatedUnit;
}

/** The units of a rule in one campaign: what exists of its level and passes its filters. */
export function unitsOfCampaign(trailed: TrailedCampaign, question: UnitQuestion): EvaluatedUnit[] {
  const content = contentOf(trailed.campaign);
  if (content === undefined) return [];
  return candidates(trailed, content, question)
    .filter(({ scoped }) => isInScope(question.rule.scope, scoped))
    .map(({ unit }) => unit());
}

function candidates(trailed: TrailedCampaign, content: CampaignContent, question: UnitQuestion): Candidate[] {
  const shared = sharedOf(trailed, content, question);
  switch (question.rule.level) {
    case 'campaign':
      return [campaignCandidate(shared)];
    case 'ad_group':
      return content.adGroups.map((adGroup) => adGroupCandidate(shared, adGroup));
    case 'keyword':
      return content.adGroups.flatMap((adGroup) =>
        adGroup.keywords.map((keyword) => keywordCandidate(shared, adGroup, keyword)),
      );
    case 'search_term': {
      const { terms, ruleOf } = question;
      const adGroups = new Map(content.adGroups.map((adGroup) => [adGroup.id, adGroup]));
      return (terms === null ? [] : termCandidates(trailed, terms)).flatMap((term) => {
        const adGroup = adGroups.get(term.adGroupId);
        return adGroup === undefined ? [] : [termCandidate(shared, adGroup, term, ruleOf)];
      });
    }
    case 'application':
      return [];
    default:
      return question.rule.level satisfies never;
  }
}

/** What all units of a campaign have in common. */
interface Shared {
  readonly content: CampaignContent;
  readonly statusOf: (key: string, status: UnitStatus) => UnitStatus;
  readonly labelsOf: (...keys: readonly string[]) => ReadonlySet<number>;
  readonly scopedOf: (key: string, ofUnit: OwnScope) => ScopedUnit;
  readonly unitOf: (key: string, fields: OwnFields) => EvaluatedUnit;
}

type OwnScope = Pick<ScopedUnit, 'ids' | 'name' | 'ad_group_name' | 'statuses' | 'labels' | 'match_type'> &
  Partial<Pick<ScopedUnit, 'term'>>;

type OwnFields = Pick<EvaluatedUnit, 'name' | 'adGroupId' | 'status' | 'settings' | 'keywords' | 'keywordsWithOwnBid'> &
  Partial<Pick<EvaluatedUnit, 'highestBid' | 'isOnlyKeyword' | 'term' | 'trail'>>;

function sharedOf(
  trailed: TrailedCampaign,
  content: CampaignContent,
  { labels, ruleOf, statuses }: UnitQuestion,
): Shared {
  const { campaign } = content;
  const bidsSetByService = setsBidsItself(campaign);
  const ownLabels = (key: string): readonly number[] => labels.objects.get(key) ?? noLabels;
  const kind = campaignKind(trailed.campaign);
  return {
    content,
    statusOf: (key, status) => statuses.get(key) ?? status,
    labelsOf: (...keys) =>
      keys.some((key) => labels.objects.has(key)) ? new Set(keys.flatMap(ownLabels)) : noLabelIds,
    // There are tens of thousands of these, so they are written field by field: copying others costs several times as much.
    scopedOf: (key, ofUnit) => ({
      key,
      ids: ofUnit.ids,
      name: ofUnit.name,
      campaign_name: campaign.name,
      ad_group_name: ofUnit.ad_group_name,
      statuses: ofUnit.statuses,
      deleted: false,
      labels: ofUnit.labels,
      match_type: ofUnit.match_type,
      kind,
      strategy: bidsSetByService ? 'max_conversions' : 'manual_cpt',
      countries: campaign.countries,
      term: ofUnit.term ?? null,
    }),
    unitOf: (key, fields) => {
      const unit: Writable<EvaluatedUnit> = {
        key,
        name: fields.name,
        campaignId: campaign.campaign_id,
        campaignName: campaign.name,
        adGroupId: fields.adGroupId,
        status: fields.status,
        bidsSetByService,
        settings: fields.settings,
        campaignBudget: campaign.daily_budget_micros,
        highestBid: fields.highestBid ?? null,
        spentToday: null,
        keywords: fields.keywords,
        keywordsWithOwnBid: fields.keywordsWithOwnBid,
        labels: ownLabels(key),
        createdAt: trailed.since.get(key) ?? null,
        trail: fields.trail ?? settingTrailOf(trailed.trails, key, ruleOf, labels.trails.get(key)),
      };
      if (fields.isOnlyKeyword !== undefined) unit.isOnlyKeyword = fields.isOnlyKeyword;
      if (fields.term !== undefined) unit.term = fields.term;
      return unit;
    },
  };
}

type Writable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] };

const noLabels: readonly number[] = [];
const noLabelIds: ReadonlySet<number> = new Set();

const noSettings: UnitSettings = {
  cptBid: null,
  ownBid: null,
  cpaGoal: null,
  targetCpa: null,
  dailyCap: null,
  lifetimeBudget: null,
};

const bidSettings = (cptBid: number | null, ownBid: number | null): UnitSettings => ({
  cptBid,
  ownBid,
  cpaGoal: null,
  targetCpa: null,
  dailyCap: null,
  lifetimeBudget: null,
});

function campaignCandidate({ content, statusOf, labelsOf, scopedOf, unitOf }: Shared): Candidate {
  const { campaign, adGroups } = content;
  const key = String(campaign.campaign_id);
  const status = statusOf(key, campaign.status);
  const keywords = adGroups.flatMap((adGroup) => adGroup.keywords);
  const bids = adGroups.flatMap(({ bid, keywords: below }) => [bid, ...below.map(({ ownBid }) => ownBid)]);
  const bidsSet = bids.filter((bid) => bid !== null);
  return {
    scoped: scopedOf(key, {
      ids: [campaign.campaign_id],
      name: campaign.name,
      ad_group_name: null,
      statuses: [status],
      labels: labelsOf(key),
      match_type: null,
    }),
    unit: () =>
      unitOf(key, {
        name: campaign.name,
        adGroupId: null,
        status,
        settings: campaignSettings(campaign),
        keywords: keywords.length,
        keywordsWithOwnBid: keywords.filter(({ ownBid }) => ownBid !== null).length,
        highestBid: bidsSet.length === 0 ? null : Math.max(...bidsSet),
      }),
  };
}

const campaignSettings = (campaign: CampaignSettings): UnitSettings => ({
  ...noSettings,
  targetCpa: campaign.target_cpa_micros ?? null,
  dailyCap: campaign.daily_budget_micros,
  lifetimeBudget: campaign.budget_micros,
});

function adGroupCandidate({ content, statusOf, labelsOf, scopedOf, unitOf }: Shared, adGroup: LiveAdGroup): Candidate {
  const { campaign } = content;
  const parent = String(campaign.campaign_id);
  const key = `${parent}:${adGroup.id}`;
  const status = statusOf(key, adGroup.status);
  return {
    scoped: scopedOf(key, {
      ids: [campaign.campaign_id, adGroup.id],
      name: adGroup.name,
      ad_group_name: adGroup.name,
      statuses: [statusOf(parent, campaign.status), status],
      labels: labelsOf(parent, key),
      match_type: null,
    }),
    unit: () =>
      unitOf(key, {
        name: adGroup.name,
        adGroupId: adGroup.id,
        status,
        settings: { ...noSettings, cptBid: adGroup.bid, ownBid: adGroup.bid, cpaGoal: adGroup.cpaGoal },
        keywords: adGroup.keywords.length,
        keywordsWithOwnBid: adGroup.keywords.filter(({ ownBid }) => ownBid !== null).length,
      }),
  };
}

function keywordCandidate(
  { content, statusOf, labelsOf, scopedOf, unitOf }: Shared,
  adGroup: LiveAdGroup,
  keyword: LiveKeyword,
): Candidate {
  const { campaign } = content;
  const parent = `${campaign.campaign_id}:${adGroup.id}`;
  const key = `${parent}:${keyword.id}`;
  const campaignKey = String(campaign.campaign_id);
  const status = statusOf(key, keyword.status);
  return {
    scoped: scopedOf(key, {
      ids: [campaign.campaign_id, adGroup.id, keyword.id],
      name: keyword.text,
      ad_group_name: adGroup.name,
      statuses: [statusOf(campaignKey, campaign.status), statusOf(parent, adGroup.status), status],
      labels: labelsOf(campaignKey, parent, key),
      match_type: keyword.matchType,
    }),
    unit: () =>
      unitOf(key, {
        name: keyword.text,
        adGroupId: adGroup.id,
        status,
        // A keyword without a bid follows its ad group.
        settings: bidSettings(keyword.ownBid ?? adGroup.bid, keyword.ownBid),
        keywords: 0,
        keywordsWithOwnBid: 0,
        isOnlyKeyword: adGroup.keywords.length === 1,
      }),
  };
}

function termCandidate(
  { content, statusOf, labelsOf, scopedOf, unitOf }: Shared,
  adGroup: LiveAdGroup,
  { key, adGroupId, text, facts, trail }: TermCandidate,
  ruleOf: RuleOfChange,
): Candidate {
  const { campaign } = content;
  const campaignKey = String(campaign.campaign_id);
  const parent = `${campaignKey}:${adGroupId}`;
  const status = statusOf(parent, adGroup.status);
  const unit = () =>
    unitOf(key, {
      name: text,
      adGroupId,
      status,
      settings: noSettings,
      keywords: 0,
      keywordsWithOwnBid: 0,
      term: facts(),
      trail: trail(ruleOf),
    });
  const scoped = scopedOf(key, {
    ids: [campaign.campaign_id, adGroupId],
    name: text,
    ad_group_name: adGroup.name,
    statuses: [statusOf(campaignKey, campaign.status), status],
    labels: labelsOf(campaignKey, parent),
    match_type: null,
    // What people decided, and keywords of ad groups, are no candidates.
    term: { decided: false, keyword: false },
  });
  return { scoped, unit };
}
