import { createStreamMemory, type StreamMemory } from '@tapwise/adapters';
import {
  type AnyCampaignEvent,
  type AutomationRunEvent,
  type CampaignEvent,
  type CampaignState,
  type ChangeSetEvent,
  type ChangeSetFold,
  type CreationEvent,
  type CreationState,
  type CustomRunEvent,
  type CustomRunState,
  campaignDecider,
  campaignStream,
  changeSetDecider,
  creationDecider,
  customRunDecider,
  type LabelEvent,
  type Labels,
  type LabelTrails,
  labelsDecider,
  labelTrailsDecider,
  type RowEvent,
  type RuleCampaign,
  type RunState,
  ruleCampaignDecider,
  runDecider,
  type TermDecisionEvent,
  type TermDecisionState,
  type TrailedCampaign,
  termDecisionDecider,
  trailedCampaignDecider,
} from '@tapwise/domain';
import pLimit from 'p-limit';
import { type AlertsFollower, startAlerts } from '../access/folds/alerts-follower.ts';
import { type AutomationsFollower, startAutomations } from '../access/folds/automations-follower.ts';
import { type CreationsFollower, startCreations } from '../access/folds/creations-follower.ts';
import { type CreativesFollower, startCreatives } from '../access/folds/creatives-follower.ts';
import { type CustomRulesFollower, startCustomRules } from '../access/folds/custom-rules-follower.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { type ChangeWatch, createChangeWatch } from './change-progress.ts';

/** What calls that change settings share. */
export interface SettingsContext {
  readonly deps: ApiDependencies;
  readonly watch: ChangeWatch;
  readonly creations: CreationsFollower;
  readonly creatives: CreativesFollower;
  readonly automations: AutomationsFollower;
  readonly customRules: CustomRulesFollower;
  readonly alerts: AlertsFollower;
  /** Runs of rules that people wrote, and campaigns with the trails of all their settings. */
  readonly customRunStates: StreamMemory<CustomRunState, CustomRunEvent>;
  readonly trailedCampaigns: StreamMemory<TrailedCampaign, AnyCampaignEvent>;
  readonly campaigns: StreamMemory<CampaignState, CampaignEvent | RowEvent>;
  /** What was decided about search terms, by campaign. */
  readonly decisions: StreamMemory<TermDecisionState, TermDecisionEvent>;
  readonly creationStates: StreamMemory<CreationState, CreationEvent>;
  /** Runs of rules, and campaigns with the trails of their bids. */
  readonly runStates: StreamMemory<RunState, AutomationRunEvent>;
  readonly ruleCampaigns: StreamMemory<RuleCampaign, CampaignEvent | RowEvent>;
  readonly changeSets: StreamMemory<ChangeSetFold, ChangeSetEvent>;
  /** By application. */
  readonly labels: StreamMemory<Labels, LabelEvent>;
  readonly labelTrails: StreamMemory<LabelTrails, LabelEvent>;
  /** Longest waits for outcomes, in milliseconds: while the worker is there, and while it is away. */
  readonly waits: { readonly there: number; readonly away: number };
}

const campaignsKept = 500;
const decisionsKept = 100;
const changeSetsKept = 100;
const creationsKept = 200;
const runsKept = 50;
/** One may hold 20,000 verdicts. */
const customRunsKept = 10;
const labelsKept = 100;
/** These only read; what is written names the person. */
const reading = { actor: { kind: 'system', id: 'api' } } as const;
const waits = { there: 10_000, away: 2000 };

export function createSettingsContext(deps: ApiDependencies): SettingsContext {
  return {
    deps,
    waits: deps.settings.changeWaits ?? waits,
    watch: createChangeWatch(deps.log, (error) => deps.logger.warn({ err: error }, 'Changes cannot be followed now')),
    creations: startCreations(deps.log, deps.logger, deps.snapshots),
    creatives: startCreatives(deps.log, deps.logger, deps.snapshots),
    automations: startAutomations(deps.log, deps.logger, deps.snapshots),
    customRules: startCustomRules(deps.log, deps.logger, deps.snapshots),
    alerts: startAlerts(deps.log, deps.logger, deps.snapshots),
    customRunStates: createStreamMemory(deps.log, customRunDecider, { keep: customRunsKept, context: reading }),
    trailedCampaigns: createStreamMemory(deps.log, trailedCampaignDecider, { keep: campaignsKept, context: reading }),
    decisions: createStreamMemory(deps.log, termDecisionDecider, { keep: decisionsKept, context: reading }),
    campaigns: createStreamMemory(deps.log, campaignDecider, {
      keep: campaignsKept,
      context: reading,
    }),
    creationStates: createStreamMemory(deps.log, creationDecider, { keep: creationsKept, context: reading }),
    runStates: createStreamMemory(deps.log, runDecider, { keep: runsKept, context: reading }),
    ruleCampaigns: createStreamMemory(deps.log, ruleCampaignDecider, { keep: campaignsKept, context: reading }),
    labels: createStreamMemory(deps.log, labelsDecider, { keep: labelsKept, context: reading }),
    labelTrails: createStreamMemory(deps.log, labelTrailsDecider, { keep: labelsKept, context: reading }),
    changeSets: createStreamMemory(deps.log, changeSetDecider, { keep: changeSetsKept, context: reading }),
  };
}

/** A campaign as the log has it, and up to which event. */
export interface PresentCampaign {
  readonly state: CampaignState;
  readonly revision: bigint | undefined;
}

const campaignsAtOnce = 16;

/** Campaigns by id; those of which nothing is known are there too. */
export async function presentCampaigns(
  { campaigns }: SettingsContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PresentCampaign>> {
  const read = async (id: number) => [id, await campaigns.current(campaignStream(id))] as const;
  return new Map(await pLimit(campaignsAtOnce).map(ids, read));
}
