import type { Day } from '../../../shared/calendar/days.ts';
import { runsKept } from '../../automation/run/runs-kept.ts';
import type { SourceDays } from '../evaluation/evaluation-data.ts';
import type { RuleCounts } from '../evaluation/rule-verdict.ts';
import { type OscillatingUnits, rememberOscillation } from '../holds/oscillating-units.ts';
import type { ExistingCustomRule } from '../rule/existing-custom-rule.ts';
import { type ActedUnit, type ChangedUnits, noChanges, rememberChanges } from './changed-units.ts';
import { type CustomRunData, type CustomRunEvent, customRunEvents } from './custom-run.events.ts';
import { type RecordedVerdict, readUnits } from './record/recorded-verdicts.ts';
import { madeActions } from './settled-verdict.ts';

export type CustomRunOutcome =
  | 'running'
  | 'done'
  | 'held'
  | 'missed'
  | 'stopped'
  | 'no_fresh_data'
  | 'no_complete_data';

/** A run of a rule that people wrote, in one ad organization. Instants are ISO 8601. */
export interface CustomRunSummary {
  readonly run_id: string;
  readonly automation_id: number;
  readonly org_id: number;
  readonly slot: string;
  readonly slot_at: string;
  /** Of a held run `done` once it is released, or the rule was paused or given other cases. */
  readonly state: CustomRunOutcome;
  readonly version: number;
  readonly mode: 'live' | 'shadow';
  /** The held run that it releases. */
  readonly releases: string | null;
  readonly as_of: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly change_ids: readonly string[];
  readonly message: string | null;
  readonly counts: RuleCounts | null;
  readonly days: SourceDays | null;
  readonly joined: number | null;
  readonly left: number | null;
  readonly held: { readonly would: number; readonly judged: number } | null;
  readonly without_figures: number | null;
}

/** What the runs of a rule in one ad organization leave behind. Changed in place, by `evolveCustomRuns` alone. */
export interface RunsInOrganization {
  /** Oldest first. */
  readonly runs: CustomRunSummary[];
  /** Day from which each unit has been under the rule. */
  readonly joined: Map<string, Day>;
  readonly live: ChangedUnits;
  /** What it would have changed in shadow. */
  readonly shadow: ChangedUnits;
  readonly oscillating: OscillatingUnits;
  /** Units that the run under way acts on, or in shadow would, until it ends; by key. */
  readonly open: Map<string, RecordedVerdict>;
  /** Units that the run under way found to have come and gone, until it ends: it may be evaluated anew. */
  readonly pending: CustomRunData<'CustomRuleUnitsChanged'>[];
}

/** What ends the held runs of a rule. */
type HoldingRule = Pick<ExistingCustomRule, 'automation_id' | 'status' | 'casesSince' | 'versions'>;

/** Runs of all rules that people wrote, kept current by following the log. Changed in place, by `evolveCustomRuns` alone. */
export interface CustomRuns {
  /** Commit position up to which events are in; -1 before the first. */
  position: bigint;
  /** By rule and organization, as `ruleInOrganization` names them. */
  readonly organizations: Map<string, RunsInOrganization>;
}

export const createCustomRuns = (): CustomRuns => ({ position: -1n, organizations: new Map() });

const runTypes: ReadonlySet<string> = new Set(customRunEvents.map(({ type }) => type));
export const isCustomRunEvent = (event: { readonly type: string }): event is CustomRunEvent => runTypes.has(event.type);

const emptyRuns = (): RunsInOrganization => ({
  runs: [],
  joined: new Map(),
  live: noChanges(),
  shadow: noChanges(),
  oscillating: new Map(),
  open: new Map(),
  pending: [],
});

/** Applies an event. @returns the id of the rule whose run it is about. */
export function evolveCustomRuns(
  all: CustomRuns,
  event: { readonly type: string },
  position: bigint,
): number | undefined {
  if (position > all.position) all.position = position;
  if (!isCustomRunEvent(event)) return undefined;
  const { automation_id, org_id } = event.data;
  const name = `${automation_id}.${org_id}`;
  const inOrganization = all.organizations.get(name) ?? emptyRuns();
  all.organizations.set(name, inOrganization);
  apply(inOrganization, event);
  return automation_id;
}

function apply(all: RunsInOrganization, event: CustomRunEvent): void {
  switch (event.type) {
    case 'CustomRuleRunRequested':
      request(all, event.data);
      break;
    case 'CustomRuleRunStarted':
      start(all, event.data);
      break;
    case 'CustomRuleUnitsChanged':
      all.pending.push(event.data);
      break;
    case 'CustomRuleVerdictsDecided':
    case 'CustomRuleVerdictsSuggested':
      decide(all, event.data);
      break;
    case 'CustomRuleVerdictsSettled':
      remember(all, all.live, event.data, settledUnits(all, event.data));
      break;
    case 'CustomRuleRunEnded':
      end(all, event.data);
      break;
    case 'CustomRuleRunLeftOut':
      leaveOut(all, event.data);
      break;
    default:
      event satisfies never;
  }
}

function decide(all: RunsInOrganization, data: CustomRunData<'CustomRuleVerdictsDecided'>): void {
  const verdicts = readUnits(data);
  for (const verdict of verdicts) if (verdict.verdict === 'acted') all.open.set(verdict.key, verdict);
  rememberOscillation(all.oscillating, verdicts, data.decided_at);
}

function actedUnit(verdict: RecordedVerdict, actions = verdict.actions): ActedUnit {
  return { key: verdict.key, case: verdict.case ?? 0, cooldownDays: verdict.cooldown_days ?? 1, actions };
}

/** Units whose calls have ended, with those of their actions that were made, or may have been. */
function settledUnits(
  { open }: RunsInOrganization,
  { settled }: CustomRunData<'CustomRuleVerdictsSettled'>,
): ActedUnit[] {
  return settled.flatMap((unit) => {
    const verdict = open.get(unit.key);
    return verdict === undefined ? [] : [actedUnit(verdict, madeActions(verdict.actions, unit))];
  });
}

function remember(
  all: RunsInOrganization,
  changes: ChangedUnits,
  { run_id, slot }: { readonly run_id: string; readonly slot: string },
  acted: readonly ActedUnit[],
): void {
  const asOf = all.runs.findLast((run) => run.run_id === run_id)?.as_of;
  if (asOf !== null && asOf !== undefined) rememberChanges(changes, acted, { at: Date.parse(asOf), slot });
}

const notYet = {
  as_of: null,
  ended_at: null,
  change_ids: [],
  message: null,
  counts: null,
  days: null,
  joined: null,
  left: null,
  held: null,
  without_figures: null,
};

function addRun({ runs }: RunsInOrganization, run: CustomRunSummary): void {
  runs.push(run);
  if (runs.length > runsKept) runs.splice(0, runs.length - runsKept);
}

function changeRun({ runs }: RunsInOrganization, runId: string, changed: Partial<CustomRunSummary>): void {
  const index = runs.findLastIndex(({ run_id }) => run_id === runId);
  const run = runs[index];
  if (run !== undefined) runs[index] = { ...run, ...changed };
}

const hasRun = ({ runs }: RunsInOrganization, runId: string): boolean => runs.some(({ run_id }) => run_id === runId);

function request(all: RunsInOrganization, data: CustomRunData<'CustomRuleRunRequested'>): void {
  const { run_id, automation_id, org_id, slot, version, releases = null, requested_at: at } = data;
  if (hasRun(all, run_id)) return;
  const identity = { run_id, automation_id, org_id, slot };
  addRun(all, {
    ...notYet,
    ...identity,
    slot_at: at,
    state: 'running',
    version,
    mode: 'live',
    releases,
    started_at: at,
  });
  if (releases !== null) changeRun(all, releases, { state: 'done' });
}

function start(all: RunsInOrganization, data: CustomRunData<'CustomRuleRunStarted'>): void {
  const { run_id, automation_id, org_id, slot, slot_at, version, mode, as_of } = data;
  const { counts, days, joined, left, held, without_figures } = data;
  const started = { version, mode, as_of, started_at: as_of, counts, days, joined, left, held, without_figures };
  forgetUnderWay(all);
  if (hasRun(all, run_id)) {
    changeRun(all, run_id, started);
    return;
  }
  const identity = { run_id, automation_id, org_id, slot, slot_at };
  addRun(all, { ...notYet, ...identity, ...started, state: 'running', releases: null });
}

function end(all: RunsInOrganization, data: CustomRunData<'CustomRuleRunEnded'>): void {
  const { run_id, state, change_ids, counts, message, ended_at } = data;
  changeRun(all, run_id, { state, change_ids, counts, message, ended_at });
  const isSuggested = all.runs.findLast((run) => run.run_id === run_id)?.mode === 'shadow' && state !== 'held';
  const acted = isSuggested ? [...all.open.values()].map((verdict) => actedUnit(verdict)) : [];
  remember(all, all.shadow, data, acted);
  for (const { joined, left, day } of all.pending) {
    for (const key of joined) all.joined.set(key, day);
    for (const key of left) all.joined.delete(key);
  }
  forgetUnderWay(all);
}

function forgetUnderWay({ open, pending }: RunsInOrganization): void {
  open.clear();
  pending.length = 0;
}

/** Ends held runs of a rule that is paused, or has had other cases since. */
export function endHeldRuns(
  { organizations }: CustomRuns,
  { automation_id, status, casesSince, versions }: HoldingRule,
): void {
  for (const orgId of new Set(versions.flatMap(({ apply_to }) => Object.keys(apply_to)))) {
    const inOrganization = organizations.get(`${automation_id}.${orgId}`);
    for (const { run_id, state, as_of } of inOrganization?.runs ?? []) {
      const isOver = status !== 'active' || as_of === null || as_of < casesSince;
      if (inOrganization !== undefined && state === 'held' && isOver)
        changeRun(inOrganization, run_id, { state: 'done' });
    }
  }
}

function leaveOut(all: RunsInOrganization, data: CustomRunData<'CustomRuleRunLeftOut'>): void {
  const { run_id, automation_id, org_id, slot, slot_at, version, state, message, left_out_at: at } = data;
  if (hasRun(all, run_id)) {
    changeRun(all, run_id, { state, message, ended_at: at });
    return;
  }
  const ended = { state, message, started_at: at, ended_at: at };
  const identity = { run_id, automation_id, org_id, slot, slot_at };
  addRun(all, { ...notYet, ...identity, ...ended, version, mode: 'live', releases: null });
}
