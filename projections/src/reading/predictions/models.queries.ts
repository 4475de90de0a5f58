import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import type { ModelCurve, ProductModel } from '@tapwise/domain';
import { z } from 'zod';
import { curveColumns, curveRow, modelColumns, modelRow } from './model-columns.ts';

// Built-in models are dated before this instant, fits after it.
const builtInUntil = `fromUnixTimestamp64Milli(toInt64(1000), 'UTC')`;

const fitRows = defineQuery({
  name: 'prediction-fits',
  sql: `SELECT product_id, toUnixTimestamp64Milli(as_of) AS as_of_ms, toString(m.log_position) AS position
    FROM prediction_model_v1 AS m FINAL
    WHERE application_id = {application_id:UInt64} AND as_of > ${builtInUntil} ORDER BY product_id, as_of`,
  params: z.object({ application_id: z.number() }),
  row: z.object({ product_id: z.string(), as_of_ms: z.number(), position: z.string() }),
});

/** When a product's model was fitted. */
export interface Fit {
  readonly productId: string;
  readonly asOfMs: number;
}

/** The fits of an application in order, and the newest position of the log that one of them follows from. */
export interface Fits {
  readonly position: bigint;
  readonly fits: readonly Fit[];
}

/** When the models of an application were fitted; built-in models are none. @throws the engine's error. */
export async function readFits(client: ClickHouseClient, applicationId: number, signal?: AbortSignal): Promise<Fits> {
  const rows = await fitRows(client, { application_id: applicationId }, signal);
  const position = rows.reduce((newest, row) => (BigInt(row.position) > newest ? BigInt(row.position) : newest), -1n);
  return { position, fits: rows.map(({ product_id, as_of_ms }) => ({ productId: product_id, asOfMs: as_of_ms })) };
}

const ofFits = z.object({ application_id: z.number(), products: z.array(z.string()), fits_ms: z.array(z.number()) });
// Several products may share an instant, so the pairs are sorted out behind the engine.
const atFits = `application_id = {application_id:UInt64} AND product_id IN {products:Array(String)}
    AND has({fits_ms:Array(Int64)}, toUnixTimestamp64Milli(as_of))`;

const modelRows = defineQuery({
  name: 'prediction-models',
  sql: `SELECT ${modelColumns}
    FROM prediction_model_v1 FINAL WHERE ${atFits}`,
  params: ofFits,
  row: modelRow,
});

const curveRows = defineQuery({
  name: 'prediction-curves',
  sql: `SELECT product_id, toUnixTimestamp64Milli(as_of) AS as_of_ms, ${curveColumns}
    FROM prediction_curve_v1 FINAL WHERE ${atFits} ORDER BY product_id, as_of, country`,
  params: ofFits,
  row: curveRow.extend({ as_of_ms: z.number() }),
});

/** The fitted models of these fits. @throws the engine's error. */
export async function readModels(
  client: ClickHouseClient,
  applicationId: number,
  fits: readonly Fit[],
  signal?: AbortSignal,
): Promise<ProductModel[]> {
  if (fits.length === 0) return [];
  const keyOf = (productId: string, asOfMs: number): string => `${asOfMs} ${productId}`;
  const requested = new Set(fits.map(({ productId, asOfMs }) => keyOf(productId, asOfMs)));
  const params = {
    application_id: applicationId,
    products: fits.map(({ productId }) => productId),
    fits_ms: [...new Set(fits.map(({ asOfMs }) => asOfMs))],
  };
  const [models, rows] = await Promise.all([modelRows(client, params, signal), curveRows(client, params, signal)]);
  const curves = new Map<string, ModelCurve[]>();
  for (const { product_id, as_of_ms, ...curve } of rows) {
    const key = keyOf(product_id, as_of_ms);
    const existing = curves.get(key);
    if (existing === undefined) curves.set(key, [curve]);
    else existing.push(curve);
  }
  return models
    .filter(({ product_id, as_of_ms }) => requested.has(keyOf(product_id, as_of_ms)))
    .map(({ as_of_ms, ...model }) => ({
      ...model,
      as_of: new Date(as_of_ms).toISOString(),
      curves: curves.get(keyOf(model.product_id, as_of_ms)) ?? [],
      back_test: null,
    }));
}

const shapeRows = defineQuery({
  name: 'product-shapes',
  sql: `SELECT product_id, argMax(m.period_days, m.as_of) AS period_days,
      argMaxIf(m.intro_hours, m.as_of, isNotNull(m.intro_hours)) AS intro_hours
    FROM prediction_model_v1 AS m FINAL WHERE application_id = {application_id:UInt64} AND as_of <= ${builtInUntil}
    GROUP BY product_id`,
  params: z.object({ application_id: z.number() }),
  row: z.object({ product_id: z.string(), period_days: z.number(), intro_hours: z.number().nullable() }),
});

/** How long a product's period and introduction are. */
export interface ProductShape {
  readonly periodDays: number;
  readonly introHours: number | null;
}

/** The lengths of every product that was ever sold as a subscription. @throws the engine's error. */
export async function readShapes(
  client: ClickHouseClient,
  applicationId: number,
  signal?: AbortSignal,
): Promise<Map<string, ProductShape>> {
  const rows = await shapeRows(client, { application_id: applicationId }, signal);
  return new Map(
    rows.map(({ product_id, period_days, intro_hours }) => [
      product_id,
      { periodDays: period_days, introHours: intro_hours },
    ]),
  );
}

const priceRows = defineQuery({
  name: 'present-prices',
  sql: `SELECT toString(product_id) AS product, arrayJoin([toString(p.storefront), '']) AS place,
      argMax((toString(currency), gross_ex_vat_micros), (day, p.log_position)) AS named
    FROM product_price_per_day_v1 AS p FINAL WHERE application_id = {application_id:UInt64} AND kind = 'charge'
    GROUP BY product, place`,
  params: z.object({ application_id: z.number() }),
  row: z.object({ product: z.string(), place: z.string(), named: z.tuple([z.string(), z.number()]) }),
});

/** What a charge costs without tax. */
export interface Price {
  readonly currency: string;
  readonly micros: number;
}

/** The price last named for each product and storefront, and for the product anywhere (''). @throws the engine's error. */
export async function readPrices(
  client: ClickHouseClient,
  applicationId: number,
  signal?: AbortSignal,
): Promise<(product: string, storefront: string) => Price | undefined> {
  const rows = await priceRows(client, { application_id: applicationId }, signal);
  const keyOf = (product: string, storefront: string): string => `${storefront} ${product}`;
  const prices = new Map(
    rows.map(({ product, place: storefront, named: [currency, micros] }) => [
      keyOf(product, storefront),
      { currency, micros },
    ]),
  );
  return (product, storefront) => prices.get(keyOf(product, storefront)) ?? prices.get(keyOf(product, ''));
}
