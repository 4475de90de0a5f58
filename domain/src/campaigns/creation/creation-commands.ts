import { chunksOf } from '../../shared/chunks.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { type CreationRequest, type CreationState, type ExistingCreation, isUnderWay } from './creation.decider.ts';
import type { CreationEvent } from './creation.events.ts';
import type { KeywordOutcome, NegativeOutcome, PlannedKeyword, PlannedNegative } from './creation-plan.ts';
import { offsetAfter } from './creation-steps.ts';

type Data<Type extends CreationEvent['type']> = Extract<CreationEvent, { type: Type }>['data'];

/** Entries in one event at most. */
const listedAtOnce = 1000;
/** A request whose lists were not complete after this was left by its process. */
const listingMs = 60_000;

/** A request with its lists. */
export interface WholeRequest {
  readonly request: CreationRequest;
  readonly keywords: readonly PlannedKeyword[];
  readonly negatives: readonly PlannedNegative[];
}

/**
 * Records what is asked for, once; what an earlier attempt left out follows.
 * @throws DomainError `idempotency_key_reused` when the id belongs to another request.
 */
export function requestCreation(state: CreationState, whole: WholeRequest): CreationEvent[] {
  const { request } = whole;
  if (state.status === 'absent' || state.status === 'refused') return [requested(request), ...rest(whole, 0, 0)];
  const same = state.request.body_hash === request.body_hash;
  if (state.status === 'listing') {
    if (same) return rest(whole, state.keywords.length, state.negatives.length);
    const age = Date.parse(request.requested_at) - Date.parse(state.request.requested_at);
    if (age > listingMs) return [requested(request), ...rest(whole, 0, 0)];
  }
  if (!same)
    throw new DomainError('idempotency_key_reused', { message: 'This request_id was used for another request.' });
  return [];
}

const requested = (data: CreationRequest): CreationEvent => ({ type: 'CreationRequested', data });

function rest(
  { request, keywords, negatives }: WholeRequest,
  listed: number,
  listedNegatives: number,
): CreationEvent[] {
  const { creation_id, requested_at: accepted_at } = request;
  const part = (more: Partial<Pick<Data<'CreationListed'>, 'keywords' | 'negatives'>>): CreationEvent => ({
    type: 'CreationListed',
    data: { creation_id, keywords: [], negatives: [], ...more },
  });
  return [
    ...chunksOf(keywords.slice(listed), listedAtOnce).map((chunk) => part({ keywords: chunk })),
    ...chunksOf(negatives.slice(listedNegatives), listedAtOnce).map((chunk) => part({ negatives: chunk })),
    { type: 'CreationAccepted', data: { creation_id, accepted_at } },
  ];
}

export function claimCreation(state: CreationState, data: Data<'CreationTakenUp'>): CreationEvent[] {
  return isUnderWay(state) && state.status !== 'absent' && !state.claimed ? [{ type: 'CreationTakenUp', data }] : [];
}

/** How a step of a creation ended. */
export type StepEvent = Exclude<CreationEvent, { type: 'CreationAdvanced' | 'CreationRequested' }>;

/** An event that is recorded while the creation is under way. */
export function recordStep(state: CreationState, event: StepEvent): CreationEvent[] {
  if (state.status === 'absent' || !mayRecord(state, event)) return [];
  return [event];
}

/** What happened at the ad service is recorded in any case; intents only while the creation goes on. */
function mayRecord(state: ExistingCreation, event: CreationEvent): boolean {
  switch (event.type) {
    case 'CreationStepStarted':
      return isUnderWay(state) && !wasStarted(state, event.data);
    case 'AdGroupCreationStarted':
      return isUnderWay(state) && event.data.positions.some((position) => !state.started.has(position));
    case 'CreationCampaignMade':
      return (state.campaigns[event.data.campaign]?.campaign_id ?? null) === null;
    case 'CreationAdGroupMade':
      return state.campaigns[event.data.campaign]?.adGroups[event.data.role] === undefined;
    case 'CreationCampaignFinished':
      return (state.campaigns[event.data.campaign]?.end ?? null) === null;
    case 'CreationChecked':
      return isUnderWay(state) && !state.checked;
    case 'CreationStopped':
      return state.status === 'queued' || state.status === 'running';
    case 'CreationResumed':
      return state.status === 'stopped';
    case 'CreationDelayed':
      return isUnderWay(state) && state.delayedSince === null;
    default:
      return isUnderWay(state);
  }
}

function wasStarted(state: ExistingCreation, { campaign, step, negatives }: Data<'CreationStepStarted'>): boolean {
  if (step === 'negatives') return negatives.every((index) => state.negativesStarted.has(index));
  const progress = state.campaigns[campaign];
  return (step === 'campaign' ? progress?.startedAt : progress?.adGroupsStarted[step]) != null;
}

/** Records outcomes; those that are known stay as they are. */
export function advance(
  state: CreationState,
  {
    keywords,
    negatives,
    at,
  }: { keywords: readonly KeywordOutcome[]; negatives: readonly NegativeOutcome[]; at: string },
): CreationEvent[] {
  if (state.status === 'absent') return [];
  const fresh = keywords.filter(({ position }) => !state.outcomes.has(position));
  const freshNegatives = negatives.filter(({ index }) => !state.negativeOutcomes.has(index));
  if (fresh.length + freshNegatives.length === 0) return [];
  const counted = (...outcomes: KeywordOutcome['outcome'][]): number =>
    fresh.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const done = new Map([...state.outcomes, ...fresh.map((outcome) => [outcome.position, outcome] as const)]);
  const data = {
    creation_id: state.request.creation_id,
    keywords: fresh,
    negatives: freshNegatives,
    offset: offsetAfter(state.keywords, done, state.offset),
    created: state.created + counted('created'),
    skipped: state.skipped + counted('there', 'enabled'),
    refused: state.refused + counted('refused'),
    advanced_at: at,
  };
  return [{ type: 'CreationAdvanced', data }];
}

/** Records that a change takes back what it added, once. */
export function noteCreationUndo(state: CreationState, data: Data<'CreationUndone'>): CreationEvent[] {
  if (state.status === 'absent' || state.undoneBy.includes(data.by_change_id)) return [];
  return [{ type: 'CreationUndone', data }];
}

/** @throws DomainError `wrong_state` for one that has ended. */
export function cancelCreation(state: CreationState, data: Data<'CreationCancelled'>): CreationEvent[] {
  if (state.status === 'cancelled') return [];
  if (!isUnderWay(state)) throw new DomainError('wrong_state', { message: 'This creation has ended' });
  return [{ type: 'CreationCancelled', data }];
}

/** @throws DomainError `wrong_state` for one that was not cancelled and did not fail, or of which nothing can be made. */
export function continueCreation(state: CreationState, data: Data<'CreationContinued'>): CreationEvent[] {
  if (isUnderWay(state)) return [];
  const failed = state.status === 'failed' && state.failure?.reason !== 'nothing_created';
  // A rule decides anew.
  const isOfRule = state.status !== 'absent' && state.request.rule !== undefined;
  if (isOfRule || (state.status !== 'cancelled' && !failed)) {
    throw new DomainError('wrong_state', { message: 'This creation has ended' });
  }
  return [{ type: 'CreationContinued', data }];
}
