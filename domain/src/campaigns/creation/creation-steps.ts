import { type CreationState, type ExistingCreation, isUnderWay } from './creation.decider.ts';
import type { CampaignPlan, KeywordOutcome, PlannedKeyword } from './creation-plan.ts';

/** Keywords with ad groups of their own that go out together, keywords of one ad group, and negatives of one call. */
const pairsAtOnce = 25;
const keywordsAtOnce = 500;
const negativesAtOnce = 1000;

/** What is to be done next for a creation. `campaign` is a place among its campaigns. */
export type CreationStep =
  /** Ask the ad service for what only it knows: names, negatives that are there. */
  | { readonly step: 'check' }
  | { readonly step: 'campaign'; readonly campaign: number }
  | { readonly step: 'ad_group'; readonly campaign: number; readonly role: 'broad' | 'search_match' }
  /** Negatives of one ad group, or of the campaign. `dropped` ones must not be sent: their keyword does not exist. */
  | {
      readonly step: 'negatives';
      readonly campaign: number;
      readonly adGroupId: number | null;
      readonly due: readonly number[];
      readonly dropped: readonly number[];
    }
  | { readonly step: 'keywords'; readonly campaign: number; readonly positions: readonly number[] }
  /** Switch a new campaign on, or remove it when it got no keyword; store its rule. */
  | { readonly step: 'finish'; readonly campaign: number; readonly end: 'enabled' | 'removed' | 'kept' }
  | { readonly step: 'complete' }
  | { readonly step: 'fail' };

/**
 * The next step by what the log says. A new campaign is paused until all of it is there, its negatives come before its ad groups. In a
 * campaign that serves already keywords come first, and a negative that belongs to a keyword only when that exists.
 */
export function nextStep(creation: ExistingCreation): CreationStep {
  if (!creation.checked) return { step: 'check' };
  for (const [campaign, plan] of creation.request.campaigns.entries()) {
    const step = campaignStep(creation, campaign, plan);
    if (step !== undefined) return step;
  }
  return noneCreated(creation) ? { step: 'fail' } : { step: 'complete' };
}

/**
 * What the worker is to do about a creation. `stop` and `resume`: record that Stop all holds it back, or no longer does. `abandon`: end it, as
 * Stop all ends the runs of rules.
 */
export type DueStep =
  | CreationStep
  | { readonly step: 'abandon' }
  | { readonly step: 'ended' }
  | { readonly step: 'stop' }
  | { readonly step: 'stopped' }
  | { readonly step: 'resume' };

/** @param isStopped Whether Stop all is pressed for its application. */
export function dueStep(creation: CreationState, isStopped: boolean): DueStep {
  if (creation.status === 'absent' || !isUnderWay(creation)) return { step: 'ended' };
  // What was sent has to be looked for first.
  if (isStopped && creation.request.rule !== undefined && !hasOpenCalls(creation)) return { step: 'abandon' };
  if (isStopped) return { step: creation.status === 'stopped' ? 'stopped' : 'stop' };
  return creation.status === 'stopped' ? { step: 'resume' } : nextStep(creation);
}

const hasOpenCalls = ({ started, outcomes, negativesStarted, negativeOutcomes }: ExistingCreation): boolean =>
  [...started.keys()].some((position) => !outcomes.has(position)) ||
  [...negativesStarted].some((index) => !negativeOutcomes.has(index));

function campaignStep(creation: ExistingCreation, campaign: number, plan: CampaignPlan): CreationStep | undefined {
  const progress = creation.campaigns[campaign];
  if (progress === undefined || progress.end !== null) return undefined;
  if (progress.campaign_id === null) return { step: 'campaign', campaign };
  const isNew = plan.campaign_id === null;
  const negatives = negativesStep(creation, campaign);
  if (isNew && negatives !== undefined) return negatives;
  const positions = openKeywords(creation, campaign, plan);
  const needsBroad = plan.match === 'BROAD' && (positions.length > 0 || (isNew && hasKeywords(creation, campaign)));
  if (needsBroad && broadAdGroup(creation, campaign) === null) return { step: 'ad_group', campaign, role: 'broad' };
  if (plan.search_match && progress.adGroups.search_match === undefined) {
    return { step: 'ad_group', campaign, role: 'search_match' };
  }
  if (positions.length > 0) return { step: 'keywords', campaign, positions };
  if (negatives !== undefined) return negatives;
  return { step: 'finish', campaign, end: !isNew ? 'kept' : isEmpty(creation, campaign, plan) ? 'removed' : 'enabled' };
}

/** Ad group that takes the broad keywords; `null` while it is to be made. */
export function broadAdGroup({ campaigns, request }: ExistingCreation, campaign: number): number | null {
  return campaigns[campaign]?.adGroups.broad ?? request.campaigns[campaign]?.broad_ad_group_id ?? null;
}

/** Whether keywords of a campaign get an ad group each. */
export const haveOwnAdGroups = ({ match, exact_ad_group_id }: CampaignPlan): boolean =>
  match === 'EXACT' && exact_ad_group_id === undefined;

/** Places of the next keywords of a campaign without an outcome; a copy needs none. */
function openKeywords(creation: ExistingCreation, campaign: number, plan: CampaignPlan): number[] {
  const most = haveOwnAdGroups(plan) ? pairsAtOnce : keywordsAtOnce;
  const open: number[] = [];
  for (let position = creation.offset; position < creation.keywords.length && open.length < most; position += 1) {
    const keyword = creation.keywords[position];
    if (keyword?.campaign !== campaign || keyword.copy || creation.outcomes.has(position)) continue;
    open.push(position);
  }
  return open;
}

const hasKeywords = ({ keywords }: ExistingCreation, campaign: number): boolean =>
  keywords.some((keyword) => keyword.campaign === campaign);

/** Negatives of one call that have no outcome. Those that wait for a keyword are due when that has one. */
function negativesStep(creation: ExistingCreation, campaign: number): CreationStep | undefined {
  const open = creation.negatives.flatMap((negative, index) => {
    if (negative.campaign !== campaign || creation.negativeOutcomes.has(index)) return [];
    const keyword = negative.after === undefined ? undefined : outcomeOf(creation, negative.after);
    const waits = negative.after !== undefined && keyword === undefined;
    return waits ? [] : [{ index, adGroupId: negative.ad_group_id, live: keyword?.outcome !== 'refused' }];
  });
  const [first] = open;
  if (first === undefined) return undefined;
  const together = open.filter(({ adGroupId }) => adGroupId === first.adGroupId).slice(0, negativesAtOnce);
  const adGroupIds = (isActive: boolean): number[] =>
    together.filter((entry) => entry.live === isActive).map(({ index }) => index);
  return { step: 'negatives', campaign, adGroupId: first.adGroupId, due: adGroupIds(true), dropped: adGroupIds(false) };
}

/** The outcome at a place of the list; a copy has that of the first. */
export function outcomeOf({ keywords, outcomes }: ExistingCreation, position: number): KeywordOutcome | undefined {
  const outcome = outcomes.get(position);
  const keyword = keywords[position];
  if (outcome !== undefined || keyword?.copy !== true) return outcome;
  const first = keywords.findIndex(
    (candidate) => candidate.text === keyword.text && candidate.campaign === keyword.campaign,
  );
  return outcomes.get(first);
}

/** Whether no keyword of a new campaign was created. */
function isEmpty(creation: ExistingCreation, campaign: number, plan: CampaignPlan): boolean {
  if (plan.search_match || !hasKeywords(creation, campaign)) return false;
  return ![...creation.outcomes.values()].some(
    ({ position, outcome }) => outcome !== 'refused' && creation.keywords[position]?.campaign === campaign,
  );
}

/** Keywords were asked for, and none exists. */
export function noneCreated({ request, created, skipped, keywords }: ExistingCreation): boolean {
  return keywords.length > 0 && created + skipped === 0 && !request.campaigns.some(({ search_match }) => search_match);
}

/** Length of the part of a list that is done from its beginning; copies count as done. */
export function offsetAfter(
  keywords: readonly PlannedKeyword[],
  outcomes: { has(position: number): boolean },
  from: number,
): number {
  let offset = from;
  while (offset < keywords.length && (outcomes.has(offset) || keywords[offset]?.copy === true)) offset += 1;
  return offset;
}

/** The sentence of a creation of which nothing came: every keyword was refused. */
export function noneCreatedMessage({ keywords, negativeOutcomes }: ExistingCreation): string {
  const refused = [...negativeOutcomes.values()].filter(({ outcome }) => outcome === 'refused').length;
  return `${keywords.length} keywords and ${refused} negative keywords cannot be used`;
}
