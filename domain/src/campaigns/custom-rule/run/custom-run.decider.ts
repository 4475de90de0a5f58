import { chunksOf } from '../../../shared/chunks.ts';
import type { Decider } from '../../../shared/decider.ts';
import type { RuleEvaluation } from '../evaluation/rule-evaluation.ts';
import type { CustomRunData, CustomRunEvent, CustomRunStart, SettledUnit } from './custom-run.events.ts';
import { type RecordedVerdicts, recordVerdicts } from './record/recorded-verdicts.ts';
import { finalCounts } from './settled-verdict.ts';

/** A run as far as it is. */
export interface CustomRunState {
  readonly requested: CustomRunData<'CustomRuleRunRequested'> | null;
  readonly start: CustomRunStart | null;
  /** Events with units and verdicts that are recorded of this evaluation. */
  readonly parts: number;
  readonly verdicts: readonly RecordedVerdicts[];
  /** By key of the unit. */
  readonly settled: ReadonlyMap<string, SettledUnit>;
  readonly end: CustomRunData<'CustomRuleRunEnded'> | null;
  readonly leftOut: boolean;
}

/** Fold of `customRuleRun-<automationId>.<orgId>.<slot>`. */
export const customRunDecider: Decider<CustomRunState, CustomRunEvent> = {
  initialState: () => ({
    requested: null,
    start: null,
    parts: 0,
    verdicts: [],
    settled: new Map(),
    end: null,
    leftOut: false,
  }),
  evolve(state, event) {
    switch (event.type) {
      case 'CustomRuleRunRequested':
        return { ...state, requested: event.data };
      case 'CustomRuleRunStarted':
        return { ...state, start: event.data, parts: 0, verdicts: [] };
      case 'CustomRuleUnitsChanged':
        return { ...state, parts: state.parts + 1 };
      case 'CustomRuleVerdictsDecided':
      case 'CustomRuleVerdictsSuggested':
        return { ...state, parts: state.parts + 1, verdicts: [...state.verdicts, event.data] };
      case 'CustomRuleVerdictsSettled': {
        const settled = event.data.settled.map((unit): [string, SettledUnit] => [unit.key, unit]);
        return { ...state, settled: new Map([...state.settled, ...settled]) };
      }
      case 'CustomRuleRunEnded':
        return { ...state, end: event.data };
      case 'CustomRuleRunLeftOut':
        return { ...state, leftOut: true };
      default:
        return state;
    }
  },
};

/** Whether nothing more happens in a run. */
export const isRunOver = ({ end, leftOut }: Pick<CustomRunState, 'end' | 'leftOut'>): boolean =>
  end !== null || leftOut;

/** Whether all that was decided in a run is recorded; only then anything is sent. */
export const isRunDecided = ({ start, parts }: Pick<CustomRunState, 'start' | 'parts'>): boolean =>
  start !== null && parts >= start.parts;

/** Records that a person wants a run now, once. */
export const requestCustomRun = (
  { requested }: CustomRunState,
  data: CustomRunData<'CustomRuleRunRequested'>,
): CustomRunEvent[] => (requested === null ? [{ type: 'CustomRuleRunRequested', data }] : []);

/** Records that a slot passes without an evaluation, unless it has one. */
export const leaveOutCustomRun = (
  state: CustomRunState,
  data: CustomRunData<'CustomRuleRunLeftOut'>,
): CustomRunEvent[] => (state.start !== null || isRunOver(state) ? [] : [{ type: 'CustomRuleRunLeftOut', data }]);

export const identityOfCustomRun = ({ run_id, automation_id, application_id, org_id, slot }: CustomRunStart) => ({
  run_id,
  automation_id,
  application_id,
  org_id,
  slot,
});

/** An evaluation that is to be recorded, and which units came and went. */
export interface DecidedRun {
  readonly evaluation: RuleEvaluation;
  /** Day of the organization. */
  readonly day: string;
  readonly joined: readonly string[];
  readonly left: readonly string[];
}

const verdictsPerEvent = 500;
const keysPerEvent = 5000;

/** The events of an evaluation, its start first. */
export function eventsOfEvaluation(
  basis: Omit<CustomRunStart, 'counts' | 'without_figures' | 'joined' | 'left' | 'held' | 'parts'>,
  { evaluation, day, joined, left }: DecidedRun,
): readonly CustomRunEvent[] {
  const { run_id, automation_id, application_id, org_id, slot } = basis;
  const identity = { run_id, automation_id, application_id, org_id, slot };
  const without = new Set(evaluation.withoutFigures);
  const decisions = evaluation.decisions.filter(({ key }) => !without.has(key));
  const type =
    basis.mode === 'live' ? ('CustomRuleVerdictsDecided' as const) : ('CustomRuleVerdictsSuggested' as const);
  const units = [
    ...chunksOf(joined, keysPerEvent).map((keys) => ({ ...identity, day, joined: keys, left: [] })),
    ...chunksOf(left, keysPerEvent).map((keys) => ({ ...identity, day, joined: [], left: keys })),
  ];
  const parts: CustomRunEvent[] = [
    ...units.map((data) => ({ type: 'CustomRuleUnitsChanged' as const, data })),
    ...chunksOf(decisions, verdictsPerEvent).map((part) => ({
      type,
      data: { ...identity, ...recordVerdicts(evaluation, part), decided_at: basis.as_of },
    })),
  ];
  const start: CustomRunStart = {
    ...basis,
    counts: evaluation.counts,
    without_figures: without.size,
    joined: joined.length,
    left: left.length,
    held: evaluation.held,
    parts: parts.length,
  };
  return [{ type: 'CustomRuleRunStarted', data: start }, ...parts];
}

/**
 * What is still to be recorded of an evaluation. One that was begun before and not recorded to its end is replaced, as nothing of it was
 * sent; one that began later is left to whom it belongs.
 */
export function decideCustomRun(state: CustomRunState, events: readonly CustomRunEvent[]): readonly CustomRunEvent[] {
  const [start] = events;
  if (start?.type !== 'CustomRuleRunStarted' || isRunOver(state) || isRunDecided(state)) return [];
  if (state.start === null || state.start.as_of < start.data.as_of) return events;
  return state.start.as_of === start.data.as_of ? events.slice(1 + state.parts) : [];
}

export interface CustomRunEnd {
  readonly state: 'done' | 'stopped' | 'held';
  readonly settled: readonly SettledUnit[];
  readonly change_ids: readonly string[];
  readonly message: string | null;
  readonly breaks: boolean;
  readonly at: string;
}

/** Records how calls ended, and the end of the run. */
export function endCustomRun(state: CustomRunState, end: CustomRunEnd): readonly CustomRunEvent[] {
  const { start } = state;
  if (start === null || isRunOver(state) || !isRunDecided(state)) return [];
  const identity = identityOfCustomRun(start);
  const open = end.settled.filter(({ key }) => !state.settled.has(key));
  const all = new Map([...state.settled, ...open.map((unit): [string, SettledUnit] => [unit.key, unit])]);
  return [
    ...chunksOf(open, verdictsPerEvent).map((settled) => ({
      type: 'CustomRuleVerdictsSettled' as const,
      data: { ...identity, settled, settled_at: end.at },
    })),
    {
      type: 'CustomRuleRunEnded',
      data: {
        ...identity,
        state: end.state,
        change_ids: [...end.change_ids],
        counts: finalCounts({ start, verdicts: state.verdicts, settled: all }),
        message: end.message,
        breaks: end.breaks,
        ended_at: end.at,
      },
    },
  ];
}
