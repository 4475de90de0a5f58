import type { AutomationTimes, FoldFollower } from '@tapwise/adapters';
import { alertStreamPrefixes, type CustomAutomations, type Directory } from '@tapwise/domain';
import { createRunCustomRuleActivities } from '../../../workflows/src/campaigns/run-custom-rule/run-custom-rule.activities.ts';
import type { RunCustomRuleActivities } from '../../../workflows/src/campaigns/run-custom-rule/run-custom-rule.contract.ts';
import { runCustomRule } from '../../../workflows/src/campaigns/run-custom-rule/run-custom-rule.story.ts';
import { createAlertReports } from '../../../workflows/src/campaigns/watch-alerts/alert-reports.ts';
import { followAlerts } from '../../../workflows/src/facts/follow-folds.ts';
import { attemptedActivities } from '../../../workflows/src/testing/attempted-activities.ts';
import type { ApiService } from '../services/api-service.ts';
import { followRuleFacts } from './rule-facts.ts';
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
  const { automations, customRules, creations } = followRuleFacts(log, signal);
  const alerts = followAlerts(log, createAlertReports(), { streamPrefixes: alertStreamPrefixes, signal });
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
