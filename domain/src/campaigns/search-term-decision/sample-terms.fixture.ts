import { dayMs } from '../../shared/calendar/days.ts';
import { campaignDecider } from '../campaign/campaign.decider.ts';
import type { CampaignState } from '../campaign/campaign.state.ts';
import type { KeywordSettings, NegativeSettings } from '../campaign/campaign-settings.ts';
import type { TermDecision } from './decided-terms.ts';
import { displayedTerms, type TermQuestion } from './displayed-terms.ts';
import { adGroupTermKey, termDecisionDecider } from './term-decision.decider.ts';
import type { TermDecisionEvent } from './term-decision.events.ts';
import type { TermFigures } from './term-rows.ts';

export const day = dayMs;
export const now = Date.parse('2026-11-23T09:00:00.000Z');
export const changeId = '11111111-1111-4111-8111-111111111111';

export interface Below {
  readonly keywords?: readonly Partial<KeywordSettings>[];
  readonly negatives?: readonly Partial<NegativeSettings>[];
  readonly deletedGroups?: readonly number[];
}

/** A campaign with ad groups 1 to 4, called "group n". */
export function campaign(
  campaign_id: number,
  { keywords = [], negatives = [], deletedGroups = [] }: Below = {},
): CampaignState {
  const modified_at = null;
  return {
    ...campaignDecider.initialState(),
    org_id: 9,
    campaign: {
      campaign_id,
      adam_id: 42,
      name: `C${campaign_id}`,
      status: 'ENABLED',
      display_status: 'RUNNING',
      deleted: false,
      countries: ['US'],
      supply_sources: [],
      currency: 'USD',
      budget_micros: null,
      daily_budget_micros: null,
      modified_at,
    },
    ad_groups: new Map(
      [1, 2, 3, 4].map((ad_group_id) => [
        ad_group_id,
        {
          ad_group_id,
          name: `group ${ad_group_id}`,
          status: 'ENABLED',
          display_status: 'RUNNING',
          modified_at,
          deleted: deletedGroups.includes(ad_group_id),
          default_bid_micros: 1,
          cpa_goal_micros: null,
          search_match: false,
        },
      ]),
    ),
    keywords: new Map(
      keywords.map((keyword, index) => [
        index + 1,
        {
          keyword_id: index + 1,
          ad_group_id: 1,
          text: '',
          match_type: 'EXACT',
          status: 'ACTIVE',
          deleted: false,
          bid_micros: null,
          modified_at,
          ...keyword,
        },
      ]),
    ),
    negatives: new Map(
      negatives.map((negative, index) => [
        index + 1,
        {
          negative_id: index + 1,
          ad_group_id: null,
          text: '',
          match_type: 'EXACT',
          status: 'ACTIVE',
          deleted: false,
          ...negative,
        },
      ]),
    ),
  };
}

export const figures = (text: string, impressions: number | null, of: Partial<TermFigures> = {}): TermFigures => ({
  ad_group_id: 1,
  keyword_id: 0,
  text,
  impressions,
  taps: 0,
  tap_installs: 0,
  spend_micros: 0,
  ...of,
});

export const scope = { application_id: 3, org_id: 9, campaign_id: 700 };

/** A decision that was carried out a week ago, unless something else is said. */
export const decided = (
  choices: Readonly<Record<string, Partial<TermDecision>>>,
  adGroupId: number | null = null,
): ReadonlyMap<string, TermDecision> =>
  new Map(
    Object.entries(choices).map(([text, overrides]) => [
      adGroupTermKey(adGroupId, text),
      { choice: 'minus', at: new Date(now - 7 * day).toISOString(), open: false, refused: null, ...overrides },
    ]),
  );

export const stateOf = (...events: TermDecisionEvent[]) =>
  events.reduce(termDecisionDecider.evolve, termDecisionDecider.initialState());

export const ask = (question: Partial<TermQuestion>) =>
  displayedTerms({
    view: 'discovery',
    figures: [],
    campaign: campaign(700),
    skagCampaigns: [],
    decided: new Map(),
    hidden: new Map(),
    minImpressions: 10,
    now,
    ...question,
  });
export const texts = (question: Partial<TermQuestion>) => ask(question).map(({ text }) => text);
