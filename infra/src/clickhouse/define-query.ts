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
export function defineQuery<Params extends Record<string, unknown>, Row>(definition: {
  name: string;
  sql: string | ((params: Params) => string);
  params: z.ZodType<Params>;
  row: z.ZodType<Row>;
}): Query<Params, Row> {
  const rows = z.array(definition.row);
  return async (client, params, signal) => {
    const checked = definition.params.parse(params);
    const result = await client.query({
      query: typeof definition.sql === 'string' ? definition.sql : definition.sql(checked),
      query_params: checked,
      format: 'JSONEachRow',
      clickhouse_settings: { ...limits, log_comment: definition.name, output_format_json_quote_64bit_integers: 0 },
      ...(signal ? { abort_signal: signal } : {}),
    });
    return rows.parse(await result.json());
  };
}
