import { chunksOf } from '../../../../shared/chunks.ts';
import type { ChangeRow } from '../../../change/change-row.ts';
import type { RowEvent } from '../../../change/outcomes/row-outcome.events.ts';
import { outcomeOf } from '../../../change/outcomes/row-outcome.ts';
import type { ActionName, ActionVerdict } from '../../evaluation/rule-verdict.ts';
import type { CustomRunState } from '../custom-run.decider.ts';
import type { SettledUnit } from '../custom-run.events.ts';
import { type RecordedVerdict, readUnits } from '../record/recorded-verdicts.ts';

/** A row of a run's change, and the action of a unit that it carries out. */
export interface RunRow {
  readonly unit: string;
  readonly do: ActionName;
  readonly row: ChangeRow;
}

/** Rows in one change, at most; a unit has no more than four. */
const rowsPerChange = 5000;
const rowsPerUnit = 4;

/**
 * The rows that carry a run out, in the order of its verdicts, cut into changes: the same ones however often it is asked. A held run and
 * one in shadow have none.
 */
export function rowsOfCustomRun({ start, verdicts }: CustomRunState): RunRow[][] {
  if (start === null || start.mode !== 'live' || start.held !== null) return [];
  const acted = verdicts.flatMap((part) => readUnits(part).filter(({ verdict }) => verdict === 'acted'));
  const changes = chunksOf(acted, rowsPerChange / rowsPerUnit).map(rowsOfUnits);
  return changes.filter((rows) => rows.length > 0);
}

function rowsOfUnits(units: readonly RecordedVerdict[]): RunRow[] {
  const rows: RunRow[] = [];
  for (const unit of units) {
    for (const action of unit.actions) {
      if (action.new !== null) rows.push(...rowsOfAction(unit, action, rows.length));
    }
  }
  return rows;
}

/** @param index Of the first of them in their change. */
function rowsOfAction(unit: RecordedVerdict, { do: name, old, new: set }: ActionVerdict, index: number): RunRow[] {
  const { key } = unit;
  const of = (row: ChangeRow): RunRow => ({ unit: key, do: name, row });
  switch (name) {
    case 'bid': {
      const keyword = of({ key, field: 'cpt_bid', base: unit.follows ? null : old, new: set });
      if (!unit.alone) return [keyword];
      const adGroup = key.slice(0, key.lastIndexOf(':'));
      return [keyword, of({ key: adGroup, field: 'cpt_bid', base: null, new: set, unchecked: true, parent: index })];
    }
    case 'cpa_goal':
      return [of({ key, field: 'cpa_goal', base: old, new: set })];
    case 'target_cpa':
      return [of({ key, field: 'target_cpa', base: old, new: set })];
    case 'daily_budget':
      return [of({ key, field: 'daily_cap', base: old, new: set })];
    case 'status':
      return [of({ key, field: 'status', base: old, new: set })];
    // Search terms are bought and blocked by creations, labels are ours.
    default:
      return [];
  }
}

/** How the rows of a change ended, by their index. */
type RowOutcomes = ReadonlyMap<number, RowEvent>;

const isDone = (event: RowEvent): boolean => ['changed', 'unchanged'].includes(outcomeOf(event));

/** One outcome for each action of each unit: that of the row that was not done, if there is one. Rows without an outcome are left out. */
export function settledUnits(rows: readonly RunRow[], outcomes: RowOutcomes): SettledUnit[] {
  const units = new Map<string, Map<ActionName, RowEvent>>();
  for (const [index, { unit, do: name }] of rows.entries()) {
    const event = outcomes.get(index);
    if (event === undefined) continue;
    const actions = units.get(unit) ?? new Map<ActionName, RowEvent>();
    units.set(unit, actions);
    const before = actions.get(name);
    if (before === undefined || (isDone(before) && !isDone(event))) actions.set(name, event);
  }
  return [...units].map(([key, actions]) => ({
    key,
    actions: [...actions].map(([name, event]) => ({
      do: name,
      outcome: outcomeOf(event),
      message: event.data.message,
    })),
  }));
}

const isDoneAction = ({ outcome }: SettledUnit['actions'][number]): boolean =>
  outcome === 'changed' || outcome === 'unchanged';

/** Each unit once, with its actions of all changes. An action that is in several of them ended as the part that was not done. */
export function mergeSettledUnits(parts: readonly SettledUnit[]): SettledUnit[] {
  const units = new Map<string, Map<ActionName, SettledUnit['actions'][number]>>();
  for (const { key, actions } of parts) {
    const ofUnit = units.get(key) ?? new Map<ActionName, SettledUnit['actions'][number]>();
    units.set(key, ofUnit);
    for (const action of actions) {
      const before = ofUnit.get(action.do);
      if (before === undefined || (isDoneAction(before) && action.outcome !== 'unchanged'))
        ofUnit.set(action.do, action);
    }
  }
  return [...units].map(([key, actions]) => ({ key, actions: [...actions.values()] }));
}
