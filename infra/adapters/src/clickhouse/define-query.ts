import type { z } from 'zod';
import { askColumns, type DefinedStatement } from './ask-columns.ts';
import type { ClickHouseClient } from './client.ts';
import { rowReader } from './row-reader.ts';

/** A question to the tables: values go in as typed parameters, each row is checked on the way out. */
export type Query<Params, Row> = (client: ClickHouseClient, params: Params, signal?: AbortSignal) => Promise<Row[]>;

/** A row of what a question answers. */
export type RowOf<Asked> = Asked extends Query<never, infer Row> ? Row : never;

/** A question with the form of a row of its answer. */
export interface DefinedQuery<Params, Shape extends z.core.$ZodLooseShape> extends DefinedStatement<Params> {
  readonly row: z.ZodObject<Shape>;
}

/**
 * Defines a question once: its name (shown in the engine's log comment, beside the call it is asked for), its SQL, what goes in and what a row looks like.
 * @throws at call time: ZodError when parameters or rows do not fit; the engine's error otherwise.
 */
export function defineQuery<Params extends Record<string, unknown>, Shape extends z.core.$ZodLooseShape>(
  definition: DefinedQuery<Params, Shape>,
): Query<Params, z.output<z.ZodObject<Shape>>> {
  const rowsOf = rowReader(definition.row);
  return async (client, params, signal) => rowsOf(await askColumns(client, definition, params, { signal }));
}
