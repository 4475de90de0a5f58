import type { ModelCurve, ProductModel } from '../prediction.events.ts';

const emptyCurve: ModelCurve = {
  country: '',
  trials: 0,
  mature_trials: 0,
  conversion: [],
  at_risk: [],
  counted: [],
  renewed: [],
  retention: [],
  alpha: 1,
  beta: 1,
  grade: 'high',
};

/** A model with the given curves and nothing else: no refunds, no update within the period. */
export function modelWith(parts: Partial<ProductModel> & { curve?: Partial<ModelCurve> }): ProductModel {
  const { curve, ...rest } = parts;
  return {
    product_id: 'M',
    as_of: '2025-01-01T00:00:00.000Z',
    method: 'test',
    period_days: 30.4375,
    intro_hours: null,
    horizon_months: 24,
    curves: [{ ...emptyCurve, ...curve }],
    trial_strength: 50,
    retention_strength: 50,
    within_period: Array.from({ length: 21 }, () => 0),
    billing_success: 0.95,
    recovery: Array.from({ length: 61 }, () => 0.3),
    refund_rate: 0,
    constant_tail: false,
    back_test: null,
    ...rest,
  };
}

/** Steps of a trial curve in whole days, hour by hour; after them a month of nothing. */
function byHour(byDay: readonly number[], introHours: number): number[] {
  return Array.from({ length: introHours + 24 + 31 }, (_, hour) => byDay[Math.floor(hour / 24)] ?? 0);
}

/** Product M of the worked example: monthly, 72 hours of trial, four charges at most. */
export const workedMonthly = modelWith({
  intro_hours: 72,
  horizon_months: 3,
  curve: { retention: [0.6, 0.75, 0.8], conversion: byHour([0.533333333333, 0.685714285714, 0.8, 1], 72) },
});

/** Product Y: yearly, two charges at most; a trial of 50 hours converts in half of the cases. */
export const workedYearly = modelWith({
  product_id: 'Y',
  period_days: 365.25,
  intro_hours: 72,
  horizon_months: 12,
  curve: { retention: [0.4], conversion: byHour([0.5, 0.5, 0.5], 72) },
});
