import { z } from 'zod';
import { inSpan } from '../observability/telemetry/telemetry.ts';
import type { ClickHouseClient } from './client.ts';
import { untilReplicated } from './cluster.ts';
import { decodeColumns, type ResultColumns } from './native/decode-columns.ts';
import { numberColumnOf } from './native/number-column.ts';
import { logComment } from './query-tags.ts';
import { tablesSpan } from './tables-span.ts';

/** Limits of one question; a report that needs more is a fault, not a reason to wait. */
const limits = { max_execution_time: 20, max_result_rows: '200000', max_memory_usage: '1500000000' };

/** Machine code for an expression costs more than it spares in statements over few rows: only for those asked often. */
const compiled = { min_count_to_compile_expression: '30', min_count_to_compile_aggregate_expression: '30' };

/** What is asked: a name for the engine's log comment, the statement, and what goes into it. */
export interface DefinedStatement<Params> {
  readonly name: string;
  readonly sql: string | ((params: Params) => string);
  readonly params: z.ZodType<Params>;
}

/**
 * Asks a statement.
 * @param numeric Names of columns that are read as numbers.
 * @throws ZodError when parameters do not fit; RangeError when a column of numbers holds something else; the engine's error otherwise.
 */
export async function askColumns<Params extends Record<string, unknown>>(
  client: ClickHouseClient,
  { name, sql, params }: DefinedStatement<Params>,
  values: Params,
  { numeric = [], signal }: { readonly numeric?: readonly string[]; readonly signal: AbortSignal | undefined },
): Promise<ResultColumns> {
  const checked = params.parse(values);
  const query = typeof sql === 'string' ? sql : sql(checked);
  const named = namedIn(query, checked);
  const statement = {
    query,
    query_params: named,
    clickhouse_settings: {
      ...limits,
      ...compiled,
      log_comment: logComment(name),
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
    untilReplicated(
      () => (fits ? askForBlocks(client, statement, numeric) : askForText(client, statement, numeric)),
      signal,
    );
  // Nothing is changed by asking, so after a lost connection it is tried again once.
  const askTwice = () => ask().catch((error: unknown) => (isLostConnection(error) ? ask() : Promise.reject(error)));
  return await inSpan(() => tablesSpan('SELECT', name), askTwice);
}

/** Each parameter costs the engine a setting; statements that are shared by several questions do not name all. */
const namedIn = (query: string, params: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(params).filter(([name]) => query.includes(`{${name}:`)));

type Statement = Parameters<ClickHouseClient['exec']>[0];

/** Parameters of blocks go into the address, of which servers take a megabyte. */
const longestAddress = 60_000;

/** Blocks of columns take the engine and us a fraction of what the same answer takes as text. */
async function askForBlocks(
  client: ClickHouseClient,
  statement: Statement,
  numeric: readonly string[],
): Promise<ResultColumns> {
  const { stream } = await client.exec({ ...statement, query: `${statement.query}\nFORMAT Native` });
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return decodeColumns(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts), numeric);
}

/** The client sends long parameters along with the statement only where it reads the answer itself. */
async function askForText(
  client: ClickHouseClient,
  statement: Statement,
  numeric: readonly string[],
): Promise<ResultColumns> {
  const resultSet = await client.query({ ...statement, format: 'JSONColumnsWithMetadata' });
  const { rows, data } = responseSchema.parse(await resultSet.json());
  const columns = data as Record<string, unknown[]>;
  const numbers = Object.fromEntries(numeric.map((name) => [name, numberColumnOf(columns[name] ?? [])]));
  return { rows, data: columns, numbers };
}

const responseSchema = z.object({ rows: z.number(), data: z.record(z.string(), z.unknown()) });

const lostCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

function isLostConnection(error: unknown): boolean {
  return error instanceof Error && lostCodes.has((error as Error & { code?: unknown }).code);
}
