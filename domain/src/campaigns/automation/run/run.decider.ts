import { chunksOf } from '../../../shared/chunks.ts';
import type { Decider } from '../../../shared/decider.ts';
import type { ChangeRow } from '../../change/change-row.ts';
import type { ExistingRule } from '../rule/automation.decider.ts';
import type { AutomationRunEvent, Decision, SettledDecision } from './automation-run.events.ts';
import { countRun } from './log-lines.ts';
import type { SettledTerm, TermVerdict } from './term-verdict.ts';

type Data<Type extends AutomationRunEvent['type']> = Extract<AutomationRunEvent, { type: Type }>['data'];
export type RunStart = Data<'AutomationRunStarted'>;

/** A run as far as it is. */
export interface RunState {
  readonly requested: Data<'AutomationRunRequested'> | null;
  readonly start: RunStart | null;
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly settled: ReadonlyMap<string, SettledDecision>;
  /** Of a filter; by decision. */
  readonly terms: ReadonlyMap<string, TermVerdict>;
  readonly settledTerms: ReadonlyMap<string, SettledTerm>;
  readonly ended: boolean;
}

/** Fold of `automationRun-<automationId>.<orgId>.<slot>`; decisions by key. */
export const runDecider: Decider<RunState, AutomationRunEvent> = {
  initialState: () => ({
    requested: null,
    start: null,
    decisions: new Map(),
    settled: new Map(),
    terms: new Map(),
    settledTerms: new Map(),
    ended: false,
  }),
  evolve(state, event) {
    switch (event.type) {
      case 'AutomationRunRequested':
        return { ...state, requested: event.data };
      case 'AutomationRunStarted':
        return { ...state, start: event.data };
      case 'BidRaisesDecided':
      case 'BidRaisesSuggested':
        return { ...state, decisions: withEach(state.decisions, event.data.decisions, ({ key }) => key) };
      case 'BidRaisesSettled':
        return { ...state, settled: withEach(state.settled, event.data.settled, ({ decision_id }) => decision_id) };
      case 'SearchTermsFiltered':
        return { ...state, terms: withEach(state.terms, event.data.terms, ({ decision_id }) => decision_id) };
      case 'SearchTermsSettled':
        return {
          ...state,
          settledTerms: withEach(state.settledTerms, event.data.settled, ({ decision_id }) => decision_id),
        };
      case 'AutomationRunEnded':
      case 'AutomationRunLeftOut':
        return { ...state, ended: true };
      default:
        return state;
    }
  },
};

function withEach<Item>(existing: ReadonlyMap<string, Item>, items: readonly Item[], idOf: (item: Item) => string) {
  const all = new Map(existing);
  for (const item of items) all.set(idOf(item), item);
  return all;
}

/** Records that a person wants a run now, once. */
export function requestRun(state: RunState, data: Data<'AutomationRunRequested'>): AutomationRunEvent[] {
  return state.requested === null ? [{ type: 'AutomationRunRequested', data }] : [];
}

export const perEvent = 500;
export const identityOfRun = ({ run_id, automation_id, application_id, org_id, slot }: RunStart) => ({
  run_id,
  automation_id,
  application_id,
  org_id,
  slot,
});

/** Records the start and what was decided, each unit once. */
export function decideRun(state: RunState, start: RunStart, decisions: readonly Decision[]): AutomationRunEvent[] {
  if (state.ended) return [];
  const open = decisions.filter(({ key }) => !state.decisions.has(key));
  const runIdentity = identityOfRun(start);
  const type = start.mode === 'live' ? ('BidRaisesDecided' as const) : ('BidRaisesSuggested' as const);
  return [
    ...(state.start === null ? [{ type: 'AutomationRunStarted' as const, data: start }] : []),
    ...chunksOf(open, perEvent).map((part) => ({
      type,
      data: { ...runIdentity, decisions: part, decided_at: start.as_of },
    })),
  ];
}

/** Records how calls ended, and the end of the run. */
export function settleRun(
  state: RunState,
  end: {
    readonly settled: readonly SettledDecision[];
    readonly change_ids: string[];
    readonly stopped: boolean;
    readonly at: string;
  },
): AutomationRunEvent[] {
  const { start, ended } = state;
  if (start === null || ended) return [];
  const runIdentity = identityOfRun(start);
  const open = end.settled.filter(({ decision_id }) => !state.settled.has(decision_id));
  const outcomes = new Map(end.settled.map(({ decision_id, outcome }) => [decision_id, outcome]));
  const counts = countRun([...state.decisions.values()], outcomes);
  const { currency } = start;
  return [
    ...chunksOf(open, perEvent).map((settled) => ({
      type: 'BidRaisesSettled' as const,
      data: { ...runIdentity, currency, settled, settled_at: end.at },
    })),
    {
      type: 'AutomationRunEnded',
      data: {
        ...runIdentity,
        state: end.stopped ? 'stopped' : 'done',
        change_ids: end.change_ids,
        counts,
        message: null,
        ended_at: end.at,
      },
    },
  ];
}

/** The rows of the changes of a run, by the params it ran with. */
export function rowsOfRun(
  { versions, params }: Pick<ExistingRule, 'versions' | 'params'>,
  run: RunState,
): ChangeRow[][] {
  const { start, decisions } = run;
  if (start === null) return [];
  const ran = versions.find(({ version }) => version === start.version)?.params ?? params;
  return rowsOfRaises(decisions.values(), ran.campaign_type);
}

/** What the ids of the changes of a run are made from: the same ones however often it is asked. */
export const causesOfRunChanges = (rule: Pick<ExistingRule, 'versions' | 'params'>, run: RunState): string[] =>
  rowsOfRun(rule, run).map((_, part) => `change of run ${run.start?.run_id} ${part}`);

/** Rows in one change, at most. */
const rowsPerChange = 5000;

/**
 * The changes that carry raises out, in the order of the decisions. A raise of a SKAG unit is two rows: the keyword's bid, and after it
 * the ad group's default bid, whatever that is by then.
 */
export function rowsOfRaises(decisions: Iterable<Decision>, campaignType: 'skag' | 'regular'): ChangeRow[][] {
  const raised = [...decisions].filter(({ verdict }) => verdict === 'raised');
  const perUnit = campaignType === 'skag' ? 2 : 1;
  return chunksOf(raised, Math.floor(rowsPerChange / perUnit)).map((part) =>
    part.flatMap(({ key, base, new: set }, unit): ChangeRow[] => {
      const keyword: ChangeRow = { key, field: 'cpt_bid', base, new: set };
      if (campaignType === 'regular') return [keyword];
      const group = key.slice(0, key.lastIndexOf(':'));
      return [keyword, { key: group, field: 'cpt_bid', base: null, new: set, unchecked: true, parent: unit * perUnit }];
    }),
  );
}
