import { defineProcess, recordOptions } from '../../story/process.ts';

/** A rule in one ad organization. What it has done, and what is due, is in the log. */
export interface RunAutomationInput {
  readonly automation_id: number;
  readonly org_id: number;
}

/** A run of a rule: one that is under way, or a slot that has come. */
export interface RuleRun extends RunAutomationInput {
  readonly slot: string;
  /** Milliseconds since 1970. */
  readonly slot_at: number;
}

/** What a rule has to do now. */
export interface NextSlot {
  /** `null` while there is nothing to run. */
  readonly run: RuleRun | null;
  /** Slots that passed and are not made up. */
  readonly missed: number;
  /** Until the next slot; `null` when none will come. */
  readonly pause_seconds: number | null;
}

/** How the evaluation of a run ended: `waiting` for fresh figures, or for an older rule that goes first. */
export type SlotEvaluation =
  | { readonly state: 'decided' | 'left_out' }
  | { readonly state: 'waiting'; readonly pause_seconds: number };

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
