import { applicationStream, automationRunStream, automationStream, type NextRun, nextRun } from '@tapwise/domain';
import { leaveOut } from './leave-out.ts';
import type { NextSlot, RunAutomationInput } from './run-automation.contract.ts';
import { type RunContext, ruleInOrganizationOf, ruleScopeOf } from './run-context.ts';

/** Reads what a rule has to do in an organization. */
export async function readNextSlot(context: RunContext, input: RunAutomationInput): Promise<NextSlot> {
  return nextSlotOf(await currentNextRun(context, input), input, context.now());
}

/** The same of a rule of any kind. @param now Milliseconds. */
export function nextSlotOf(next: NextRun, input: RunAutomationInput, now: number): NextSlot {
  switch (next.kind) {
    case 'none':
      return { run: null, missed: 0, pause_seconds: null };
    case 'open':
      return runNow(input, next.run.slot, Date.parse(next.run.slot_at));
    case 'due':
      return { ...runNow(input, next.slot.id, next.slot.at), missed: next.missed.length };
    case 'later':
      return {
        run: null,
        missed: next.missed.length,
        pause_seconds: Math.max(0, (next.at - now) / 1000),
      };
    default:
      return next satisfies never;
  }
}

const runNow = (input: RunAutomationInput, slot: string, slot_at: number): NextSlot => ({
  run: { ...input, slot, slot_at },
  missed: 0,
  pause_seconds: null,
});

/** Records the slots that came since the last run and are too late. */
export async function recordMissedSlots(context: RunContext, input: RunAutomationInput): Promise<void> {
  const ruleScope = ruleScopeOf(context, input);
  const next = await currentNextRun(context, input);
  if (ruleScope === undefined || next.kind === 'none' || next.kind === 'open') return;
  for (const slot of next.missed) await leaveOut(context, ruleScope, slot, { state: 'missed', message: null });
}

/** What the rule has to do by all that was recorded so far, wherever that was. */
async function currentNextRun(context: RunContext, input: RunAutomationInput): Promise<NextRun> {
  const { log, directory, automations, times } = context;
  await Promise.all([directory.caughtUp, automations.caughtUp]);
  await automations.reached(await lastPosition(context, automationStream(input.automation_id)));
  const rule = automations.state.rules.get(input.automation_id);
  if (rule !== undefined) await directory.reached(await lastPosition(context, applicationStream(rule.application_id)));
  for (;;) {
    const existing = ruleInOrganizationOf(context, input);
    if (existing === undefined) return { kind: 'none' };
    const next = nextRun(existing, { everySeconds: times.everySeconds, now: context.now() });
    if (next.kind !== 'open' && next.kind !== 'due') return next;
    const slot = next.kind === 'open' ? next.run.slot : next.slot.id;
    const last = await log.readLast(automationRunStream({ ...input, slot }));
    // What this run recorded last may not have come in here yet.
    if (last === undefined || last.position <= automations.state.position) return next;
    await automations.reached(last.position);
  }
}

const lastPosition = async ({ log }: RunContext, stream: string): Promise<bigint> =>
  (await log.readLast(stream))?.position ?? 0n;
