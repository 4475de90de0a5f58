import { randomUUID } from 'node:crypto';
import { createStreamMemory, type EventLog, type StreamMemory, type WriteScope } from '@tapwise/adapters';
import {
  actorOfCreation,
  advance,
  type CampaignState,
  type ChangeActor,
  type CreatedObjectEvent,
  type CreationEvent,
  type CreationState,
  campaignDecider,
  campaignStream,
  creationDecider,
  creationStream,
  type ExistingCreation,
  type KeywordOutcome,
  type NegativeOutcome,
  type RowEvent,
  recordStep,
  type TeamEvent,
  type TeamState,
  teamDecider,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';

type CampaignEvent = CreatedObjectEvent | RowEvent;
/** An event of a creation that is recorded as it is. */
export type CreationStepEvent = Exclude<CreationEvent, { type: 'CreationAdvanced' | 'CreationRequested' }>;

/** The streams that creations are carried out on, as one process remembers them. */
export interface CreationStreams {
  readonly creations: StreamMemory<CreationState, CreationEvent>;
  readonly campaigns: StreamMemory<CampaignState, CampaignEvent>;
  /** Only read. */
  readonly teams: StreamMemory<TeamState, TeamEvent>;
}

const creationsKept = 20;
const campaignsKept = 40;
const teamsKept = 100;

export function createCreationStreams(log: EventLog): CreationStreams {
  const context = workflowActor('create-campaign');
  return {
    creations: createStreamMemory(log, creationDecider, { keep: creationsKept, context }),
    campaigns: createStreamMemory(log, campaignDecider, { keep: campaignsKept, context }),
    teams: createStreamMemory(log, teamDecider, { keep: teamsKept, context }),
  };
}

/** What is written to the log while one creation is carried out. */
export interface CreationLog {
  /** For calls made for this creation. */
  readonly scope: WriteScope;
  /** What is written beside each object. */
  identityOf(campaignId: number): {
    readonly org_id: number;
    readonly campaign_id: number;
    readonly change_id: string;
    readonly actor: ChangeActor;
    readonly reason: string | null;
    readonly currency: string;
    readonly decided_at: string;
  };
  /** Now, as events have it. */
  at(): string;
  /** @returns whether it was recorded by this call: not when it was before, by whomever. */
  step(event: CreationStepEvent): Promise<boolean>;
  advance(outcomes: { keywords?: readonly KeywordOutcome[]; negatives?: readonly NegativeOutcome[] }): Promise<void>;
  /** Records in the campaign's stream what `decide` says; asked until it has nothing more to say. */
  objects(campaignId: number, decide: (state: CampaignState) => readonly CampaignEvent[]): Promise<void>;
}

export function createCreationLog(
  streams: CreationStreams,
  { request }: ExistingCreation,
  now: () => number,
): CreationLog {
  const { creation_id } = request;
  const stream = creationStream(creation_id);
  const cause = (what: string): string => `${what} ${creation_id} ${randomUUID()}`;
  const at = (): string => new Date(now()).toISOString();
  const actor = actorOfCreation(request);
  return {
    at,
    scope: { orgId: request.org_id, currency: request.currency, priority: 'creation' },
    identityOf: (campaign_id) => ({
      org_id: request.org_id,
      campaign_id,
      change_id: creation_id,
      actor,
      reason: request.comment,
      currency: request.currency,
      decided_at: at(),
    }),
    step: async (event) =>
      (await streams.creations.change(stream, cause(event.type), (state) => recordStep(state, event), creation_id)) > 0,
    advance: async ({ keywords = [], negatives = [] }) => {
      const outcomes = { keywords, negatives, at: at() };
      await streams.creations.change(stream, cause('advanced'), (state) => advance(state, outcomes), creation_id);
    },
    objects: async (campaignId, decide) => {
      await streams.campaigns.change(campaignStream(campaignId), cause('objects'), decide, creation_id);
    },
  };
}
