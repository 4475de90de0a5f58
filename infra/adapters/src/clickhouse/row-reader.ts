import type { z } from 'zod';
import { columnReader } from './column-check.ts';
import type { ResultColumns } from './native/decode-columns.ts';

/** Checks the columns of an answer and puts rows together; a field that may be absent may be absent from all of them. */
export function rowReader<Shape extends z.core.$ZodLooseShape>(row: z.ZodObject<Shape>) {
  const fields = Object.entries(row.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    read: columnReader(field),
    mayBeAbsent: field.safeParse(undefined).success,
  }));
  return ({ rows: count, data }: ResultColumns): z.output<z.ZodObject<Shape>>[] => {
    // Of no rows the engine leaves out the columns too.
    if (count === 0) return [];
    const columns = fields.flatMap(({ name, read, mayBeAbsent }) =>
      mayBeAbsent && data[name] === undefined ? [] : [{ name, values: read(data[name]) }],
    );
    return rowsOfColumns(count, columns) as z.output<z.ZodObject<Shape>>[];
  };
}

function rowsOfColumns(count: number, columns: readonly { name: string; values: readonly unknown[] }[]): object[] {
  const blank = Object.fromEntries(columns.map(({ name }) => [name, null])) as Record<string, unknown>;
  return Array.from({ length: count }, (_, index) => {
    // Copies of one object have one form, however many there are.
    const row = { ...blank };
    for (const { name, values } of columns) row[name] = values[index];
    return row;
  });
}
