import { z } from 'zod';

const numbers = z.array(z.number());

/** Columns of a fitted model, as questions select them. */
export const modelColumns = `product_id, toUnixTimestamp64Milli(as_of) AS as_of_ms, toString(method) AS method, period_days, intro_hours,
      horizon_months, trial_strength, retention_strength, billing_success, refund_rate, constant_tail, within_period, recovery`;
export const modelRow = z.object({
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
  within_period: numbers,
  recovery: numbers,
});

/** Columns of one of its curves. */
export const curveColumns = `toString(country) AS country, toString(grade) AS grade,
      trials, mature_trials, alpha, beta, conversion, retention, at_risk, counted, renewed`;
export const curveRow = z.object({
  product_id: z.string(),
  country: z.string(),
  grade: z.enum(['high', 'medium', 'low']),
  trials: z.number(),
  mature_trials: z.number(),
  alpha: z.number(),
  beta: z.number(),
  conversion: numbers,
  retention: numbers,
  at_risk: numbers,
  counted: numbers,
  renewed: numbers,
});
