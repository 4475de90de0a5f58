import { z } from 'zod';

/** Values of many rows in their order; where all are the same, that one alone. */
export type Column<Value> = { readonly all: Value } | { readonly each: readonly Value[] };

export const columnField = <Value extends z.ZodType>(value: Value) =>
  z.union([z.object({ all: value }), z.object({ each: z.array(value) })]);

/** @param values At least one. */
export function columnOf<Value>(values: readonly Value[]): { all: Value } | { each: Value[] } {
  const [first] = values;
  if (first === undefined) return { each: [] };
  const text = JSON.stringify(first);
  return values.every((value) => JSON.stringify(value) === text) ? { all: first } : { each: [...values] };
}

/** @throws RangeError for a row that the column does not have. */
export function columnValue<Value>(column: Column<Value>, row: number): Value {
  if ('all' in column) return column.all;
  const value = column.each[row];
  if (value === undefined) throw new RangeError(`The column has no row ${row}`);
  return value;
}
