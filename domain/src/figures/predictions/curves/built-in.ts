import type { Hazards } from './competing-risks.ts';
import type { CurveParameters } from './sbg.ts';

/** Pseudo-trials and pseudo-subscribers with which the built-in curves enter a product's worldwide ones. */
export const builtInStrength = 20;
/** Periods that the pseudo-subscribers of the built-in retention span. */
export const builtInPeriods = 12;

/**
 * Retention before anything is known, by length of the period in days. The one-year shares of week (3 %), month (11 %) and
 * year (28 %) are medians over more than 10,000 apps: RevenueCat, "How many subscribers should you expect after one year?";
 * lengths between are interpolated.
 */
const parametersByPeriod: ReadonlyMap<number, CurveParameters> = new Map([
  [7, { alpha: 1.19, beta: 2.77 }],
  [30.4375, { alpha: 1.09, beta: 1.77 }],
  [60.875, { alpha: 1.05, beta: 1.28 }],
  [91.3125, { alpha: 1, beta: 1 }],
  [182.625, { alpha: 0.95, beta: 0.63 }],
  [365.25, { alpha: 0.9, beta: 0.35 }],
]);

/** @throws RangeError for a length that is no standard period. */
export function builtInParameters(periodDays: number): CurveParameters {
  const parameters = parametersByPeriod.get(periodDays);
  if (parameters === undefined) throw new RangeError(`${periodDays} days is not a standard period`);
  return parameters;
}

const convertedShare = 0.4;
/** Of those who cancel a trial, how many do so on the first day: State of Subscription Apps 2026. */
const canceledOnFirstDay = 0.55;

function canceledBefore(hours: number, introHours: number): number {
  const reached = Math.min(Math.max(hours, 0), introHours);
  if (introHours <= 24) return reached / introHours;
  const firstDay = Math.min(reached, 24) / 24;
  const later = Math.max(0, reached - 24) / (introHours - 24);
  return canceledOnFirstDay * firstDay + (1 - canceledOnFirstDay) * later;
}

/**
 * Hazards of a trial before anything is known: 40 % convert in the hour after the introduction, 55 % of the others cancel
 * evenly in the first 24 hours, the rest evenly until the end.
 */
export function builtInTrialHazards(introHours: number, edges: Float64Array): Hazards {
  const size = edges.length;
  const hazards = { atRisk: new Float64Array(size), lost: new Float64Array(size), won: new Float64Array(size) };
  const paid = Math.ceil(introHours) + 1;
  let remaining = 1;
  for (let j = 1; j < size && j <= paid; j += 1) {
    const canceled = canceledBefore(edges[j] ?? 0, introHours) - canceledBefore(edges[j - 1] ?? 0, introHours);
    const lost = (1 - convertedShare) * canceled;
    hazards.lost[j] = lost / remaining;
    remaining -= lost;
  }
  hazards.won[paid] = 1;
  return hazards;
}
