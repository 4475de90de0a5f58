import { applicationStream, customRuleStream, customRunStream, type NextRun, nextSlotRun } from '@tapwise/domain';
import { nextSlotOf } from '../run-automation/next-slot.ts';
import type { NextSlot, RunAutomationInput } from '../run-automation/run-automation.contract.ts';
import { type CustomRuleContext, customRuleScope, slottedCustomRule } from './custom-rule-context.ts';
import { leaveOutSlot } from './leave-out-slot.ts';

/** Reads what a rule has to do in an organization. */
export async function readNextCustomSlot(context: CustomRuleContext, input: RunAutomationInput): Promise<NextSlot> {
  return nextSlotOf(await currentNextRun(context, input), input, context.now());
}

/** Records the slots that came since the last run and are too late. */
export async function recordMissedCustomSlots(context: CustomRuleContext, input: RunAutomationInput): Promise<void> {
  const ruleScope = customRuleScope(context, input);
  const next = await currentNextRun(context, input);
  if (ruleScope === undefined || next.kind === 'none' || next.kind === 'open') return;
  for (const slot of next.missed) await leaveOutSlot(context, ruleScope, slot, { state: 'missed', message: null });
}

/** What the rule has to do by all that was recorded so far, wherever that was. */
async function currentNextRun(context: CustomRuleContext, input: RunAutomationInput): Promise<NextRun> {
  const { log, directory, customRules, automations } = context;
  await Promise.all([directory.caughtUp, customRules.caughtUp, automations.caughtUp]);
  await customRules.reached(await lastPosition(context, customRuleStream(input.automation_id)));
  const rule = customRules.state.rules.rules.get(input.automation_id);
  if (rule !== undefined) await directory.reached(await lastPosition(context, applicationStream(rule.application_id)));
  for (;;) {
    const ruleScope = customRuleScope(context, input);
    if (ruleScope === undefined) return { kind: 'none' };
    const next = nextSlotRun(slottedCustomRule(context, ruleScope), context.now());
    if (next.kind !== 'open' && next.kind !== 'due') return next;
    const slot = next.kind === 'open' ? next.run.slot : next.slot.id;
    const last = await log.readLast(customRunStream({ ...input, slot }));
    // What this run recorded last may not have come in here yet.
    if (last === undefined || last.position <= customRules.state.runs.position) return next;
    await customRules.reached(last.position);
  }
}

const lastPosition = async ({ log }: CustomRuleContext, stream: string): Promise<bigint> =>
  (await log.readLast(stream))?.position ?? 0n;
