import {
  automationRunStream,
  freshDataPause,
  guardrailsOf,
  isFreshForSlot,
  isOlderDue,
  isQuiet,
  type RunState,
  ruleClock,
  type Slot,
  serviceOf,
  slotRefusal,
  stopOf,
} from '@tapwise/domain';
import type { RuleRun, SlotEvaluation } from '../rule-runs/rule-run.ts';
import { decideRaises, freshness } from './decide-raises.ts';
import { decideTerms, lastTermsPull } from './filter/decide-terms.ts';
import { leaveOut } from './leave-out.ts';
import { type RuleScope, type RunContext, ruleScopeOf } from './run-context.ts';

/** Woken when the older rule has run; this is for a process that did not hear of it. */
const olderRulePauseSeconds = 5;
const tablesPauseSeconds = 5;

const decided: SlotEvaluation = { state: 'decided' };
const waiting = (pause_seconds: number): SlotEvaluation => ({ state: 'waiting', pause_seconds });

/** Evaluates a rule for a run, unless that is done, and records what was decided; or that the slot is left out. */
export async function evaluateSlot(context: RunContext, run: RuleRun): Promise<SlotEvaluation> {
  const ruleScope = ruleScopeOf(context, run);
  const { state } = await context.runs.current(automationRunStream(run));
  if (ruleScope === undefined || state.ended) return { state: 'left_out' };
  const slot = { id: run.slot, at: run.slot_at };
  if (state.start === null && state.requested === null) return evaluateNewSlot(context, ruleScope, slot);
  return ruleScope.rule.type === 'raise_bids'
    ? continueRun(context, ruleScope, slot, state)
    : continueFilterRun(context, ruleScope, slot, state);
}

async function evaluateNewSlot(context: RunContext, ruleScope: RuleScope, slot: Slot): Promise<SlotEvaluation> {
  const { automations, times, now } = context;
  const { rule, organization } = ruleScope;
  const stop = stopAt(context, ruleScope);
  if (stop !== undefined) return leaveOutAs(context, ruleScope, slot, 'stopped', stop.message);
  const isFilter = rule.type !== 'raise_bids';
  const clock = ruleClock(rule, organization.time_zone, times.everySeconds);
  const pulledAt = isFilter ? await lastTermsPull(context, ruleScope) : await trustedPull(context, ruleScope);
  if (pulledAt === undefined || !isFreshForSlot(rule, { slot, clock }, pulledAt, now())) {
    const pauseSeconds = freshDataPause(clock, slot, now());
    if (pauseSeconds !== undefined) return waiting(pauseSeconds);
    return leaveOutAs(context, ruleScope, slot, 'no_fresh_data', null);
  }
  if (isFilter) await decideTerms(context, ruleScope, { slot, requestedBy: null, pulledAt });
  else if (isOlderDue(automations.state, ruleScope, slot, times.everySeconds)) return waiting(olderRulePauseSeconds);
  else await decideRaises(context, ruleScope, { slot, requestedBy: null, pulledAt });
  return decided;
}

/** Why no rule runs at a slot that comes now. */
function stopAt(
  { directory, now }: RunContext,
  { application, organization }: RuleScope,
): { readonly message: string | null } | undefined {
  const team = directory.state.teams.get(application.team_id) ?? {};
  return slotRefusal({
    isStopped: stopOf(team, application.application_id) !== undefined,
    service: serviceOf(directory.state, application.team_id, now()),
    isQuiet: isQuiet(guardrailsOf(application).quiet_hours, organization.time_zone, now()),
  });
}

async function leaveOutAs(
  context: RunContext,
  ruleScope: RuleScope,
  slot: Slot,
  state: 'no_fresh_data' | 'stopped',
  message: string | null,
): Promise<SlotEvaluation> {
  await leaveOut(context, ruleScope, slot, { state, message });
  return { state: 'left_out' };
}

/** When the last completed pull was, in milliseconds, unless what came after it cannot be trusted. */
async function trustedPull(context: RunContext, ruleScope: RuleScope): Promise<number | undefined> {
  const { pulledAt, isTrusted } = await freshness(context, ruleScope);
  return isTrusted ? pulledAt : undefined;
}

/** A run that a person asked for, or whose evaluation was cut short: units may be gone meanwhile, and what was decided is all there is. */
async function continueRun(
  context: RunContext,
  ruleScope: RuleScope,
  slot: Slot,
  { start, decisions, requested }: RunState,
): Promise<SlotEvaluation> {
  if (start !== null && decisions.size >= start.units) return decided;
  if (context.tables === undefined) return waiting(tablesPauseSeconds);
  const { pulledAt = 0, isTrusted } = await freshness(context, ruleScope);
  if (!isTrusted && start === null) return leaveOutAs(context, ruleScope, slot, 'no_fresh_data', null);
  await decideRaises(context, ruleScope, { slot, requestedBy: requested?.asked_by ?? null, pulledAt });
  return decided;
}

async function continueFilterRun(
  context: RunContext,
  ruleScope: RuleScope,
  slot: Slot,
  { start, terms, requested }: RunState,
): Promise<SlotEvaluation> {
  if (start !== null && terms.size >= start.units) return decided;
  const pulledAt = start?.pulled_at ? Date.parse(start.pulled_at) : await lastTermsPull(context, ruleScope);
  await decideTerms(context, ruleScope, { slot, requestedBy: requested?.asked_by ?? null, pulledAt });
  return decided;
}
