import { customRuleStream, customRunStream, nextSlotRun } from '@tapwise/domain';
import { currentNextRun, missedSlots, nextSlotOf, type SlotSources } from '../rule-runs/next-slot.ts';
import type { NextSlot, RunAutomationInput } from '../rule-runs/rule-run.ts';
import { type CustomRuleContext, customRuleScope, slottedCustomRule } from './custom-rule-context.ts';
import { leaveOutSlot } from './leave-out-slot.ts';

/** Reads what a rule has to do in an organization. */
export async function readNextCustomSlot(context: CustomRuleContext, input: RunAutomationInput): Promise<NextSlot> {
  return nextSlotOf(await currentNextRun(slotSources(context), input), input, context.now());
}

/** Records the slots that came since the last run and are too late. */
export async function recordMissedCustomSlots(context: CustomRuleContext, input: RunAutomationInput): Promise<void> {
  const ruleScope = customRuleScope(context, input);
  const next = await currentNextRun(slotSources(context), input);
  if (ruleScope === undefined) return;
  for (const slot of missedSlots(next))
    await leaveOutSlot(context, ruleScope, slot, { state: 'missed', message: null });
}

function slotSources(context: CustomRuleContext): SlotSources {
  const { log, directory, customRules, automations } = context;
  return {
    log,
    directory,
    rules: customRules,
    others: [automations],
    position: () => customRules.state.runs.position,
    applicationOf: (automationId) => customRules.state.rules.rules.get(automationId)?.application_id,
    ruleStream: customRuleStream,
    runStream: customRunStream,
    nextRun: (input) => {
      const ruleScope = customRuleScope(context, input);
      if (ruleScope === undefined) return { kind: 'none' };
      return nextSlotRun(slottedCustomRule(context, ruleScope), context.now());
    },
  };
}
