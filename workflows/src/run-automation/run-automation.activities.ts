import { createStreamMemory, eventIdFrom, type FoldFollower } from '@tapwise/adapters';
import {
  automationRunStream,
  type Creations,
  dueSlots,
  type RunState,
  type RunSummary,
  ruleCampaignDecider,
  ruleClock,
  ruleInOrganization,
  runDecider,
  type Slot,
  type SlotClock,
  serviceOf,
  slotDelayMs,
  slotGraceMs,
  stopOf,
} from '@tapwise/domain';
import { runAlive } from '../activity/run-alive.ts';
import type { Step } from '../activity/step.ts';
import { createChangeStreams } from '../apply-change/change-log.ts';
import { workflowActor } from '../streams/actor.ts';
import { freshness, startRun } from './evaluate-run.ts';
import { createFilterSources } from './filter/filter-sources.ts';
import { seeFilterThrough } from './filter/see-filter-through.ts';
import { lastTermsPull, startFilterRun, termsPulled } from './filter/start-filter-run.ts';
import { quietNow } from './quiet-hours.ts';
import type { RunAutomationInput } from './run-automation.contract.ts';
import { type RuleScope, type RunContext, ruleScopeOf } from './run-context.ts';
import { seeRunThrough } from './see-run-through.ts';

export interface RunAutomationActivities {
  /** Does what is due for a rule in an organization; answers whether nothing is left now, and else when to call again. */
  runAutomation(input: RunAutomationInput): Promise<Step>;
}

export type RunAutomationDependencies = Omit<RunContext, 'runs' | 'campaigns' | 'changes' | 'filters' | 'now'> & {
  readonly creations: FoldFollower<Creations>;
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
};

const actorContext = workflowActor('run-automation');
const runsKept = 50;
const campaignsKept = 600;
const freshMs = 3 * 3_600_000;
const waitSeconds = 1;
const freshPauseSeconds = 5;
const termsPauseSeconds = 60;

/** Activities of `runAutomation`. */
export function createRunAutomationActivities(dependencies: RunAutomationDependencies): RunAutomationActivities {
  const { log, now = Date.now } = dependencies;
  const context: RunContext = {
    ...dependencies,
    now,
    changes: createChangeStreams(log).changes,
    filters: createFilterSources(log, dependencies.creations),
    runs: createStreamMemory(log, runDecider, { keep: runsKept, context: actorContext }),
    campaigns: createStreamMemory(log, ruleCampaignDecider, { keep: campaignsKept, context: actorContext }),
  };
  const running = new Set<string>();
  return {
    runAutomation: (input) =>
      runAlive(async () => {
        const key = ruleInOrganization(input.automation_id, input.org_id);
        // A driver that switches to the other may still be at it here.
        if (running.has(key)) return { done: false, again_seconds: waitSeconds };
        running.add(key);
        try {
          return await runStep(context, input);
        } finally {
          running.delete(key);
        }
      }),
  };
}

async function runStep(context: RunContext, input: RunAutomationInput): Promise<Step> {
  const { directory, automations } = context;
  await Promise.all([directory.caughtUp, automations.caughtUp]);
  // What an earlier step recorded may not have come in yet.
  await automations.reached(await lastAutomationPosition(context, input));
  const ruleScope = ruleScopeOf(context, input);
  if (ruleScope === undefined) return { done: true };
  const runs = automations.state.runs.get(ruleInOrganization(input.automation_id, input.org_id)) ?? [];
  const open = runs.find(({ state }) => state === 'running');
  if (open !== undefined) return goOn(context, ruleScope, open);
  if (ruleScope.rule.status !== 'active' || context.tables === undefined) return { done: true };
  const due = dueNow(context, ruleScope, runs);
  for (const slot of due.missed) await leaveOut(context, ruleScope, slot, { state: 'missed', message: null });
  if (due.run === undefined) return { done: true };
  return runSlot(context, ruleScope, due.run, due.clock);
}

/** Events of a rule's newest run; the fold is behind them for a moment. */
async function lastAutomationPosition({ log, automations }: RunContext, { automation_id, org_id }: RunAutomationInput) {
  const last = automations.state.runs.get(ruleInOrganization(automation_id, org_id))?.at(-1);
  const event = last && (await log.readLast(automationRunStream(last)));
  return event?.position ?? 0n;
}

/** Slots that are due, after those that were seen to. */
export function dueNow(
  { times, now }: Pick<RunContext, 'times' | 'now'>,
  { rule, organization }: RuleScope,
  runs: readonly RunSummary[],
): ReturnType<typeof dueSlots> & { readonly clock: SlotClock } {
  const clock = ruleClock(rule, organization.time_zone, times.everySeconds);
  const bySlot = runs.findLast(({ slot }) => !slot.startsWith('manual-'));
  const after = Math.max(Date.parse(rule.slotsSince), Date.parse(bySlot?.slot_at ?? rule.slotsSince));
  const delay = slotDelayMs(clock, rule.automation_id, organization.org_id);
  return { ...dueSlots(clock, after, now() - delay), clock };
}

async function runSlot(context: RunContext, ruleScope: RuleScope, slot: Slot, clock: SlotClock): Promise<Step> {
  const { directory, now } = context;
  const { application, organization } = ruleScope;
  const team = directory.state.teams.get(application.team_id) ?? {};
  if (stopOf(team, application.application_id) !== undefined) {
    await leaveOut(context, ruleScope, slot, { state: 'stopped', message: 'Stopped by Stop all' });
    return { done: true };
  }
  // A team that is not served any more: its rules begin again with their next slot when it is.
  if (['idle', 'closed'].includes(serviceOf(directory.state, application.team_id, now()))) {
    await leaveOut(context, ruleScope, slot, { state: 'stopped', message: 'Not run: no active plan' });
    return { done: true };
  }
  if (quietNow(application, organization.time_zone, now())) {
    await leaveOut(context, ruleScope, slot, { state: 'stopped', message: null });
    return { done: true };
  }
  const filters = ruleScope.rule.type !== 'raise_bids';
  const pulledAt = filters ? await termsPulled(context, ruleScope, slot, clock) : await trustedPull(context, ruleScope);
  if (pulledAt === undefined || (!filters && now() - pulledAt > freshMs)) {
    const pauseSeconds = filters && clock.everySeconds === undefined ? termsPauseSeconds : freshPauseSeconds;
    const ends = slot.at + slotGraceMs(clock) - pauseSeconds * 1000;
    if (now() < ends) return { done: false, again_seconds: pauseSeconds };
    await leaveOut(context, ruleScope, slot, { state: 'no_fresh_data', message: null });
    return { done: true };
  }
  if (filters) {
    await startFilterRun(context, ruleScope, { slot, requestedBy: null, pulledAt });
    return { done: false, again_seconds: 0 };
  }
  if (olderIsDue(context, ruleScope, slot)) return { done: false, again_seconds: waitSeconds };
  await startRun(context, ruleScope, { slot, requestedBy: null, pulledAt });
  return { done: false, again_seconds: 0 };
}

/** When the last completed pull was, in milliseconds, unless what came after it cannot be trusted. */
async function trustedPull(context: RunContext, ruleScope: RuleScope): Promise<number | undefined> {
  const { pulledAt, isTrusted } = await freshness(context, ruleScope);
  return isTrusted ? pulledAt : undefined;
}

/** Whether an older rule with campaigns in common has yet to run at the same slot: it goes first. */
function olderIsDue(context: RunContext, { rule, organization }: RuleScope, slot: Slot): boolean {
  const { org_id } = organization;
  const campaignIds = new Set(rule.apply_to[org_id]);
  return [...context.automations.state.rules.values()].some((older) => {
    const beside = older.automation_id < rule.automation_id && older.application_id === rule.application_id;
    if (!beside || older.status !== 'active' || older.type !== 'raise_bids') return false;
    if (!(older.apply_to[org_id] ?? []).some((campaign) => campaignIds.has(campaign))) return false;
    const runs = context.automations.state.runs.get(ruleInOrganization(older.automation_id, org_id)) ?? [];
    if (runs.some((run) => run.slot === slot.id))
      return runs.some((run) => run.slot === slot.id && run.state === 'running');
    const ruleScope = ruleScopeOf(context, { automation_id: older.automation_id, org_id });
    if (ruleScope === undefined || Date.parse(older.slotsSince) >= slot.at) return false;
    const clock = dueNow(context, ruleScope, runs).clock;
    return dueSlots(clock, slot.at - 1, slot.at).run?.id === slot.id;
  });
}

async function goOn(context: RunContext, ruleScope: RuleScope, open: RunSummary): Promise<Step> {
  const { state } = await context.runs.current(automationRunStream(open));
  if (state.ended) return { done: false, again_seconds: waitSeconds };
  if (ruleScope.rule.type !== 'raise_bids') return goOnFiltering(context, ruleScope, open, state);
  if (state.start !== null && state.decisions.size >= state.start.units)
    return seeRunThrough(context, ruleScope, state);
  if (context.tables === undefined) return { done: false, again_seconds: freshPauseSeconds };
  const slot = { id: open.slot, at: Date.parse(open.slot_at) };
  const { pulledAt = 0, isTrusted } = await freshness(context, ruleScope);
  if (!isTrusted && state.start === null) {
    await leaveOut(context, ruleScope, slot, { state: 'no_fresh_data', message: null });
    return { done: true };
  }
  await startRun(context, ruleScope, { slot, requestedBy: state.requested?.asked_by ?? null, pulledAt });
  // Of a run that was cut short, units may be gone meanwhile: what was decided is all there is.
  const decided = await context.runs.current(automationRunStream(open));
  return seeRunThrough(context, ruleScope, decided.state);
}

async function goOnFiltering(context: RunContext, ruleScope: RuleScope, open: RunSummary, state: RunState) {
  const { start, terms, requested } = state;
  if (start === null || terms.size < start.units) {
    const slot = { id: open.slot, at: Date.parse(open.slot_at) };
    const pulledAt = start?.pulled_at ? Date.parse(start.pulled_at) : await lastTermsPull(context, ruleScope);
    await startFilterRun(context, ruleScope, { slot, requestedBy: requested?.asked_by ?? null, pulledAt });
  }
  const decided = await context.runs.current(automationRunStream(open));
  return seeFilterThrough(context, ruleScope, decided.state);
}

async function leaveOut(
  context: RunContext,
  { rule, organization }: RuleScope,
  slot: Slot,
  why: { readonly state: 'missed' | 'no_fresh_data' | 'stopped'; readonly message: string | null },
): Promise<void> {
  const { automation_id, application_id, version } = rule;
  const identity = { automation_id, org_id: organization.org_id, slot: slot.id };
  const stream = automationRunStream(identity);
  const data = {
    ...identity,
    application_id,
    version,
    run_id: eventIdFrom(stream),
    slot_at: new Date(slot.at).toISOString(),
    ...why,
    left_out_at: new Date(context.now()).toISOString(),
  };
  await context.runs.change(stream, `left out ${stream}`, ({ start, ended }) =>
    start !== null || ended ? [] : [{ type: 'AutomationRunLeftOut', data }],
  );
}
