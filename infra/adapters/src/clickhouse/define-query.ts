import { z } from 'zod';
import type { ClickHouseClient } from './client.ts';

/** Limits of one question; a report that needs more is a fault, not a reason to wait. */
const limits = { max_execution_time: 20, max_result_rows: '200000', max_memory_usage: '1500000000' };

/** A question to the tables: values go in as typed parameters, each row is checked on the way out. */
export type Query<Params, Row> = (client: ClickHouseClient, params: Params, signal?: AbortSignal) => Promise<Row[]>;

/**
 * Defines a question once: its name (shown in the engine's log comment), its SQL, what goes in and what a row looks like.
 * @throws at call time: ZodError when parameters or rows do not fit; the engine's error otherwise.
 */
export function defineQuery<Params extends Record<string, unknown>, Shape extends z.core.$ZodLooseShape>(definition: {
  name: string;
  sql: string | ((params: Params) => string);
  params: z.ZodType<Params>;
  row: z.ZodObject<Shape>;
}): Query<Params, z.output<z.ZodObject<Shape>>> {
  const rowsOf = rowReader(definition.row);
  return async (client, params, signal) => {
    const checked = definition.params.parse(params);
    const statement = {
      query: typeof definition.sql === 'string' ? definition.sql : definition.sql(checked),
      query_params: checked,
      // Column by column an answer is a third of the text, and read in one go.
      format: 'JSONColumnsWithMetadata' as const,
      clickhouse_settings: {
        ...{ ...limits, log_comment: definition.name },
        output_format_json_quote_64bit_integers: 0 as const,
      },
      ...(signal ? { abort_signal: signal } : {}),
    };
    const ask = async (): Promise<unknown> => (await client.query(statement)).json();
    // Nothing is changed by asking, so after a lost connection it is tried once more.
    const answer = ask().catch((error: unknown) => (isLostConnection(error) ? ask() : Promise.reject(error)));
    return rowsOf(await answer);
  };
}

const answerSchema = z.object({ rows: z.number(), data: z.unknown() });

const lostCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

function isLostConnection(error: unknown): boolean {
  return error instanceof Error && lostCodes.has((error as Error & { code?: unknown }).code);
}

/** Checks the columns of an answer and puts rows together; a field that may be absent may be absent from all of them. */
function rowReader<Shape extends z.core.$ZodLooseShape>(row: z.ZodObject<Shape>) {
  const fields = Object.entries(row.shape as Record<string, z.ZodType>);
  const columns = z.object(
    Object.fromEntries(
      fields.map(([name, field]) => {
        const column = z.array(field);
        return [name, field.safeParse(undefined).success ? column.optional() : column];
      }),
    ),
  );
  return (answer: unknown): z.output<z.ZodObject<Shape>>[] => {
    const { rows: count, data: given } = answerSchema.parse(answer);
    // Of no rows the engine leaves out the columns too.
    if (count === 0) return [];
    const data = columns.parse(given);
    const known = Object.entries(data).filter((column): column is [string, unknown[]] => column[1] !== undefined);
    const blank = Object.fromEntries(known.map(([name]) => [name, null])) as Record<string, unknown>;
    // Copies of one object have one form, however many there are.
    const rows = Array.from({ length: count }, () => ({ ...blank }));
    for (const [name, values] of known) {
      for (const [index, found] of rows.entries()) found[name] = values[index];
    }
    return rows as z.output<z.ZodObject<Shape>>[];
  };
}
