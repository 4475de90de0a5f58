import { builtInStrength } from '../curves/built-in.ts';
import { countryCounts, worldCounts } from '../curves/retention-curve.ts';
import { type CurveParameters, curveRetention, type RenewalCounts } from '../curves/sbg.ts';
import { parameterSpread } from '../fit/fit-curve.ts';
import { normalQuantile } from '../numeric/gamma-quantile.ts';
import { seededRandom, standardNormal } from '../numeric/seeded-random.ts';
import type { ModelCurve, ProductModel } from '../prediction.events.ts';
import { type LtvTerms, ltvForCharge, ltvWith } from './ltv.ts';
import { retentionAt } from './model-lookups.ts';

const lowShare = 0.1;
const highShare = 0.9;
const draws = 200;
const seed = 7;
const leastRetention = 0.0001;
const mostRetention = 0.9999;

/** A point of the LTV chart. */
export interface LtvPoint {
  readonly charge: number;
  /** Expected total net proceeds within the horizon given at least so many charges, and its 80 % parameter range. */
  readonly ltv: number;
  readonly low: number;
  readonly high: number;
  /** Subscriptions that came up for the renewal after this charge. */
  readonly counted: number;
}

/** The LTV chart of a curve: the error of its parameters only, from 200 draws with a fixed seed. */
export function ltvTable(model: ProductModel, curve: ModelCurve, terms: LtvTerms): LtvPoint[] {
  const ltv = ltvForCharge(model, curve, terms);
  const drawn = drawParameters(model, curve).map((parameters) => ltvWith(model, terms, drawnRetention(parameters)));
  function drawnRetention(parameters: CurveParameters): (n: number) => number {
    return (n) => {
      const ratio = curveRetention(parameters, n) / curveRetention(curve, n);
      return Math.min(Math.max(retentionAt(model, curve, n) * ratio, leastRetention), mostRetention);
    };
  }
  return ltv.map((value, index) => {
    const values = drawn.map((list) => list[index] ?? value).sort((a, b) => a - b);
    const quantile = (share: number): number => values[Math.ceil(share * draws) - 1] ?? value;
    const low = Math.min(value, quantile(lowShare));
    const high = Math.max(value, quantile(highShare));
    return { charge: index + 1, ltv: value, low, high, counted: curve.counted[index] ?? 0 };
  });
}

function drawParameters(model: ProductModel, curve: ModelCurve): CurveParameters[] {
  const spread = parameterSpread(fittedCounts(model, curve), curve);
  const random = seededRandom(seed);
  return Array.from({ length: draws }, () => {
    const first = standardNormal(random);
    const second = standardNormal(random);
    return {
      alpha: curve.alpha * Math.exp(spread.alpha * first),
      beta: curve.beta * Math.exp(spread.both * first + spread.beta * second),
    };
  });
}

/** What the curve was fitted to: its own renewals and those it borrowed. */
function fittedCounts(model: ProductModel, curve: ModelCurve): RenewalCounts {
  const [world] = model.curves;
  const curveCounts = { counted: Float64Array.from(curve.counted), renewed: Float64Array.from(curve.renewed) };
  if (curve.country === '' || world === undefined) return worldCounts(curveCounts, model.period_days);
  return countryCounts(curveCounts, world, model.retention_strength, model.period_days);
}

/** A point of the trial chart. */
export interface ConversionPoint {
  readonly hours: number;
  /** Chance to convert of a trial that runs for so long, and its 80 % range. */
  readonly probability: number;
  readonly low: number;
  readonly high: number;
  /** Trials that were watched at this age. */
  readonly counted: number;
}

/** The trial chart of a curve, for hours 0 … of the introduction; empty without one. */
export function conversionTable(model: ProductModel, curve: ModelCurve): ConversionPoint[] {
  if (model.intro_hours === null) return [];
  const errors = relativeErrors(curve, curve.country === '' ? builtInStrength : model.trial_strength);
  return curve.conversion.slice(0, Math.ceil(model.intro_hours) + 1).map((probability, hours) => {
    const factor = Math.exp(normalQuantile(highShare) * Math.sqrt(errors[hours] ?? 0));
    const low = probability / factor;
    const high = Math.min(1, probability * factor);
    return { hours, probability, low, high, counted: curve.at_risk[hours] ?? 0 };
  });
}

/**
 * Squared relative error of each chance: until the curve's top only cancellations lower it, and their errors add up as in
 * Greenwood's formula; the top itself is a plain share of those who reach it.
 */
function relativeErrors({ conversion, at_risk }: ModelCurve, strength: number): number[] {
  const top = conversion.indexOf(Math.max(...conversion));
  const start = conversion[0] ?? 0;
  const effectiveCount = (index: number): number => {
    const survived = (conversion[index] ?? 0) > 0 ? Math.min(1, start / (conversion[index] ?? 1)) : 0;
    return Math.max(1, (at_risk[index] ?? 0) + strength * survived);
  };
  const errors = conversion.map((chance, index) => (chance > 0 ? (1 - chance) / (chance * effectiveCount(index)) : 0));
  for (let index = top - 1; index >= 0; index -= 1) {
    const goesOn = (conversion[index] ?? 0) / (conversion[index + 1] ?? 1);
    const canceled = goesOn > 0 && goesOn < 1 ? (1 - goesOn) / (goesOn * effectiveCount(index)) : 0;
    errors[index] = (errors[index + 1] ?? 0) + canceled;
  }
  return errors;
}
