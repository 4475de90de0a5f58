import { chunksOf } from '../../../../shared/chunks.ts';
import { mostRows } from '../../../change/checks/check-change.ts';
import { type LabelChangeData, labelMessageOf } from '../../../label/label-change.ts';
import type { CustomRule } from '../../definition/custom-rule.ts';
import type { CustomRunState } from '../custom-run.decider.ts';
import type { SettledUnit } from '../custom-run.events.ts';
import { type RecordedVerdict, readUnits } from '../record/recorded-verdicts.ts';

/** Units to which a run adds one label, or from which it removes it: one change. */
export interface RunLabelling {
  readonly label_id: number;
  readonly add: boolean;
  readonly keys: readonly string[];
}

/**
 * The changes of labels that carry a run out, those that remove before those that add, as an object has room for ten: the same ones however
 * often it is asked. A held run and one in shadow have none.
 */
export function labellingsOfCustomRun(
  { start, verdicts }: Pick<CustomRunState, 'start' | 'verdicts'>,
  { cases }: Pick<CustomRule, 'cases'>,
): RunLabelling[] {
  if (start === null || start.mode !== 'live' || start.held !== null) return [];
  const removed = new Map<number, string[]>();
  const added = new Map<number, string[]>();
  for (const unit of verdicts.flatMap(readUnits)) {
    if (!isLabelled(unit)) continue;
    const action = cases[unit.case ?? 0]?.then.find(({ do: name }) => name === 'label');
    if (action?.do !== 'label') continue;
    if (action.remove !== undefined) addKey(removed, action.remove, unit.key);
    if (action.add !== undefined) addKey(added, action.add, unit.key);
  }
  return [...labellings(removed, false), ...labellings(added, true)];
}

const isLabelled = (unit: RecordedVerdict): boolean =>
  unit.verdict === 'acted' && unit.actions.some(({ do: name, new: set }) => name === 'label' && set !== null);

function addKey(keysOf: Map<number, string[]>, labelId: number, key: string): void {
  const keys = keysOf.get(labelId) ?? [];
  keysOf.set(labelId, keys);
  keys.push(key);
}

const labellings = (keysOf: ReadonlyMap<number, readonly string[]>, add: boolean): RunLabelling[] =>
  [...keysOf].flatMap(([label_id, all]) => chunksOf(all, mostRows).map((keys) => ({ label_id, add, keys })));

/** How a change of labels ended for each of its units. */
export const settledLabels = ({ rows }: Pick<LabelChangeData, 'rows'>): SettledUnit[] =>
  rows.map(({ key, outcome }) => ({
    key,
    actions: [{ do: 'label', outcome, message: labelMessageOf(outcome) ?? null }],
  }));
