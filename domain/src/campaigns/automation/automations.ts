import type { DomainEvent } from '../../event-catalogue.ts';
import { type OscillatingUnits, rememberOscillation } from '../custom-rule/holds/oscillating-units.ts';
import { remember, type UnitVerdict } from './evaluation/evaluate.ts';
import type { UnitMemory } from './evaluation/rule-data.ts';
import { automationDecider, type ExistingRule } from './rule/automation.decider.ts';
import { type AutomationEvent, automationEvents } from './rule/automation.events.ts';
import { type AutomationRunEvent, automationRunEvents, type RunCounts } from './run/automation-run.events.ts';
import { runsKept } from './run/runs-kept.ts';

/** A run of a rule in one ad organization. */
export interface RunSummary {
  readonly run_id: string;
  readonly automation_id: number;
  readonly org_id: number;
  readonly slot: string;
  readonly slot_at: string;
  readonly state: 'running' | 'done' | 'missed' | 'stopped' | 'no_fresh_data';
  readonly version: number;
  readonly mode: 'live' | 'shadow';
  readonly as_of: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly change_id: string | null;
  readonly message: string | null;
  readonly counts: RunCounts | null;
}

/** What a rule remembers of its units in one organization: only those at a cap are there. By key. */
export type UnitMemories = Map<string, UnitMemory>;

/** All rules with what they remember, kept current by following the log. Changed in place, by `evolveAutomations` alone. */
export interface Automations {
  /** Commit position up to which events are in; -1 before the first. */
  position: bigint;
  readonly rules: Map<number, ExistingRule>;
  /** By rule and organization, oldest first. */
  readonly runs: Map<string, RunSummary[]>;
  /** Memories by rule and organization. */
  readonly memories: Map<string, UnitMemories>;
  /** Keywords whose bids rules turn to and fro, by rule and organization. */
  readonly oscillating: Map<string, OscillatingUnits>;
}

export const createAutomations = (): Automations => ({
  position: -1n,
  rules: new Map(),
  runs: new Map(),
  memories: new Map(),
  oscillating: new Map(),
});

export const automationStreamPrefixes: readonly string[] = ['automation-', 'automationRun-'];

export const ruleInOrganization = (automationId: number, orgId: number): string => `${automationId}.${orgId}`;

const definitionTypes: ReadonlySet<string> = new Set(automationEvents.map(({ type }) => type));
const runTypes: ReadonlySet<string> = new Set(automationRunEvents.map(({ type }) => type));
const isDefinition = (event: DomainEvent): event is AutomationEvent => definitionTypes.has(event.type);
export const isRunEvent = (event: DomainEvent): event is AutomationRunEvent => runTypes.has(event.type);

/** Applies an event. @returns the id of the rule it is about. */
export function evolveAutomations(all: Automations, event: DomainEvent, position: bigint): number | undefined {
  if (position > all.position) all.position = position;
  if (isDefinition(event)) {
    const id = event.data.automation_id;
    const rule = automationDecider.evolve(all.rules.get(id) ?? automationDecider.initialState(), event);
    if ('automation_id' in rule) all.rules.set(id, rule);
    return id;
  }
  if (!isRunEvent(event)) return undefined;
  applyRun(all, event);
  return event.data.automation_id;
}

function applyRun(all: Automations, event: AutomationRunEvent): void {
  const ruleScope = ruleInOrganization(event.data.automation_id, event.data.org_id);
  const runs = all.runs.get(ruleScope) ?? [];
  all.runs.set(ruleScope, runs);
  const { run_id, automation_id, org_id, slot } = event.data;
  const identity = { run_id, automation_id, org_id, slot };
  const existingIndex = runs.findLastIndex((run) => run.run_id === run_id);
  const change = (changed: Partial<RunSummary>) => {
    const run = runs[existingIndex];
    if (run !== undefined) runs[existingIndex] = { ...run, ...changed };
  };
  switch (event.type) {
    case 'AutomationRunRequested': {
      if (existingIndex !== -1) return;
      const { version, requested_at: at } = event.data;
      const unknown = { as_of: null, ended_at: null, change_id: null, message: null, counts: null };
      runs.push({ ...identity, slot_at: at, version, mode: 'live', state: 'running', started_at: at, ...unknown });
      break;
    }
    case 'AutomationRunStarted': {
      if (existingIndex !== -1) {
        const { version, mode, as_of } = event.data;
        change({ version, mode, as_of, started_at: as_of });
        return;
      }
      const { slot_at, version, mode, as_of } = event.data;
      const unknown = { ended_at: null, change_id: null, message: null, counts: null };
      runs.push({ ...identity, slot_at, version, mode, as_of, state: 'running', started_at: as_of, ...unknown });
      break;
    }
    case 'AutomationRunLeftOut': {
      const { slot_at, version, state, message, left_out_at: at } = event.data;
      if (existingIndex !== -1) {
        // Asked for by hand, and then there was nothing to evaluate it on.
        if (runs[existingIndex]?.state === 'running') change({ state, message, ended_at: at });
        return;
      }
      const left = { mode: 'live', as_of: null, started_at: at, ended_at: at, change_id: null, counts: null } as const;
      runs.push({ ...identity, slot_at, version, state, message, ...left });
      break;
    }
    case 'BidRaisesDecided':
    case 'BidRaisesSuggested':
      applyDecisions(all, ruleScope, event, runs[existingIndex]?.version);
      break;
    case 'AutomationRunEnded': {
      const { state, ended_at, message, counts, change_ids } = event.data;
      change({ state, ended_at, message, counts, change_id: change_ids[0] ?? null });
      break;
    }
    default:
      break;
  }
  if (runs.length > runsKept) runs.splice(0, runs.length - runsKept);
}

type Decided = Extract<AutomationRunEvent, { type: 'BidRaisesDecided' | 'BidRaisesSuggested' }>;

function applyDecisions(all: Automations, ruleScope: string, { data }: Decided, version: number | undefined): void {
  const rule = all.rules.get(data.automation_id);
  const paramsVersion =
    rule?.versions.find((candidate) => candidate.version === version)?.paramsVersion ?? version ?? 1;
  const memories = all.memories.get(ruleScope) ?? new Map();
  all.memories.set(ruleScope, memories);
  for (const decision of data.decisions) rememberUnit(memories, decision, paramsVersion);
  const oscillating: OscillatingUnits = all.oscillating.get(ruleScope) ?? new Map();
  all.oscillating.set(ruleScope, oscillating);
  rememberOscillation(
    oscillating,
    data.decisions.map(({ keyword: name, until = null, ...decision }) => ({ ...decision, name, until })),
    data.decided_at,
  );
}

const noMemory: UnitMemory = { latch: null, reached: null };

/** Keeps what is worth remembering of a unit after a verdict. */
export function rememberUnit(memories: UnitMemories, decision: UnitVerdict, paramsVersion: number): void {
  const after = remember(memories.get(decision.key) ?? noMemory, decision, paramsVersion);
  if (after.latch === null && after.reached === null) memories.delete(decision.key);
  else memories.set(decision.key, after);
}

/** All runs of a rule that are remembered, oldest first. */
export const runsOfRule = ({ runs }: Pick<Automations, 'runs'>, automationId: number): RunSummary[] =>
  [...runs]
    .filter(([ruleScope]) => ruleScope.startsWith(`${automationId}.`))
    .flatMap(([, ruleRuns]) => ruleRuns)
    .sort((left, right) => (left.started_at < right.started_at ? -1 : left.started_at > right.started_at ? 1 : 0));
