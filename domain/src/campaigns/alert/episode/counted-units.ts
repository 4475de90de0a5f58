import { organizationKey } from '../built-in/alert-figures.ts';
import type { AlertEvaluation, EvaluatedAlertUnit } from './alert-evaluation.ts';
import { largestFirst } from './alert-messages.ts';
import { type AlertPatience, calmState, evolveAlert } from './alert-state.ts';
import type { AlertUnits, CountedUnits } from './alert-units.ts';

/** So many units of an alert may have an incident, or be about to have one. Of all others it is only counted how many they are. */
export const mostIncidents = 1000;

/**
 * Units that the alert is about and that get no incident: the smallest of those that have none yet. Asked again with a part of the
 * evaluation recorded, the same ones.
 * @param units What is not recorded yet.
 */
export function unitsToCount(
  before: AlertUnits['units'],
  units: readonly EvaluatedAlertUnit[],
  { at, patience }: { readonly at: number; readonly patience: AlertPatience },
): readonly EvaluatedAlertUnit[] {
  const stateBefore = ({ key }: EvaluatedAlertUnit) => before[key]?.state ?? calmState;
  const beginning = units.filter((unit) => unit.finding === true && stateBefore(unit).kind === 'ok');
  const open = Object.values(before).filter(({ state }) => state.kind !== 'ok').length;
  const ending = units.filter((unit) => {
    const state = stateBefore(unit);
    return state.kind !== 'ok' && evolveAlert(state, unit.finding, at, patience).state.kind === 'ok';
  }).length;
  const room = Math.max(0, mostIncidents - open + ending);
  return beginning.length <= room ? [] : beginning.toSorted(largestFirst).slice(room);
}

/** Counted units by ad organization. One that the evaluation is not about, or in which it could judge nothing, keeps its number. */
export function countsOf(
  before: readonly CountedUnits[],
  counted: readonly EvaluatedAlertUnit[],
  { units, isLeftOut = () => false }: Pick<AlertEvaluation, 'units' | 'isLeftOut'>,
): CountedUnits[] {
  const evaluated = new Set(units.map(({ org_id }) => org_id));
  const judged = new Set(units.flatMap(({ org_id, finding }) => (finding === null ? [] : [org_id])));
  const kept = before.filter(({ org_id }) => {
    if (judged.has(org_id)) return false;
    return evaluated.has(org_id) || (org_id !== null && isLeftOut(organizationKey(org_id)));
  });
  const numbers = new Map<number | null, number>();
  for (const { org_id } of counted) numbers.set(org_id, (numbers.get(org_id) ?? 0) + 1);
  return [...kept, ...[...numbers].map(([org_id, number]) => ({ org_id, units: number }))].sort(
    (left, right) => (left.org_id ?? 0) - (right.org_id ?? 0),
  );
}
