import { dayMs } from '../../../shared/calendar/days.ts';
import { builtInParameters } from '../curves/built-in.ts';
import {
  countedCharges,
  emptyRenewals,
  fitCountryRetention,
  fitWorldRetention,
  type RetentionCurve,
  retentionStrength,
} from '../curves/retention-curve.ts';
import type { RenewalCounts } from '../curves/sbg.ts';
import { emptyTrialCounts, fitTrialCurves, type TrialCounts, type TrialCurve } from '../curves/trial-curve.ts';
import { fitBillingSuccess, fitWithinPeriod, noPeriodUpdate } from '../curves/within-period.ts';
import { lastCharge } from '../period.ts';
import type { ModelCurve, ProductModel } from '../prediction.events.ts';
import type { ProductCounts, ProductShape } from './product-counts.ts';

/** Changes when the same events would give another model. */
export const predictionMethod = 'sbg-1';

const enoughTrials = 100;
const enoughRenewals = 100;
const youngYearPlanMs = 13 * 30.4375 * dayMs;
const refundsBefore = 0.5;
const chargesBefore = 25;

export interface FitTerms {
  readonly product_id: string;
  readonly asOf: number;
  readonly shape: ProductShape;
  readonly recovery: readonly number[];
  readonly withinPeriodUpdate: boolean;
  readonly constantTail: boolean;
}

/** The model of what was counted; without counts it is the built-in one. */
export function fitProduct(counts: ProductCounts, terms: FitTerms): ProductModel {
  const { shape } = terms;
  const trials = shape.intro_hours === null ? null : fitTrialCurves(counts.trials, shape.intro_hours);
  const retention = fitRetentions(counts, terms);
  const isYoung = shape.period_days > 360 && !(terms.asOf - counts.firstStart >= youngYearPlanMs);
  const grade = { isYoung, constantTail: terms.constantTail };
  const worldRow = { trials: trials?.total ?? null, renewals: retention.total };
  const world = modelCurve('', trials?.world ?? null, retention.world, worldRow);
  const worldGrade = gradeOf(worldRow, grade, null);
  const curves: ModelCurve[] = [{ ...world, grade: worldGrade }];
  for (const country of countriesOf(counts)) {
    const row = {
      trials: shape.intro_hours === null ? null : (counts.trials.get(country) ?? emptyTrialCounts(shape.intro_hours)),
      renewals: counts.renewals.get(country) ?? retention.none,
    };
    const trial = trials === null ? null : (trials.countries.get(country) ?? trials.world);
    const curve = modelCurve(country, trial, retention.countries.get(country) ?? retention.world, row);
    curves.push({ ...curve, grade: gradeOf(row, grade, worldRow) });
  }
  return {
    product_id: terms.product_id,
    as_of: new Date(terms.asOf).toISOString(),
    method: predictionMethod,
    ...shape,
    curves,
    trial_strength: trials?.strength ?? 50,
    retention_strength: retention.strength,
    within_period: terms.withinPeriodUpdate ? fitWithinPeriod(counts.period) : [...noPeriodUpdate],
    billing_success: fitBillingSuccess(counts.billing),
    recovery: [...terms.recovery],
    refund_rate: Math.min(1, (counts.refunds.refunded + refundsBefore) / (counts.refunds.settled + chargesBefore)),
    constant_tail: terms.constantTail,
    back_test: null,
  };
}

/** Countries with events, by code; purchases without one count for the world only. */
function countriesOf(counts: ProductCounts): string[] {
  return [...new Set([...counts.trials.keys(), ...counts.renewals.keys()])].filter((code) => code !== '').sort();
}

interface Retentions {
  readonly world: RetentionCurve;
  readonly countries: Map<string, RetentionCurve>;
  readonly strength: number;
  readonly total: RenewalCounts;
  readonly none: RenewalCounts;
}

function fitRetentions(counts: ProductCounts, { shape, constantTail }: FitTerms): Retentions {
  const periodDays = shape.period_days;
  const last = lastCharge(periodDays, shape.horizon_months);
  const size = countedCharges(periodDays, last);
  const total = emptyRenewals(size);
  for (const { counted, renewed } of counts.renewals.values()) {
    for (let i = 0; i < size; i += 1) {
      total.counted[i] = (total.counted[i] ?? 0) + (counted[i] ?? 0);
      total.renewed[i] = (total.renewed[i] ?? 0) + (renewed[i] ?? 0);
    }
  }
  const world = fitWorldRetention(total, { periodDays, renewals: last - 1, constantTail });
  const strength = retentionStrength(counts.renewals.values());
  const countries = new Map<string, RetentionCurve>();
  for (const [country, countryCounts] of counts.renewals) {
    if (country !== '') countries.set(country, fitCountryRetention(countryCounts, world, { periodDays, strength }));
  }
  return { world, countries, strength, total, none: emptyRenewals(size) };
}

interface Evidence {
  /** `null` for a product without an introduction. */
  readonly trials: TrialCounts | null;
  readonly renewals: RenewalCounts;
}

function isEnough({ trials, renewals }: Evidence): boolean {
  return (trials === null || trials.mature >= enoughTrials) && (renewals.counted[0] ?? 0) >= enoughRenewals;
}

/** Confidence in a curve; `world` is `null` for the worldwide curve itself. */
function gradeOf(
  evidence: Evidence,
  product: { isYoung: boolean; constantTail: boolean },
  world: Evidence | null,
): ModelCurve['grade'] {
  if (product.constantTail) return 'low';
  if (isEnough(evidence)) return product.isYoung ? 'medium' : 'high';
  return world !== null && isEnough(world) ? 'medium' : 'low';
}

function modelCurve(
  country: string,
  trial: TrialCurve | null,
  retention: RetentionCurve,
  evidence: Evidence,
): Omit<ModelCurve, 'grade'> {
  return {
    country,
    trials: evidence.trials?.trials ?? 0,
    mature_trials: evidence.trials?.mature ?? 0,
    conversion: trial === null ? [] : Array.from(trial.chances),
    at_risk: trial === null ? [] : [...trial.hazards.atRisk.subarray(1), 0],
    counted: Array.from(evidence.renewals.counted),
    renewed: Array.from(evidence.renewals.renewed),
    retention: retention.retention,
    ...retention.parameters,
  };
}

/** A shape whose period has not been paid for yet counts as monthly. */
export function shapeOf(
  observed: { period_days: number | null; intro_hours: number | null },
  previous: ProductModel | undefined,
  horizon_months: number,
): ProductShape {
  const period_days = observed.period_days ?? previous?.period_days ?? 30.4375;
  builtInParameters(period_days);
  return { period_days, intro_hours: observed.intro_hours ?? previous?.intro_hours ?? null, horizon_months };
}
