import type { Decider } from '../../shared/decider.ts';
import type { ChangeActor } from '../change/change-row.ts';
import type { CreationEvent } from './creation.events.ts';
import type { KeywordOutcome, NegativeOutcome, PlannedKeyword, PlannedNegative } from './creation-plan.ts';

type Data<Type extends CreationEvent['type']> = Extract<CreationEvent, { type: Type }>['data'];
export type CreationRequest = Data<'CreationRequested'>;
export type CreationStatus =
  /** `listing`: its lists are not complete; `refused`: nothing was made, and its request may be sent again. */
  'listing' | 'queued' | 'running' | 'stopped' | 'completed' | 'failed' | 'cancelled' | 'refused';

/** Progress of a campaign of the creation. */
export interface CampaignProgress {
  readonly campaign_id: number | null;
  /** When its making was first sent; ISO 8601. */
  readonly startedAt: string | null;
  readonly adGroups: Readonly<Partial<Record<'broad' | 'search_match', number>>>;
  readonly adGroupsStarted: Readonly<Partial<Record<'broad' | 'search_match', string>>>;
  readonly end: 'enabled' | 'removed' | 'kept' | null;
  readonly automationId: number | null;
}

export interface ExistingCreation {
  readonly status: CreationStatus;
  readonly request: CreationRequest;
  readonly keywords: readonly PlannedKeyword[];
  readonly negatives: readonly PlannedNegative[];
  readonly claimed: boolean;
  readonly checked: boolean;
  readonly campaigns: readonly CampaignProgress[];
  /** By place in the list; copies have none. */
  readonly outcomes: ReadonlyMap<number, KeywordOutcome>;
  readonly negativeOutcomes: ReadonlyMap<number, NegativeOutcome>;
  /** When they were first sent; ISO 8601. Without an outcome it is not known whether they exist. */
  readonly started: ReadonlyMap<number, string>;
  readonly negativesStarted: ReadonlySet<number>;
  readonly offset: number;
  readonly created: number;
  readonly skipped: number;
  readonly refused: number;
  /** Since when the ad service holds it up; ISO 8601. */
  readonly delayedSince: string | null;
  readonly refusal: Data<'CreationRefused'> | null;
  readonly failure: Data<'CreationFailed'> | null;
  /** Changes that take back what it added, oldest first. */
  readonly undoneBy: readonly string[];
}
export type CreationState = { readonly status: 'absent' } | ExistingCreation;

type Draft = { -readonly [Name in keyof ExistingCreation]: ExistingCreation[Name] };

/** Fold of `creation-<creationId>`. Many events are folded at once for the price of one. */
export const creationDecider: Decider<CreationState, CreationEvent> & {
  evolveMany(state: CreationState, events: readonly CreationEvent[]): CreationState;
} = {
  initialState: () => ({ status: 'absent' }),
  evolve: (state, event) => evolveMany(state, [event]),
  evolveMany,
};

function evolveMany(state: CreationState, events: readonly CreationEvent[]): CreationState {
  let draft = state.status === 'absent' ? undefined : copyOf(state);
  for (const event of events) {
    if (event.type === 'CreationRequested') {
      // What was refused, or never listed whole, may be asked for again.
      if (draft === undefined || draft.status === 'refused' || draft.status === 'listing')
        draft = newCreation(event.data);
    } else if (draft !== undefined) {
      applyEvent(draft, event);
    }
  }
  return draft ?? state;
}

const copyOf = (state: ExistingCreation): Draft => ({
  ...state,
  outcomes: new Map(state.outcomes),
  negativeOutcomes: new Map(state.negativeOutcomes),
  started: new Map(state.started),
  negativesStarted: new Set(state.negativesStarted),
});

const newCreation = (request: CreationRequest): Draft => ({
  status: 'listing',
  request,
  keywords: [],
  negatives: [],
  claimed: false,
  checked: false,
  campaigns: request.campaigns.map(({ campaign_id }) => ({
    campaign_id,
    startedAt: null,
    adGroups: {},
    adGroupsStarted: {},
    end: null,
    automationId: null,
  })),
  outcomes: new Map(),
  negativeOutcomes: new Map(),
  started: new Map(),
  negativesStarted: new Set(),
  offset: 0,
  created: 0,
  skipped: 0,
  refused: 0,
  delayedSince: null,
  refusal: null,
  failure: null,
  undoneBy: [],
});

function applyEvent(draft: Draft, event: CreationEvent): void {
  switch (event.type) {
    case 'CreationListed':
      draft.keywords = [...draft.keywords, ...event.data.keywords];
      draft.negatives = [...draft.negatives, ...event.data.negatives];
      break;
    case 'CreationAdvanced':
      applyOutcomes(draft, event.data);
      break;
    case 'AdGroupCreationStarted': {
      const started = draft.started as Map<number, string>;
      for (const position of event.data.positions) {
        if (!started.has(position)) started.set(position, event.data.started_at);
      }
      break;
    }
    case 'CreationStepStarted':
    case 'CreationCampaignMade':
    case 'CreationAdGroupMade':
    case 'CreationCampaignFinished':
      applyCampaignStep(draft, event);
      break;
    default:
      applyStatus(draft, event);
  }
}

function applyOutcomes(draft: Draft, data: Data<'CreationAdvanced'>): void {
  const outcomes = draft.outcomes as Map<number, KeywordOutcome>;
  const negatives = draft.negativeOutcomes as Map<number, NegativeOutcome>;
  for (const outcome of data.keywords) outcomes.set(outcome.position, outcome);
  for (const outcome of data.negatives) negatives.set(outcome.index, outcome);
  const { offset, created, skipped, refused } = data;
  Object.assign(draft, { offset, created, skipped, refused, delayedSince: null });
}

type CampaignStep = Extract<
  CreationEvent,
  { type: 'CreationStepStarted' | 'CreationCampaignMade' | 'CreationAdGroupMade' | 'CreationCampaignFinished' }
>;

function applyCampaignStep(draft: Draft, event: CampaignStep): void {
  const { campaign } = event.data;
  const progress = draft.campaigns[campaign];
  if (progress === undefined) return;
  if (event.type === 'CreationStepStarted' && event.data.step === 'negatives') {
    for (const index of event.data.negatives) (draft.negativesStarted as Set<number>).add(index);
    return;
  }
  if (event.type !== 'CreationStepStarted') draft.delayedSince = null;
  const changed = { ...progress, ...campaignFields(progress, event) };
  draft.campaigns = draft.campaigns.map((other, index) => (index === campaign ? changed : other));
}

function campaignFields(progress: CampaignProgress, event: CampaignStep): Partial<CampaignProgress> {
  switch (event.type) {
    case 'CreationStepStarted': {
      const { step, started_at } = event.data;
      if (step === 'campaign') return { startedAt: progress.startedAt ?? started_at };
      return step === 'negatives' ? {} : { adGroupsStarted: { [step]: started_at, ...progress.adGroupsStarted } };
    }
    case 'CreationCampaignMade':
      return { campaign_id: event.data.campaign_id };
    case 'CreationAdGroupMade':
      return { adGroups: { ...progress.adGroups, [event.data.role]: event.data.ad_group_id } };
    case 'CreationCampaignFinished':
      return { end: event.data.end, automationId: event.data.automation_id };
  }
}

function applyStatus(draft: Draft, event: CreationEvent): void {
  switch (event.type) {
    case 'CreationAccepted':
      draft.status = 'queued';
      break;
    case 'CreationTakenUp':
      draft.claimed = true;
      if (draft.status === 'queued') draft.status = 'running';
      break;
    case 'CreationChecked':
      Object.assign(draft, { checked: true, delayedSince: null });
      break;
    case 'CreationRefused':
      Object.assign(draft, { status: 'refused', refusal: event.data });
      break;
    case 'CreationDelayed':
      draft.delayedSince ??= event.data.delayed_at;
      break;
    case 'CreationStopped':
      draft.status = 'stopped';
      break;
    case 'CreationResumed':
      // What it was delayed by before is not what it meets now.
      if (draft.status === 'stopped') Object.assign(draft, { status: 'running', delayedSince: null });
      break;
    case 'CreationCancelled':
      draft.status = 'cancelled';
      break;
    case 'CreationContinued':
      Object.assign(draft, { status: 'queued', claimed: false, delayedSince: null, failure: null });
      break;
    case 'CreationFailed':
      Object.assign(draft, { status: 'failed', failure: event.data });
      break;
    case 'CreationCompleted':
      draft.status = 'completed';
      break;
    case 'CreationUndone':
      draft.undoneBy = [...draft.undoneBy, event.data.by_change_id];
      break;
    default:
  }
}

/** Who makes what a creation adds: a rule, where one asked for it. */
export const actorOfCreation = ({ rule, account_id, creation_id }: CreationRequest): ChangeActor =>
  rule === undefined
    ? { kind: 'creation', account_id, source: creation_id }
    : { kind: 'rule', account_id: null, source: rule };

/** Whether the worker has something to do for it. */
export const isUnderWay = ({ status }: CreationState): boolean =>
  status === 'queued' || status === 'running' || status === 'stopped';
