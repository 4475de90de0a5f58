import { z } from 'zod';
import { type ActionVerdict, actionLimits, actionNames } from '../../evaluation/rule-verdict.ts';
import { ruleFields } from '../../evaluation/setting-trail.ts';
import { columnField, readColumn, readNumbers, stepsColumnField, writeColumn, writeNumbers } from './column.ts';

type Value = ActionVerdict['new'];

const valueColumnField = z.union([columnField(z.union([z.number(), z.string()]).nullable()), stepsColumnField]);

/** Actions at one place of many units; `do` is `null` for a unit that has none there. Amounts in micros of the settings' currency. */
export const recordedActionField = z.object({
  do: columnField(z.enum(actionNames).nullable()),
  field: columnField(z.enum(ruleFields).nullable()),
  old: valueColumnField,
  computed: valueColumnField,
  new: valueColumnField,
  limited_by: columnField(z.enum(actionLimits).nullable()),
});
export type RecordedAction = z.infer<typeof recordedActionField>;

/** @param units Actions of each unit. */
export function recordActions(units: readonly (readonly ActionVerdict[])[]): RecordedAction[] {
  const most = units.reduce((count, actions) => Math.max(count, actions.length), 0);
  return Array.from({ length: most }, (_, position) => {
    const actions = units.map((ofUnit) => ofUnit[position]);
    return {
      do: writeColumn(actions.map((action) => action?.do ?? null)),
      field: writeColumn(actions.map((action) => action?.field ?? null)),
      old: writeValues(actions.map((action) => action?.old ?? null)),
      computed: writeValues(actions.map((action) => action?.computed ?? null)),
      new: writeValues(actions.map((action) => action?.new ?? null)),
      limited_by: writeColumn(actions.map((action) => action?.limited_by ?? null)),
    };
  });
}

function writeValues(values: readonly Value[]): z.infer<typeof valueColumnField> {
  const numbers = values.filter((value) => typeof value !== 'string');
  return numbers.length === values.length ? writeNumbers(numbers) : writeColumn(values);
}

const readValues = (column: RecordedAction['old'], count: number): Value[] =>
  'steps' in column ? readNumbers(column, count) : readColumn(column, count);

/** Actions of each unit again. @param count How many units. */
export function readActions(recorded: readonly RecordedAction[], count: number): ActionVerdict[][] {
  const units = Array.from({ length: count }, (): ActionVerdict[] => []);
  for (const action of recorded) {
    const names = readColumn(action.do, count);
    const fields = readColumn(action.field, count);
    const old = readValues(action.old, count);
    const computed = readValues(action.computed, count);
    const written = readValues(action.new, count);
    const limits = readColumn(action.limited_by, count);
    for (const [row, name] of names.entries()) {
      if (name === null) continue;
      units[row]?.push({
        do: name,
        field: fields[row] ?? null,
        old: old[row] ?? null,
        computed: computed[row] ?? null,
        new: written[row] ?? null,
        limited_by: limits[row] ?? null,
      });
    }
  }
  return units;
}
