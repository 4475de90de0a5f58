import {
  type DisplayedTerm,
  displayedTerms,
  leastImpressions,
  type TermQuestion,
} from '../../search-term-decision/displayed-terms.ts';
import { type TargetIds, targetKey, termKey } from '../definition/term-targets.ts';
import type { TermFacts } from '../evaluation/evaluation-data.ts';
import type { SettingChange, SettingTrail } from '../evaluation/setting-trail.ts';
import type { TrailChange } from '../trail/field-trail.ts';
import { type RuleOfChange, settingChange } from '../trail/setting-trail-of.ts';
import { trailName } from '../trail/trail-draft.ts';
import type { TrailedCampaign } from '../trail/trailed-campaign.ts';
import { exactKeywordKeys, type KeywordKeys, keywordChanges } from './keyword-changes.ts';
import { negativeRefusal, type ScopedTerm, type TargetCampaignState, termIndex, termTarget } from './term-index.ts';

/** Search terms of one campaign, what people decided about them, and what they hid. */
export type CampaignTerms = Pick<TermQuestion, 'figures' | 'decided' | 'hidden'>;

/** What search terms of rules are found with. Instants in milliseconds. */
export interface TermsQuestion {
  readonly asOf: number;
  /** By campaign. */
  readonly terms: ReadonlyMap<number, CampaignTerms>;
  /** Where the rule buys terms: the same for all campaigns in which they are found. */
  readonly targets: readonly TrailedTarget[];
}

/** A campaign that a rule buys search terms in, and who changed its keywords. */
export interface TrailedTarget extends TargetCampaignState {
  readonly trails: TrailedCampaign['trails'];
  readonly keys: KeywordKeys;
}

/** Looks through all keywords of the campaign: to be made once for each target of a rule. */
export const trailedTarget = (ids: TargetIds, { campaign, trails }: TrailedCampaign): TrailedTarget => ({
  ids,
  campaign,
  trails,
  index: termIndex(campaign),
  keys: exactKeywordKeys(campaign),
});

/** A search term of an ad group that is to be decided, as rules judge it. */
export interface TermCandidate {
  readonly key: string;
  readonly adGroupId: number;
  /** Text key. */
  readonly text: string;
  readonly facts: () => TermFacts;
  readonly trail: (ruleOf: RuleOfChange) => SettingTrail;
}

/** Terms of a campaign with text, that nobody has decided, and that are not the keyword of their ad group. */
export function termCandidates(source: TrailedCampaign, { asOf: now, terms, targets }: TermsQuestion): TermCandidate[] {
  const { campaign } = source;
  const ofCampaign = terms.get(campaign.campaign?.campaign_id ?? 0);
  if (ofCampaign === undefined) return [];
  const index = termIndex(campaign);
  const factsOf = (term: ScopedTerm): TermFacts => ({
    refusals: { campaign: negativeRefusal(term, 'campaign'), ad_group: negativeRefusal(term, 'ad_group') },
    targets: new Map(
      targets.flatMap((target) => {
        const facts = termTarget(term, campaign, target);
        return facts === undefined ? [] : [[targetKey(target.ids), facts] as const];
      }),
    ),
  });
  const question = { ...ofCampaign, campaign, now, view: 'skag' as const, skagCampaigns: [] };
  return displayedTerms({ ...question, minImpressions: leastImpressions }).map(
    ({ text, adGroupId }: DisplayedTerm): TermCandidate => {
      const key = termKey(campaign.campaign?.campaign_id ?? 0, adGroupId, text);
      return {
        key,
        adGroupId,
        text,
        facts: () => factsOf({ index, adGroupId, text }),
        trail: (ruleOf) => termTrail(key, source, { adGroupId, text, targets }, ruleOf),
      };
    },
  );
}

interface TrailedTerm {
  readonly adGroupId: number;
  readonly text: string;
  readonly targets: readonly TrailedTarget[];
}

/** Who blocked the term here, in the ad group or the whole campaign, and who bought it, or paused or deleted what was bought at the targets. */
function termTrail(
  key: string,
  { campaign, trails }: TrailedCampaign,
  { adGroupId, text, targets }: TrailedTerm,
  ruleOf: RuleOfChange,
): SettingTrail {
  const id = campaign.campaign?.campaign_id ?? 0;
  const negative = [adGroupId, 0].flatMap((scope) => trails.get(trailName(termKey(id, scope, text), 'negative')) ?? []);
  const campaigns = new Map(targets.map((target) => [target.ids.campaign_id, target]));
  const keyword = [...campaigns.values()].flatMap(({ trails: ofTarget, keys }) =>
    keywordChanges(ofTarget, keys.get(text) ?? [], text),
  );
  const ordered = (changes: readonly TrailChange[], field: 'keyword' | 'negative'): SettingChange[] =>
    changes.toSorted((left, right) => left.at - right.at).map((change) => settingChange(change, key, field, ruleOf));
  return {
    ...(keyword.length === 0 ? {} : { keyword: ordered(keyword, 'keyword') }),
    ...(negative.length === 0 ? {} : { negative: ordered(negative, 'negative') }),
  };
}
