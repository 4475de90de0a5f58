import { automationRunStream, automationStream, nextRun } from '@tapwise/domain';
import { currentNextRun, missedSlots, nextSlotOf, type SlotSources } from '../rule-runs/next-slot.ts';
import type { NextSlot, RunAutomationInput } from '../rule-runs/rule-run.ts';
import { leaveOut } from './leave-out.ts';
import { type RunContext, ruleInOrganizationOf, ruleScopeOf } from './run-context.ts';

/** Reads what a rule has to do in an organization. */
export async function readNextSlot(context: RunContext, input: RunAutomationInput): Promise<NextSlot> {
  return nextSlotOf(await currentNextRun(slotSources(context), input), input, context.now());
}

/** Records the slots that came since the last run and are too late. */
export async function recordMissedSlots(context: RunContext, input: RunAutomationInput): Promise<void> {
  const ruleScope = ruleScopeOf(context, input);
  const next = await currentNextRun(slotSources(context), input);
  if (ruleScope === undefined) return;
  for (const slot of missedSlots(next)) await leaveOut(context, ruleScope, slot, { state: 'missed', message: null });
}

function slotSources(context: RunContext): SlotSources {
  const { log, directory, automations, times } = context;
  return {
    log,
    directory,
    rules: automations,
    others: [],
    position: () => automations.state.position,
    applicationOf: (automationId) => automations.state.rules.get(automationId)?.application_id,
    ruleStream: automationStream,
    runStream: automationRunStream,
    nextRun: (input) => {
      const existing = ruleInOrganizationOf(context, input);
      if (existing === undefined) return { kind: 'none' };
      return nextRun(existing, { everySeconds: times.everySeconds, now: context.now() });
    },
  };
}
