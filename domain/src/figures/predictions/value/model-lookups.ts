import { recoveryAfter } from '../curves/billing-retry.ts';
import { curveRetention } from '../curves/sbg.ts';
import { trialEdgeAt } from '../curves/trial-curve.ts';
import { canceledShareAt, retentionWithinPeriod } from '../curves/within-period.ts';
import { lastCharge } from '../period.ts';
import type { ModelCurve, ProductModel } from '../prediction.events.ts';

/** The curve of a country; the worldwide one where the country has none of its own. */
export function curveOf(model: ProductModel, country: string): ModelCurve {
  const [world] = model.curves;
  if (world === undefined) throw new RangeError(`The model of ${model.product_id} has no curve`);
  return model.curves.find((curve) => curve.country === country) ?? world;
}

/** Number of the last charge within the model's horizon. */
export function lastChargeOf(model: ProductModel): number {
  return lastCharge(model.period_days, model.horizon_months);
}

/** Chance of charge n + 1 given charge n; behind the list the tail of the curve. */
export function retentionAt(model: ProductModel, curve: ModelCurve, n: number): number {
  const listed = curve.retention[n - 1];
  if (listed !== undefined) return listed;
  return (model.constant_tail ? curve.retention.at(-1) : undefined) ?? curveRetention(curve, n);
}

/** Chance to convert of a trial that neither cancelled nor converted for so many hours; 0 without an introduction. */
export function conversionAt(model: ProductModel, curve: ModelCurve, hours: number): number {
  if (model.intro_hours === null) return 0;
  return curve.conversion[trialEdgeAt(model.intro_hours, hours)] ?? 0;
}

/** Chance of the coming renewal for an active subscription at charge n with `elapsed` (0 … 1) of its period gone. */
export function renewalChance(model: ProductModel, curve: ModelCurve, n: number, elapsed: number): number {
  const canceled = canceledShareAt(model.within_period, elapsed);
  return retentionWithinPeriod(retentionAt(model, curve, n), model.billing_success, canceled);
}

/** Chance of recovery of a payment overdue for so many days. */
export function recoveryAt(model: ProductModel, days: number): number {
  return recoveryAfter(model.recovery, days);
}
