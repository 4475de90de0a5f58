import { z } from 'zod';
import { inSpan } from '../observability/telemetry/telemetry.ts';
import type { ClickHouseClient } from './client.ts';
import { untilReplicated } from './cluster.ts';
import { columnReader } from './column-check.ts';
import { decodeColumns, type ResultColumns } from './native/decode-columns.ts';
import { logComment } from './query-tags.ts';
import { tablesSpan } from './tables-span.ts';

/** Limits of one question; a report that needs more is a fault, not a reason to wait. */
const limits = { max_execution_time: 20, max_result_rows: '200000', max_memory_usage: '1500000000' };

/** Machine code for an expression costs more than it spares in statements over few rows: only for those asked often. */
const compiled = { min_count_to_compile_expression: '30', min_count_to_compile_aggregate_expression: '30' };

/** A question to the tables: values go in as typed parameters, each row is checked on the way out. */
export type Query<Params, Row> = (client: ClickHouseClient, params: Params, signal?: AbortSignal) => Promise<Row[]>;

/** A row of what a question answers. */
export type RowOf<Asked> = Asked extends Query<never, infer Row> ? Row : never;

/**
 * Defines a question once: its name (shown in the engine's log comment, beside the call it is asked for), its SQL, what goes in and what a row looks like.
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
    const query = typeof definition.sql === 'string' ? definition.sql : definition.sql(checked);
    const named = namedIn(query, checked);
    const statement = {
      query,
      query_params: named,
      clickhouse_settings: {
        ...limits,
        ...compiled,
        log_comment: logComment(definition.name),
        output_format_json_quote_64bit_integers: 0 as const,
        // A partition is a function of its table's key, so versions of a row never meet across partitions.
        do_not_merge_across_partitions_select_final: 1 as const,
        // An error comes in place of the answer, never behind a part of it.
        wait_end_of_query: 1 as const,
      },
      ...(signal ? { abort_signal: signal } : {}),
    };
    const fits = JSON.stringify(named).length <= longestAddress;
    const ask = (): Promise<ResultColumns> =>
      untilReplicated(() => (fits ? askForBlocks(client, statement) : askForText(client, statement)), signal);
    // Nothing is changed by asking, so after a lost connection it is tried again once.
    const askTwice = () => ask().catch((error: unknown) => (isLostConnection(error) ? ask() : Promise.reject(error)));
    return rowsOf(await inSpan(() => tablesSpan('SELECT', definition.name), askTwice));
  };
}

/** Each parameter costs the engine a setting; statements that are shared by several questions do not name all. */
const namedIn = (query: string, params: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(params).filter(([name]) => query.includes(`{${name}:`)));

type Statement = Parameters<ClickHouseClient['exec']>[0];

/** Parameters of blocks go into the address, of which servers take a megabyte. */
const longestAddress = 60_000;

/** Blocks of columns take the engine and us a fraction of what the same answer takes as text. */
async function askForBlocks(client: ClickHouseClient, statement: Statement): Promise<ResultColumns> {
  const { stream } = await client.exec({ ...statement, query: `${statement.query}\nFORMAT Native` });
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return decodeColumns(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts));
}

/** The client sends long parameters along with the statement only where it reads the answer itself. */
async function askForText(client: ClickHouseClient, statement: Statement): Promise<ResultColumns> {
  const resultSet = await client.query({ ...statement, format: 'JSONColumnsWithMetadata' });
  const { rows, data } = responseSchema.parse(await resultSet.json());
  return { rows, data: data as Record<string, unknown[]> };
}

const responseSchema = z.object({ rows: z.number(), data: z.record(z.string(), z.unknown()) });

const lostCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

function isLostConnection(error: unknown): boolean {
  return error instanceof Error && lostCodes.has((error as Error & { code?: unknown }).code);
}

/** Checks the columns of an answer and puts rows together; a field that may be absent may be absent from all of them. */
function rowReader<Shape extends z.core.$ZodLooseShape>(row: z.ZodObject<Shape>) {
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
