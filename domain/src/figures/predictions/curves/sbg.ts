/** Parameters of the beta distribution of the churn chance over subscribers. */
export interface CurveParameters {
  readonly alpha: number;
  readonly beta: number;
}

/** For renewal n (index n − 1): how many came up for it, and how many of them renewed; both may be fractional. */
export interface RenewalCounts {
  readonly counted: Float64Array;
  readonly renewed: Float64Array;
}

/**
 * Chance of charge n + 1 given charge n, n from 1, of the shifted-beta-geometric curve: each subscriber drops out at every
 * renewal with a constant chance of their own. Fader & Hardie 2007, doi:10.1002/dir.20074.
 */
export function curveRetention({ alpha, beta }: CurveParameters, n: number): number {
  return (beta + n - 1) / (alpha + beta + n - 1);
}

/** Shares that survive 0, 1, … renewals. */
export function curveSurvival(parameters: CurveParameters, renewals: number): number[] {
  const shares = [1];
  for (let n = 1; n <= renewals; n += 1) shares.push((shares[n - 1] ?? 0) * curveRetention(parameters, n));
  return shares;
}

/**
 * Log-likelihood of renewals. Cohorts of any age are pooled by renewal number, which gives the same function as the product
 * over cohorts with its right-censored terms.
 */
export function logLikelihood({ counted, renewed }: RenewalCounts, { alpha, beta }: CurveParameters): number {
  let sum = 0;
  for (let i = 0; i < counted.length; i += 1) {
    const all = counted[i] ?? 0;
    if (all <= 0) continue;
    const kept = renewed[i] ?? 0;
    sum += kept * Math.log(beta + i) + (all - kept) * Math.log(alpha) - all * Math.log(alpha + beta + i);
  }
  return sum;
}

/**
 * What a subscriber is expected to pay from the coming renewal on, per unit of a charge, valued just before that renewal and
 * discounted by `rate` per period afterwards, without a horizon.
 * @param renewals how many the subscriber has made.
 * @throws RangeError when nothing bounds the sum: no discount and α ≤ 1.
 */
export function expectedResidualLifetime(parameters: CurveParameters, renewals: number, rate: number): number {
  const { alpha, beta } = parameters;
  if (rate <= 0) {
    if (alpha <= 1) throw new RangeError('Without a discount the lifetime is infinite for an alpha of at most 1');
    return (beta + renewals) / (alpha - 1);
  }
  let sum = 0;
  let term = curveRetention(parameters, renewals + 1);
  for (let k = 1; term >= 1e-12; k += 1) {
    sum += term;
    term *= curveRetention(parameters, renewals + 1 + k) / (1 + rate);
  }
  return sum;
}
