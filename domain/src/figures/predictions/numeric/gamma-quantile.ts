import { logGamma } from './log-gamma.ts';

/** Beyond this shape the cube-root approximation is exact to more digits than are needed. */
const largeShape = 1e5;
const accuracy = 1e-12;

/** Regularized lower incomplete gamma function P(shape, x): the share of a Gamma(shape, 1) below x. */
export function gammaShareBelow(shape: number, x: number): number {
  if (x <= 0) return 0;
  const front = Math.exp(shape * Math.log(x) - x - logGamma(shape));
  return x < shape + 1 ? front * seriesBelow(shape, x) : 1 - front * fractionAbove(shape, x);
}

function seriesBelow(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let k = 1; term > sum * 1e-16; k += 1) {
    term *= x / (shape + k);
    sum += term;
  }
  return sum;
}

// Lentz's evaluation of the continued fraction.
function fractionAbove(shape: number, x: number): number {
  let b = x + 1 - shape;
  let c = 1e300;
  let d = 1 / b;
  let result = d;
  for (let k = 1; k < 10_000; k += 1) {
    const a = -k * (k - shape);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    result *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return result;
}

/**
 * The value that a share (above 0, below 1) of a Gamma distribution lies below.
 * @throws RangeError unless shape and scale are positive.
 */
export function gammaQuantile(share: number, shape: number, scale: number): number {
  if (!(shape > 0 && scale > 0 && share > 0 && share < 1))
    throw new RangeError('The distribution has no such quantile');
  const guess = shape * Math.max(1 - 1 / (9 * shape) + normalQuantile(share) / (3 * Math.sqrt(shape)), 0) ** 3;
  if (shape > largeShape) return scale * guess;
  return scale * bisect(share, shape, guess);
}

/** Newton steps held between bounds that always enclose the answer. */
function bisect(share: number, shape: number, guess: number): number {
  let low = 0;
  let high = Math.max(4 * guess, 2 * shape + 20);
  while (gammaShareBelow(shape, high) < share) high *= 2;
  const smallStart = Math.exp((Math.log(share) + logGamma(shape + 1)) / shape);
  let x = guess > 0 ? guess : smallStart;
  if (shape < 1) x = Math.min(x, Math.max(smallStart, Number.MIN_VALUE));
  for (let step = 0; step < 300; step += 1) {
    const difference = gammaShareBelow(shape, x) - share;
    if (difference > 0) high = x;
    else low = x;
    const density = Math.exp((shape - 1) * Math.log(x) - x - logGamma(shape));
    const newton = x - difference / density;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - x) <= accuracy * Math.abs(x)) return next;
    x = next;
  }
  return x;
}

/** Quantile of the standard normal: Acklam's rational approximation, relative error below 1.2e-9. */
export function normalQuantile(share: number): number {
  if (share < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(share));
    return ratio(tail, q) / (1 + q * ratio(tailBelow, q));
  }
  if (share > 1 - 0.02425) return -normalQuantile(1 - share);
  const q = share - 0.5;
  const r = q * q;
  return (q * ratio(middle, r)) / (1 + r * ratio(middleBelow, r));
}

const ratio = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

const middle = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
  2.506628277459239,
];
const middleBelow = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1,
];
const tail = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const tailBelow = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416];
