import { createStreamMemory, type EventLog, type StreamMemory } from '@tapwise/adapters';
import {
  type AdFiguresState,
  type AdsPullState,
  type AdsReportState,
  adFiguresDecider,
  adsPullDecider,
  adsReportDecider,
  type CampaignEvent,
  type CampaignState,
  campaignDecider,
  type DomainEventOf,
  type RowEvent,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import { createRecordedResponses, type RecordedResponses } from './reading/recorded-responses.ts';

type ReportEvent = DomainEventOf<'AdsReportRowsRecorded' | 'AdsPullCompleted' | 'AdsPullIncomplete'>;

/** Campaigns of the application, as the service listed them. */
export interface ListedCampaigns {
  readonly ids: ReadonlySet<number>;
  /** Whether one that is not among them is not there. */
  readonly isWhole: boolean;
}

/** What a worker remembers of one organization between rounds; all of it can be had again from the log or the service. */
export interface OrganizationMemory {
  readonly campaigns: StreamMemory<CampaignState, CampaignEvent | RowEvent>;
  readonly days: StreamMemory<AdsReportState, ReportEvent>;
  /** Figures of ads, by day. */
  readonly adDays: StreamMemory<AdFiguresState, DomainEventOf<'AdFiguresRecorded'>>;
  readonly pulls: StreamMemory<AdsPullState, ReportEvent>;
  /** What the service listed last. */
  listed: ListedCampaigns | undefined;
  /** Answers of the service that are in the log already, by what was asked: the very same array need not be compared again. */
  readonly recorded: RecordedResponses;
}

/** The memories of one worker process. */
export interface OrganizationMemories {
  of(applicationId: number, orgId: number): OrganizationMemory;
  /** Starts again from what the log holds. */
  forget(applicationId: number, orgId: number): void;
}

/** Days asked for every round, and one for the turn of the day. Older ones are asked once a day and are not kept. */
const daysKept = 8;
const campaignsKept = 2000;

/** @param process Which of them changes what is remembered. */
export function createOrganizationMemories(log: EventLog, process = 'pull-organization'): OrganizationMemories {
  const memories = new Map<string, OrganizationMemory>();
  return {
    of: (applicationId, orgId) => {
      const key = `${applicationId}.${orgId}`;
      const memory = memories.get(key) ?? createMemory(log, process);
      memories.set(key, memory);
      return memory;
    },
    forget: (applicationId, orgId) => {
      memories.delete(`${applicationId}.${orgId}`);
    },
  };
}

function createMemory(log: EventLog, process: string): OrganizationMemory {
  const context = workflowActor(process);
  return {
    campaigns: createStreamMemory(log, campaignDecider, { keep: campaignsKept, context }),
    days: createStreamMemory(log, adsReportDecider, { keep: daysKept, context }),
    adDays: createStreamMemory(log, adFiguresDecider, { keep: daysKept, context }),
    pulls: createStreamMemory(log, adsPullDecider, { keep: 1, context }),
    listed: undefined,
    recorded: createRecordedResponses(),
  };
}
