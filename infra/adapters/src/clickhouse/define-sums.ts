import type { z } from 'zod';
import { askColumns } from './ask-columns.ts';
import type { DefinedQuery, Query } from './define-query.ts';
import type { NumberColumn } from './native/number-column.ts';
import { rowReader } from './row-reader.ts';

/** Columns of numbers by their names. */
export type NumberColumns<Name extends string> = Readonly<Record<Name, NumberColumn>>;

/** Where the numbers of a row are: at its index in columns that all rows of the answer share. */
export interface SummedRow<Name extends string> {
  readonly sums: NumberColumns<Name>;
  readonly index: number;
}

/** A question to the tables whose answer is mostly numbers. */
export type SumsQuery<Params, Row, Name extends string> = Query<Params, Row & SummedRow<Name>>;

/**
 * Defines a question as `defineQuery` does. Its columns of numbers, or of arrays with as many numbers in each row, stay columns: an array of
 * numbers for each row and sum takes many times their memory.
 * @throws at call time as `defineQuery`; RangeError when a column of numbers holds something else.
 */
export function defineSums<
  Params extends Record<string, unknown>,
  Shape extends z.core.$ZodLooseShape,
  Name extends string,
>(
  definition: DefinedQuery<Params, Shape> & { readonly sums: readonly Name[] },
): SumsQuery<Params, z.output<z.ZodObject<Shape>>, Name> {
  const rowsOf = rowReader(definition.row);
  const numeric = definition.sums;
  return async (client, params, signal) => {
    const columns = await askColumns(client, definition, params, { numeric, signal });
    const sums = columns.numbers as NumberColumns<Name>;
    return rowsOf(columns).map((row, index) => ({ ...row, sums, index }));
  };
}
