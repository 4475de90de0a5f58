import { randomUUID } from 'node:crypto';
import { createStreamMemory, type EventLog, eventIdFrom, openEventLog, type SearchAdsWriter } from '@tapwise/adapters';
import {
  type CampaignEvent,
  type CampaignPlan,
  type CampaignState,
  type CreationState,
  campaignDecider,
  campaignStream,
  createDirectory,
  creationDecider,
  creationStream,
  type ExistingCreation,
  fold,
  type PlannedKeyword,
  type PlannedNegative,
  requestCreation,
} from '@tapwise/domain';
import { type StallWatch, watchForStalls } from '../../../workflows/src/activity/stall-watch.ts';
import { createCreateCampaignActivities } from '../../../workflows/src/campaigns/create-campaign/create-campaign.activities.ts';
import {
  type CreateCampaignActivities,
  createCampaignProcess,
} from '../../../workflows/src/campaigns/create-campaign/create-campaign.contract.ts';
import { createCampaign } from '../../../workflows/src/campaigns/create-campaign/create-campaign.story.ts';
import { onePassOf } from '../../../workflows/src/testing/one-pass.ts';
import { type AdsApi, type SimulatorProcess, startSimulator } from '../../contract/apple/simulator-process.ts';
import { type EventStoreUnderTest, startEventStore } from '../../support/engines/eventstore-node.ts';
import { asTest } from '../../support/facts/settings.ts';

export const orgId = 40669820;
export const adamId = 1500000001;
export const scope = { orgId, currency: 'USD', priority: 'creation' } as const;

/** A write as the simulator has it. */
export interface RecordedWrite {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly effects: readonly { readonly do: string; readonly [name: string]: unknown }[];
}

/** Every write since the last reset. */
export async function recordedWrites({ url }: Pick<SimulatorProcess, 'url'>): Promise<readonly RecordedWrite[]> {
  const response = await fetch(`${url}/control/writes`);
  return ((await response.json()) as { writes: RecordedWrite[] }).writes;
}

/** A log, the simulated Apple, and processes that create. */
export interface CreationWorld {
  readonly log: EventLog;
  readonly simulator: SimulatorProcess;
  readonly writer: SearchAdsWriter;
  /** Milliseconds that processes were moved on instead of waiting. */
  skipped(): number;
  /** Moves the clock of processes on. */
  skip(seconds: number): void;
  ask(creation: RequestedCreation): Promise<string>;
  /** A process with a memory of its own. @param through What its calls go through. @param watch Notices that it stood still. */
  process(
    through?: (writer: SearchAdsWriter) => SearchAdsWriter,
    isDisconnected?: () => boolean,
    watch?: () => StallWatch,
  ): CreationProcess;
  state(creationId: string): Promise<CreationState>;
  writes(): Promise<readonly RecordedWrite[]>;
  stop(): Promise<void>;
}

export interface RequestedCreation {
  readonly plan?: Partial<CampaignPlan>;
  readonly campaigns?: readonly Partial<CampaignPlan>[];
  readonly keywords?: readonly (string | Partial<PlannedKeyword>)[];
  readonly negatives?: readonly (string | Partial<PlannedNegative>)[];
}

export interface CreationProcess {
  readonly activities: CreateCampaignActivities;
  step(creationId: string): Promise<{ done: true } | { done: false; again_seconds: number }>;
  untilEnd(creationId: string): Promise<CreationState>;
}

const samplePlan: CampaignPlan = {
  campaign_id: null,
  name: 'SKAG',
  kind: 'skag',
  countries: ['US'],
  daily_budget_micros: 50_000_000,
  budget_micros: null,
  match: 'EXACT',
  bid_micros: 1_000_000,
  cpa_goal_micros: null,
  device: null,
  audience: null,
  search_match: false,
  automation: false,
  broad_ad_group_id: null,
};

/** @throws when nothing was asked for. */
export function existingCreation(state: CreationState): ExistingCreation {
  if (state.status === 'absent') throw new Error('No creation');
  return state;
}

/** What is recorded of a requested creation: fields that its request leaves out are those of the sample. */
function creationOf({
  creation_id,
  request_id,
  requested_at,
  campaigns,
  keywords,
  negatives,
}: Required<Pick<RequestedCreation, 'campaigns' | 'keywords' | 'negatives'>> & {
  creation_id: string;
  request_id: string;
  requested_at: string;
}) {
  return {
    request: {
      creation_id,
      request_id,
      application_id: 1,
      org_id: orgId,
      adam_id: adamId,
      currency: 'USD',
      call: 'skag_campaign' as const,
      kind: 'skag' as const,
      name: 'SKAG',
      account_id: 1,
      comment: null,
      requested_at,
      body_hash: request_id,
      primary: 0,
      warning: null,
      keywords: keywords.length,
      negatives: negatives.length,
      duplicates: 0,
      invoice_details: null,
      campaigns: campaigns.map((campaign) => ({ ...samplePlan, name: `SKAG ${request_id}`, ...campaign })),
    },
    keywords: keywords.map((keyword) => ({
      text: '',
      campaign: 0,
      ...(typeof keyword === 'string' ? { text: keyword } : keyword),
    })),
    negatives: negatives.map((negative) => ({
      text: '',
      campaign: 0,
      ad_group_id: null,
      ...(typeof negative === 'string' ? { text: negative } : negative),
    })),
  };
}

/** @param api The interface that the ad service is asked over. */
export async function startCreationWorld(api: AdsApi = 'v5'): Promise<CreationWorld> {
  const [node, simulator]: [EventStoreUnderTest, SimulatorProcess] = await Promise.all([
    startEventStore(),
    startSimulator(),
  ]);
  const log = openEventLog(node.url);
  const client = simulator.searchAds({ api });
  const never = new AbortController().signal;
  const streams = createStreamMemory(log, creationDecider, { keep: 10, context: asTest });
  let skipped = 0;
  const now = (): number => Date.now() + skipped;
  const world: CreationWorld = {
    log,
    simulator,
    writer: client.writer,
    skipped: () => skipped,
    skip: (seconds) => {
      skipped += seconds * 1000;
    },
    ask: async ({ plan = {}, campaigns = [plan], keywords = [], negatives = [] }) => {
      const request_id = randomUUID();
      const creation_id = eventIdFrom(request_id);
      const requested_at = new Date(now()).toISOString();
      const creation = creationOf({ creation_id, request_id, requested_at, campaigns, keywords, negatives });
      await streams.change(creationStream(creation_id), creation_id, (state) => requestCreation(state, creation));
      return creation_id;
    },
    process: (through = (writer) => writer, isDisconnected = () => false, watch = watchForStalls) => {
      const searchAds = { writer: through(client.writer) };
      const directory = { state: createDirectory() };
      const vault = { decrypt: async () => undefined };
      const sources = { log, directory, vault, searchAds, isDisconnected, stopping: never, now, watch };
      const activities = createCreateCampaignActivities(sources);
      const pass = onePassOf({
        contract: createCampaignProcess,
        story: createCampaign,
        activities,
        now,
        endsWithPass: true,
      });
      const step = (creation_id: string) => pass({ creation_id });
      return {
        activities,
        step,
        untilEnd: async (creationId) => {
          for (;;) {
            const end = await step(creationId);
            if (end.done) return world.state(creationId);
            skipped += end.again_seconds * 1000;
          }
        },
      };
    },
    state: async (creationId) => (await streams.current(creationStream(creationId))).state,
    writes: () => recordedWrites(simulator),
    stop: async () => {
      await log.close();
      await Promise.all([node.stop(), simulator.stop()]);
    },
  };
  return world;
}

/** A campaign as the log has it. */
export async function campaignOf(log: EventLog, campaignId: number): Promise<CampaignState> {
  const recorded = await log.readStream(campaignStream(campaignId));
  return fold(
    campaignDecider,
    recorded.map(({ event }) => event as CampaignEvent),
  );
}
