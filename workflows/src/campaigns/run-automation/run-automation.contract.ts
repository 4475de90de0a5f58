import { defineProcess, recordOptions } from '../../story/process.ts';
import type { NextSlot, RuleRun, RunAutomationInput, SlotEvaluation } from '../rule-runs/rule-run.ts';

export interface RunAutomationActivities {
  /** Reads what a rule has to do in an organization. */
  readNextSlot(rule: RunAutomationInput): Promise<NextSlot>;
  /** Records the slots that passed without a run. */
  recordMissedSlots(rule: RunAutomationInput): Promise<void>;
  /** Evaluates the rule on what is known now and records what it decides, before anything is sent; or that the slot is left out. */
  evaluateSlot(run: RuleRun): Promise<SlotEvaluation>;
  /** Requests what was decided, bids or negatives, as changes of the rule; the same ones however often it is called. */
  requestRaises(run: RuleRun): Promise<void>;
  /** Reads whether these changes have ended. */
  followRaises(run: RuleRun): Promise<{ readonly settled: boolean }>;
  /** Records how they ended, and that the run has. */
  recordRunEnd(run: RuleRun): Promise<void>;
}

const evaluationOptions = { ...recordOptions, longestSeconds: 300 };

export const runAutomationProcess = defineProcess<RunAutomationInput, RunAutomationActivities>({
  name: 'runAutomation',
  id: ({ automation_id, org_id }) => `run-automation/${automation_id}.${org_id}`,
  activities: {
    readNextSlot: recordOptions,
    recordMissedSlots: evaluationOptions,
    evaluateSlot: evaluationOptions,
    requestRaises: evaluationOptions,
    followRaises: recordOptions,
    recordRunEnd: evaluationOptions,
  },
});
