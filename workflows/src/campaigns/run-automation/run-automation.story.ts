import type { Steps } from '../../story/steps.ts';
import type { RunAutomationInput } from '../rule-runs/rule-run.ts';
import { runSlots } from '../rule-runs/run-slots.story.ts';
import type { RunAutomationActivities } from './run-automation.contract.ts';

/**
 * Runs a rule in one organization, slot after slot, as long as it is active. Woken when the rule was changed, when a person wants a run
 * now, when an older rule that goes first has run, and when a change of this rule has ended.
 */
export const runAutomation = (
  { call, untilWoken, continueWith }: Steps<RunAutomationInput, RunAutomationActivities>,
  rule: RunAutomationInput,
): Promise<void> =>
  runSlots(
    {
      readNextSlot: call.readNextSlot,
      recordMissedSlots: call.recordMissedSlots,
      evaluateSlot: call.evaluateSlot,
      requestChanges: call.requestRaises,
      followChanges: call.followRaises,
      recordRunEnd: call.recordRunEnd,
    },
    { untilWoken, continueWith },
    rule,
  );
