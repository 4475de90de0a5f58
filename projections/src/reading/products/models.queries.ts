import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { curveOf, type ProductModel } from '@tapwise/domain';
import { z } from 'zod';
import { curveColumns, curveRow, modelColumns, modelRow } from '../predictions/model-columns.ts';

const params = z.object({
  application_id: z.number(),
  product_id: z.string(),
  now_ms: z.number(),
  /** Only fits that saw an introduction. */
  with_introduction: z.boolean(),
});
const condition = `application_id = {application_id:UInt64} AND ({product_id:String} = '' OR product_id = {product_id:String})
    AND as_of <= fromUnixTimestamp64Milli({now_ms:Int64}, 'UTC') AND (NOT {with_introduction:Bool} OR isNotNull(intro_hours))`;

const newestModels = defineQuery({
  name: 'newest-models',
  sql: `SELECT ${modelColumns}
    FROM prediction_model_v1 FINAL WHERE ${condition} ORDER BY product_id, as_of DESC LIMIT 1 BY product_id`,
  params,
  row: modelRow,
});

const newestCurves = defineQuery({
  name: 'newest-curves',
  sql: `SELECT product_id, ${curveColumns}
    FROM prediction_curve_v1 FINAL
    WHERE (application_id, product_id, as_of) IN (
      SELECT application_id, product_id, max(as_of) FROM prediction_model_v1 WHERE ${condition} GROUP BY application_id, product_id
    ) ORDER BY product_id, country`,
  params,
  row: curveRow,
});

/**
 * The models a report of that instant uses: of each product the newest fit, or the built-in one. A fit that saw no
 * introduction says nothing about trials; those follow the newest one that did.
 * @throws the engine's error.
 */
export async function productModels(
  client: ClickHouseClient,
  question: { applicationId: number; productId?: string; now: Date },
  signal?: AbortSignal,
): Promise<ProductModel[]> {
  const [models, trialModels] = await Promise.all([
    readModels(client, question, false, signal),
    readModels(client, question, true, signal),
  ]);
  return models.map((model) => {
    const trials = trialModels.find((other) => other.product_id === model.product_id);
    return model.intro_hours !== null || trials === undefined ? model : withTrials(model, trials);
  });
}

async function readModels(
  client: ClickHouseClient,
  question: { applicationId: number; productId?: string; now: Date },
  withIntroduction: boolean,
  signal?: AbortSignal,
): Promise<ProductModel[]> {
  const queryParams = {
    application_id: question.applicationId,
    product_id: question.productId ?? '',
    now_ms: question.now.getTime(),
    with_introduction: withIntroduction,
  };
  const [models, rows] = await Promise.all([
    newestModels(client, queryParams, signal),
    newestCurves(client, queryParams, signal),
  ]);
  return models.map(({ as_of_ms, ...model }) => ({
    ...model,
    as_of: new Date(as_of_ms).toISOString(),
    curves: rows
      .filter((row) => row.product_id === model.product_id)
      .map(({ product_id: _product, ...curve }) => curve),
    back_test: null,
  }));
}

function withTrials(model: ProductModel, trials: ProductModel): ProductModel {
  const countries = new Set([...model.curves, ...trials.curves].map((curve) => curve.country));
  const curves = [...countries].map((country) => {
    const { conversion, at_risk, trials: began, mature_trials } = curveOf(trials, country);
    return { ...curveOf(model, country), country, conversion, at_risk, trials: began, mature_trials };
  });
  return { ...model, intro_hours: trials.intro_hours, trial_strength: trials.trial_strength, curves };
}
