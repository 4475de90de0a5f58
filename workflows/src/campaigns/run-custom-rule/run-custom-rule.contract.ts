import { defineProcess, recordOptions } from '../../story/process.ts';
import type { NextSlot, RuleRun, RunAutomationInput, SlotEvaluation } from '../rule-runs/rule-run.ts';

/** What a rule that people wrote does in one ad organization. What it has done, and what is due, is in the log. */
export interface RunCustomRuleActivities {
  /** Reads what the rule has to do in an organization. */
  readNextCustomSlot(rule: RunAutomationInput): Promise<NextSlot>;
  /** Records the slots that passed without a run. */
  recordMissedCustomSlots(rule: RunAutomationInput): Promise<void>;
  /** Evaluates the rule on what is known now and records what it decides, before anything is sent; or that the slot is left out. */
  evaluateCustomSlot(run: RuleRun): Promise<SlotEvaluation>;
  /** Requests what was decided as changes of the rule; the same ones however often it is called. */
  requestCustomChanges(run: RuleRun): Promise<void>;
  /** Reads whether these changes have ended. */
  followCustomChanges(run: RuleRun): Promise<{ readonly settled: boolean }>;
  /** Records how they ended, and that the run has; pauses the rule where most of them failed. */
  recordCustomRunEnd(run: RuleRun): Promise<void>;
}

const evaluationOptions = { ...recordOptions, longestSeconds: 300 };

export const runCustomRuleProcess = defineProcess<RunAutomationInput, RunCustomRuleActivities>({
  name: 'runCustomRule',
  id: ({ automation_id, org_id }) => `run-custom-rule/${automation_id}.${org_id}`,
  activities: {
    readNextCustomSlot: recordOptions,
    recordMissedCustomSlots: evaluationOptions,
    evaluateCustomSlot: evaluationOptions,
    requestCustomChanges: evaluationOptions,
    followCustomChanges: recordOptions,
    recordCustomRunEnd: evaluationOptions,
  },
});
