import { z } from 'zod';
import { defineEvent } from '../../shared/define-event.ts';
import { instantField } from '../../shared/fields.ts';

const context = 'prediction';
const share = z.number().min(0).max(1);
const count = z.number().nonnegative();

/**
 * What is known of one country of a product; `country` is empty for the whole world. A country is listed when it has events.
 */
export const modelCurveField = z.object({
  country: z.string(),
  /** Trials that began, and of them those whose every bin is complete. */
  trials: count,
  mature_trials: count,
  /**
   * Chance to convert, given neither cancelled nor converted until then, at hours 0, 1, … introduction + 24, then at each of
   * 30 further days; empty without an introductory offer.
   */
  conversion: z.array(share),
  /** For each of these edges: the trials that count in the bin after it. */
  at_risk: z.array(count),
  /** For charge n (from 1): how many are counted, and how many of them were renewed; the latter may be fractional. */
  counted: z.array(count),
  renewed: z.array(count),
  /** Probability of charge n + 1 given charge n, for n from 1 to the last charge before the horizon. */
  retention: z.array(share),
  /** Parameters of the fitted curve. */
  alpha: z.number().positive(),
  beta: z.number().positive(),
  grade: z.enum(['high', 'medium', 'low']),
});
export type ModelCurve = z.infer<typeof modelCurveField>;

/** A product's prediction at an earlier instant against what came: the model's own test. */
export const backTestField = z.object({
  cutoff: instantField,
  horizon_days: z.number().int().positive(),
  /** Share by which the prediction was too high, and its standard error; `null` without enough to compare. */
  bias: z.number().nullable(),
  standard_error: z.number().nullable(),
  is_biased: z.boolean(),
});
export type BackTest = z.infer<typeof backTestField>;

/** The fitted model of one product. */
export const productModelField = z.object({
  product_id: z.string(),
  /** Instant up to which events were read. */
  as_of: instantField,
  /** Name of the method; changes when the same events would give another model. */
  method: z.string(),
  /** Standard length of a period in days; the introduction's in hours, `null` without one. */
  period_days: z.number().positive(),
  intro_hours: z.number().positive().nullable(),
  horizon_months: z.number().int().positive(),
  /** The world first, then countries by code. */
  curves: z.array(modelCurveField).min(1),
  /** Strength of the worldwide curve in a country, in trials and in subscribers. */
  trial_strength: z.number().positive(),
  retention_strength: z.number().positive(),
  /** Share of within-period cancellations before each twentieth of a period: 21 values from 0 to 1. */
  within_period: z.array(share).length(21),
  /** Chance that a payment succeeds while renewal is on. */
  billing_success: share,
  /** Chance of recovery after 0, 1, … 60 days of retry. */
  recovery: z.array(share).length(61),
  /** Share of charges that are given back. */
  refund_rate: share,
  /** The curve's tail was replaced by a constant, because back-tests said so; confidence is low. */
  constant_tail: z.boolean(),
  back_test: backTestField.nullable(),
});
export type ProductModel = z.infer<typeof productModelField>;

export const predictionModelFitted = defineEvent({
  type: 'PredictionModelFitted',
  context,
  stream: 'predictionModel-<applicationId>.<productId>',
  meaning: 'What trials and subscriptions of a product are expected to do, learned from everything up to an instant.',
  data: {
    application_id: z.number().int().positive(),
    model: productModelField,
    /** What this model expects of active subscriptions, net, in the application's currency; scored later. */
    expected: z.object({
      live: count,
      received: z.number(),
      by_90_days: z.number(),
      by_365_days: z.number(),
      within_horizon: z.number(),
    }),
  },
});

export const predictionEvents = [predictionModelFitted] as const;
