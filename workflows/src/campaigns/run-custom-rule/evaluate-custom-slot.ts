import {
  adsPullStream,
  type CustomRunState,
  customRunStream,
  earlierCustomRules,
  earlierRaisingRules,
  freshDataPause,
  freshnessOf,
  guardrailsOf,
  isFreshFigures,
  isQuiet,
  isRunDecided,
  isRunOver,
  ruleInOrganization,
  type Slot,
  type SlottedRule,
  scheduleClock,
  serviceOf,
  slotRefusal,
  slottedRule,
  stopOf,
  usesToday,
  waitsFor,
} from '@tapwise/domain';
import type { RuleRun, SlotEvaluation } from '../rule-runs/rule-run.ts';
import {
  type CustomRuleContext,
  type CustomRuleScope,
  customRuleScope,
  slottedCustomRule,
} from './custom-rule-context.ts';
import { decideRun } from './decide-custom-run.ts';
import { leaveOutSlot } from './leave-out-slot.ts';

const earlierRulePauseSeconds = 5;
const tablesPauseSeconds = 5;

const decided: SlotEvaluation = { state: 'decided' };
const leftOut: SlotEvaluation = { state: 'left_out' };
const waiting = (pause_seconds: number): SlotEvaluation => ({ state: 'waiting', pause_seconds });

/** Evaluates a rule for a run, unless that is done, and records what was decided; or that the slot is left out. */
export async function evaluateCustomSlot(context: CustomRuleContext, run: RuleRun): Promise<SlotEvaluation> {
  const ruleScope = customRuleScope(context, run);
  const { state } = await context.runs.current(customRunStream(run));
  if (ruleScope === undefined || isRunOver(state)) return leftOut;
  if (isRunDecided(state)) return decided;
  if (context.tables === undefined) return waiting(tablesPauseSeconds);
  const slot = { id: run.slot, at: run.slot_at };
  const isNew = state.start === null && state.requested === null;
  const instead = isNew ? await insteadOfRun(context, ruleScope, slot) : undefined;
  return instead ?? (await decideOrLeaveOut(context, ruleScope, slot, state));
}

/** Why a slot that has come is not run now. */
async function insteadOfRun(
  context: CustomRuleContext,
  ruleScope: CustomRuleScope,
  slot: Slot,
): Promise<SlotEvaluation | undefined> {
  const stop = stopAt(context, ruleScope);
  if (stop !== undefined) {
    await leaveOutSlot(context, ruleScope, slot, { state: 'stopped', message: stop.message });
    return leftOut;
  }
  if (isEarlierDue(context, ruleScope, slot)) return waiting(earlierRulePauseSeconds);
  if (!usesToday(ruleScope.rule.rule.cases) || (await isFresh(context, ruleScope))) return undefined;
  const { clock } = slottedCustomRule(context, ruleScope);
  const pauseSeconds = freshDataPause(clock, slot, context.now());
  if (pauseSeconds !== undefined) return waiting(pauseSeconds);
  await leaveOutSlot(context, ruleScope, slot, { state: 'no_fresh_data', message: null });
  return leftOut;
}

/** Why no rule runs at a slot that comes now. */
function stopAt({ directory, now }: CustomRuleContext, { application, organization }: CustomRuleScope) {
  const team = directory.state.teams.get(application.team_id) ?? {};
  return slotRefusal({
    isStopped: stopOf(team, application.application_id) !== undefined,
    service: serviceOf(directory.state, application.team_id, now()),
    isQuiet: isQuiet(guardrailsOf(application).quiet_hours, organization.time_zone, now()),
  });
}

/** Whether a rule that goes first at this slot has yet to run, or still runs. */
function isEarlierDue(context: CustomRuleContext, ruleScope: CustomRuleScope, slot: Slot): boolean {
  const { customRules, automations, times, now } = context;
  const { rule, application, organization } = ruleScope;
  const { org_id } = organization;
  const clock = scheduleClock(rule.rule.schedule, organization.time_zone, times.everySeconds);
  const isAwaited = (earlier: SlottedRule, needsFreshData: boolean): boolean =>
    waitsFor(earlier, { slot, clock, needsFreshData, now: now() });
  const isRaisingDue = earlierRaisingRules(automations.state.rules.values(), rule, org_id).some((raising) => {
    const runs = automations.state.runs.get(ruleInOrganization(raising.automation_id, org_id)) ?? [];
    return isAwaited(slottedRule({ rule: raising, organization, runs, isServed: true }, times.everySeconds), true);
  });
  if (isRaisingDue) return true;
  return earlierCustomRules(customRules.state.rules.rules.values(), rule, org_id).some((other) =>
    isAwaited(slottedCustomRule(context, { rule: other, application, organization }), usesToday(other.rule.cases)),
  );
}

/** Whether the organization was pulled lately, and what came can be trusted. */
async function isFresh(
  { log, now }: CustomRuleContext,
  { application, organization }: CustomRuleScope,
): Promise<boolean> {
  const last = await log.readLast(adsPullStream(application.application_id, organization.org_id));
  const { pulledAt, isTrusted } = freshnessOf(last?.event);
  return isTrusted && pulledAt !== undefined && isFreshFigures(pulledAt, now());
}

/** A run that is cut short is evaluated anew: nothing of it was sent. */
async function decideOrLeaveOut(
  context: CustomRuleContext,
  ruleScope: CustomRuleScope,
  slot: Slot,
  { requested }: CustomRunState,
): Promise<SlotEvaluation> {
  const refusal = await decideRun(context, ruleScope, { slot, requested });
  if (refusal !== undefined) {
    await leaveOutSlot(context, ruleScope, slot, { state: 'no_complete_data', message: refusal });
    return leftOut;
  }
  const { state } = await context.runs.current(customRunStreamOf(ruleScope, slot));
  // Another process has begun to evaluate it on later data.
  return isRunDecided(state) ? decided : waiting(1);
}

const customRunStreamOf = ({ rule, organization }: CustomRuleScope, slot: Slot): string =>
  customRunStream({ automation_id: rule.automation_id, org_id: organization.org_id, slot: slot.id });
