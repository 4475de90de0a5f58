import { fitCurve } from '../fit/fit-curve.ts';
import { fitStrength } from '../fit/shrinkage.ts';
import { builtInParameters, builtInPeriods, builtInStrength } from './built-in.ts';
import { type CurveParameters, curveRetention, curveSurvival, type RenewalCounts } from './sbg.ts';

/** Weight of the fitted curve, in charges, where the observed retention is the product's own. */
const ownShapeStrength = 200;
const leastRetention = 0.0001;
const mostRetention = 0.9999;
const tailPoints = 3;
const fewestInTailPoint = 100;

export const emptyRenewals = (charges: number): RenewalCounts => ({
  counted: new Float64Array(charges),
  renewed: new Float64Array(charges),
});

/** Renewals up to which counts are kept: those of the horizon, and those a country borrows from the world. */
export function countedCharges(periodDays: number, lastChargeInHorizon: number): number {
  return Math.max(lastChargeInHorizon - 1, borrowedPeriods(periodDays));
}

function borrowedPeriods(periodDays: number): number {
  return periodDays > 360 ? 4 : 24;
}

function withPseudo(counts: RenewalCounts, parent: CurveParameters, strength: number, periods: number): RenewalCounts {
  const survival = curveSurvival(parent, periods);
  const length = Math.max(counts.counted.length, periods);
  const joined = emptyRenewals(length);
  for (let i = 0; i < length; i += 1) {
    const [before, after] = i < periods ? [survival[i] ?? 0, survival[i + 1] ?? 0] : [0, 0];
    joined.counted[i] = (counts.counted[i] ?? 0) + strength * before;
    joined.renewed[i] = (counts.renewed[i] ?? 0) + strength * after;
  }
  return joined;
}

/** Worldwide counts with the 20 pseudo-subscribers of the built-in curve, as they are fitted. */
export const worldCounts = (counts: RenewalCounts, periodDays: number): RenewalCounts =>
  withPseudo(counts, builtInParameters(periodDays), builtInStrength, builtInPeriods);

/** A country's counts with the pseudo-subscribers of the worldwide curve, as they are fitted. */
export const countryCounts = (
  counts: RenewalCounts,
  world: CurveParameters,
  strength: number,
  periodDays: number,
): RenewalCounts => withPseudo(counts, world, strength, borrowedPeriods(periodDays));

/** A fitted curve and the final retention of renewals 1, 2, … (index 0 is renewal 1). */
export interface RetentionCurve {
  readonly parameters: CurveParameters;
  readonly retention: number[];
}

/** The worldwide curve: its observed part keeps its own shape, the tail is the model's, or a constant. */
export function fitWorldRetention(
  counts: RenewalCounts,
  options: { periodDays: number; renewals: number; constantTail: boolean },
): RetentionCurve {
  const parameters = fitCurve(worldCounts(counts, options.periodDays));
  const retention = Array.from({ length: options.renewals }, (_, i) => {
    const fitted = curveRetention(parameters, i + 1);
    return ((counts.renewed[i] ?? 0) + ownShapeStrength * fitted) / ((counts.counted[i] ?? 0) + ownShapeStrength);
  });
  return { parameters, retention: options.constantTail ? withConstantTail(retention, counts) : retention };
}

/** From the last renewal that 100 came up for on: the mean of the last three such. */
function withConstantTail(retention: number[], counts: RenewalCounts): number[] {
  const countedIndexes = retention.map((_, i) => i).filter((i) => (counts.counted[i] ?? 0) >= fewestInTailPoint);
  const last = countedIndexes.at(-1);
  if (last === undefined) return retention;
  const points = countedIndexes.slice(-tailPoints);
  const tail = points.reduce((sum, i) => sum + (retention[i] ?? 0), 0) / points.length;
  return retention.map((value, i) => (i > last ? tail : value));
}

/** A country's curve: its own renewals, joined by subscribers who follow the worldwide curve. */
export function fitCountryRetention(
  counts: RenewalCounts,
  world: RetentionCurve,
  options: { periodDays: number; strength: number },
): RetentionCurve {
  const { strength, periodDays } = options;
  const parameters = fitCurve(countryCounts(counts, world.parameters, strength, periodDays));
  const weight = strength + ownShapeStrength;
  const retention = world.retention.map((worldwide, i) => {
    const ratio = worldwide / curveRetention(world.parameters, i + 1);
    const expected = Math.min(Math.max(curveRetention(parameters, i + 1) * ratio, leastRetention), mostRetention);
    return ((counts.renewed[i] ?? 0) + weight * expected) / ((counts.counted[i] ?? 0) + weight);
  });
  return { parameters, retention };
}

/** Strength of the worldwide curve in a country, from how much first renewals differ between countries. */
export function retentionStrength(byCountry: Iterable<RenewalCounts>): number {
  return fitStrength(
    [...byCountry].map((counts) => ({ tries: counts.counted[0] ?? 0, successes: counts.renewed[0] ?? 0 })),
  );
}
