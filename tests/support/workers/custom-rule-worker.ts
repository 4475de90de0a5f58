import { type AutomationTimes, type FoldFollower, startFoldFollower } from '@tapwise/adapters';
import {
  type Alerts,
  type Automations,
  alertStreamPrefixes,
  automationStreamPrefixes,
  type Creations,
  type CustomAutomations,
  createAlerts,
  createAutomations,
  createCustomAutomations,
  creationStreamPrefixes,
  customAutomationStreamPrefixes,
  type Directory,
  evolveAlerts,
  evolveAutomations,
  evolveCreations,
  evolveCustomAutomations,
} from '@tapwise/domain';
import { createRunCustomRuleActivities } from '../../../workflows/src/campaigns/run-custom-rule/run-custom-rule.activities.ts';
import type { RunCustomRuleActivities } from '../../../workflows/src/campaigns/run-custom-rule/run-custom-rule.contract.ts';
import { runCustomRule } from '../../../workflows/src/campaigns/run-custom-rule/run-custom-rule.story.ts';
import { attemptedActivities } from '../../../workflows/src/testing/attempted-activities.ts';
import type { ApiService } from '../services/api-service.ts';
import { untilWaiting } from './story-part.ts';

/** A process that does for rules that people wrote what is due at the instant of its clock, and nothing by itself. */
export interface CustomRuleProcess {
  /** Milliseconds. */
  clock: number;
  readonly activities: RunCustomRuleActivities;
  readonly folded: CustomAutomations;
  /** Waits until what was recorded at the position is known. */
  reached(position: bigint): Promise<void>;
  /** Runs the story of a rule until nothing is due; waits for what others have to do. */
  untilDone(automation_id: number, org_id: number): Promise<void>;
  stop(): void;
}

export function openCustomRuleProcess(api: ApiService, times: AutomationTimes, clock: number): CustomRuleProcess {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { log, deps } = api;
  const customRules = startFoldFollower<CustomAutomations>(log, {
    state: createCustomAutomations(),
    evolve: (state, { event, position }) => void evolveCustomAutomations(state, event, position),
    streamPrefixes: customAutomationStreamPrefixes,
    signal,
  });
  const automations = startFoldFollower<Automations>(log, {
    state: createAutomations(),
    evolve: (state, { event, position }) => void evolveAutomations(state, event, position),
    streamPrefixes: automationStreamPrefixes,
    signal,
  });
  const alerts = startFoldFollower<Alerts>(log, {
    state: createAlerts(),
    evolve: (state, { event, position }) => evolveAlerts(state, event, position),
    streamPrefixes: alertStreamPrefixes,
    signal,
  });
  const creations = startFoldFollower<Creations>(log, {
    state: new Map(),
    evolve: (state, { event }) => void evolveCreations(state, event),
    streamPrefixes: creationStreamPrefixes,
    signal,
  });
  const directory = deps.directory as unknown as FoldFollower<Directory>;
  const now = () => process.clock;
  const folds = { directory, customRules, automations, alerts, creations };
  const sources = { log, ...folds, tables: deps.tables, times, completeDayHours: 3, now };
  const activities = attemptedActivities(createRunCustomRuleActivities(sources), signal);
  const process: CustomRuleProcess = {
    clock,
    activities,
    folded: customRules.state,
    reached: (position) => customRules.reached(position),
    untilDone: async (automation_id, org_id) => {
      const step = () =>
        untilWaiting(runCustomRule, { automation_id, org_id }, { call: activities, reads: 'readNextCustomSlot', now });
      while (!(await step()).done) await new Promise(setImmediate);
    },
    stop: () => stopping.abort(),
  };
  return process;
}
