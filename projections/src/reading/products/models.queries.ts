import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { curveOf, type ProductModel } from '@tapwise/domain';
import { z } from 'zod';

const params = z.object({
  application_id: z.number(),
  product_id: z.string(),
  now_ms: z.number(),
  /** Only fits that saw an introduction. */
  with_introduction: z.boolean(),
});
const condition = `application_id = {application_id:UInt64} AND ({product_id:String} = '' OR product_id = {product_id:String})
    AND as_of <= fromUnixTimestamp64Milli({now_ms:Int64}, 'UTC') AND (NOT {with_introduction:Bool} OR isNotNull(intro_hours))`;
const grade = z.enum(['high', 'medium', 'low']);

const newestModels = defineQuery({
  name: 'newest-models',
  sql: `SELECT product_id, toUnixTimestamp64Milli(as_of) AS as_of_ms, toString(method) AS method, period_days, intro_hours,
      horizon_months, trial_strength, retention_strength, billing_success, refund_rate, constant_tail, within_period, recovery
    FROM prediction_model_v1 FINAL WHERE ${condition} ORDER BY product_id, as_of DESC LIMIT 1 BY product_id`,
  params,
  row: z.object({
    product_id: z.string(),
    as_of_ms: z.number(),
    method: z.string(),
    period_days: z.number(),
    intro_hours: z.number().nullable(),
    horizon_months: z.number(),
    trial_strength: z.number(),
    retention_strength: z.number(),
    billing_success: z.number(),
    refund_rate: z.number(),
    constant_tail: z.boolean(),
    within_period: z.array(z.number()),
    recovery: z.array(z.number()),
  }),
});

const newestCurves = defineQuery({
  name: 'newest-curves',
  sql: `SELECT product_id, toString(country) AS country, toString(grade) AS grade, trials, mature_trials, alpha, beta, conversion,
      at_risk, retention, counted, renewed
    FROM prediction_curve_v1 FINAL
    WHERE (application_id, product_id, as_of) IN (
      SELECT application_id, product_id, max(as_of) FROM prediction_model_v1 WHERE ${condition} GROUP BY application_id, product_id
    ) ORDER BY product_id, country`,
  params,
  row: z.object({
    product_id: z.string(),
    country: z.string(),
    grade,
    trials: z.number(),
    mature_trials: z.number(),
    alpha: z.number(),
    beta: z.number(),
    conversion: z.array(z.number()),
    at_risk: z.array(z.number()),
    retention: z.array(z.number()),
    counted: z.array(z.number()),
    renewed: z.array(z.number()),
  }),
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
