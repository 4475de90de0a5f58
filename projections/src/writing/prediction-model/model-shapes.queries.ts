import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

/** Which model of a product it is. */
export interface ModelKey {
  readonly application_id: number;
  readonly product_id: string;
  readonly as_of: string;
}

/** What the content of a built-in model follows from. */
export interface ModelShape {
  readonly period_days: number;
  readonly intro_hours: number | null;
}

/** The shapes of models by their keys. */
export type ModelShapes = Map<string, string>;

export const keyOfModel = ({ application_id, product_id, as_of }: ModelKey): string =>
  `${application_id} ${as_of} ${product_id}`;
export const shapeText = ({ period_days, intro_hours }: ModelShape): string => `${period_days} ${intro_hours}`;

// A model counts as written when the curve of the same event is there too: one of the two inserts may have failed.
const shapeRows = defineQuery({
  name: 'built-in-models',
  sql: `SELECT application_id, product_id, toUnixTimestamp64Milli(m.as_of) AS as_of_ms, period_days, intro_hours
    FROM prediction_model_v1 AS m FINAL
    WHERE application_id IN {applications:Array(UInt64)} AND m.as_of <= fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
      AND (application_id, product_id, m.as_of, log_position) IN (
        SELECT application_id, product_id, c.as_of, log_position FROM prediction_curve_v1 AS c FINAL
        WHERE application_id IN {applications:Array(UInt64)} AND c.as_of <= fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')
      )`,
  params: z.object({ applications: z.array(z.number()), until_ms: z.number() }),
  row: z.object({
    application_id: z.number(),
    product_id: z.string(),
    as_of_ms: z.number(),
    period_days: z.number(),
    intro_hours: z.number().nullable(),
  }),
});

/**
 * The built-in models of some applications that are in the tables.
 * @param until The latest instant that a built-in model has.
 * @throws the engine's error.
 */
export async function readModelShapes(
  client: ClickHouseClient,
  applications: readonly number[],
  until: string,
): Promise<ModelShapes> {
  const rows = await shapeRows(client, { applications: [...applications], until_ms: Date.parse(until) });
  return new Map(
    rows.map(({ as_of_ms, ...row }) => [
      keyOfModel({ ...row, as_of: new Date(as_of_ms).toISOString() }),
      shapeText(row),
    ]),
  );
}
