import { logGamma } from '../numeric/log-gamma.ts';

/** What a group is known by: successes of tries. */
export interface GroupCount {
  readonly tries: number;
  readonly successes: number;
}

/** Strength of a parent curve where too few groups show how much they differ. */
export const defaultStrength = 50;
const fewestTries = 20;
const fewestGroups = 3;
const gridSize = 60;
const weakest = 5;
const strongest = 5000;

/**
 * How many pseudo-observations of the parent a group gets: the beta-binomial strength that makes the groups' differences
 * most likely, out of 60 values from 5 to 5000 (Kleinman 1973); 50 with fewer than three groups of 20 tries.
 */
export function fitStrength(groups: readonly GroupCount[]): number {
  const large = groups.filter((group) => group.tries >= fewestTries);
  const tries = groups.reduce((sum, group) => sum + group.tries, 0);
  const mean = groups.reduce((sum, group) => sum + group.successes, 0) / tries;
  if (large.length < fewestGroups || !(mean > 0 && mean < 1)) return defaultStrength;
  let best = { strength: defaultStrength, height: Number.NEGATIVE_INFINITY };
  for (let step = 0; step < gridSize; step += 1) {
    const strength = weakest * (strongest / weakest) ** (step / (gridSize - 1));
    const height = large.reduce((sum, group) => sum + groupLikelihood(group, strength, mean), 0);
    if (height > best.height) best = { strength, height };
  }
  return best.strength;
}

function groupLikelihood({ tries, successes }: GroupCount, strength: number, mean: number): number {
  const a = strength * mean;
  const b = strength * (1 - mean);
  return logBeta(successes + a, Math.max(0, tries - successes) + b) - logBeta(a, b);
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);
