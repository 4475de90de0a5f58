import type { Steps } from '../../story/steps.ts';
import type { RunAutomationInput } from '../rule-runs/rule-run.ts';
import { runSlots } from '../rule-runs/run-slots.story.ts';
import type { RunCustomRuleActivities } from './run-custom-rule.contract.ts';

/** Runs a rule that people wrote as the others are run: slot after slot, in one organization, as long as it is active. */
export const runCustomRule = (
  { call, untilWoken, continueWith }: Steps<RunAutomationInput, RunCustomRuleActivities>,
  rule: RunAutomationInput,
): Promise<void> =>
  runSlots(
    {
      readNextSlot: call.readNextCustomSlot,
      recordMissedSlots: call.recordMissedCustomSlots,
      evaluateSlot: call.evaluateCustomSlot,
      requestChanges: call.requestCustomChanges,
      followChanges: call.followCustomChanges,
      recordRunEnd: call.recordCustomRunEnd,
    },
    { untilWoken, continueWith },
    rule,
  );
