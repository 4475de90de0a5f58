import { type CurveParameters, logLikelihood, type RenewalCounts } from '../curves/sbg.ts';

const smallest = Math.log(0.001);
const largest = Math.log(10_000);
const starts: readonly CurveParameters[] = [
  { alpha: 1, beta: 2 },
  { alpha: 0.3, beta: 0.6 },
  { alpha: 3, beta: 9 },
];
const steps = 200;

/** First and second derivatives of the log-likelihood in (ln α, ln β). */
interface Derivatives {
  readonly byAlpha: number;
  readonly byBeta: number;
  readonly alphaAlpha: number;
  readonly alphaBeta: number;
  readonly betaBeta: number;
}

function derivatives({ counted, renewed }: RenewalCounts, { alpha, beta }: CurveParameters): Derivatives {
  let a = 0;
  let b = 0;
  let aa = 0;
  let ab = 0;
  let bb = 0;
  for (let i = 0; i < counted.length; i += 1) {
    const all = counted[i] ?? 0;
    if (all <= 0) continue;
    const kept = renewed[i] ?? 0;
    const sum = alpha + beta + i;
    const betaSum = beta + i;
    a += (all - kept) / alpha - all / sum;
    b += kept / betaSum - all / sum;
    aa += all / (sum * sum) - (all - kept) / (alpha * alpha);
    ab += all / (sum * sum);
    bb += all / (sum * sum) - kept / (betaSum * betaSum);
  }
  return {
    byAlpha: alpha * a,
    byBeta: beta * b,
    alphaAlpha: alpha * alpha * aa + alpha * a,
    alphaBeta: alpha * beta * ab,
    betaBeta: beta * beta * bb + beta * b,
  };
}

type Point = readonly [number, number];

const at = ([x, y]: Point): CurveParameters => ({ alpha: Math.exp(x), beta: Math.exp(y) });
const clamp = (value: number): number => Math.min(largest, Math.max(smallest, value));
/** A coordinate at its bound, with the slope pointing outwards, takes no part in the step. */
const isHeld = (value: number, slope: number): boolean =>
  (value >= largest && slope > 0) || (value <= smallest && slope < 0);

function stepFrom(point: Point, d: Derivatives, damping: number): Point {
  const free: [boolean, boolean] = [!isHeld(point[0], d.byAlpha), !isHeld(point[1], d.byBeta)];
  const xx = -d.alphaAlpha + damping;
  const yy = -d.betaBeta + damping;
  const xy = free[0] && free[1] ? -d.alphaBeta : 0;
  const determinant = xx * yy - xy * xy;
  if (xx <= 0 || yy <= 0 || determinant <= 0) return point;
  const gx = free[0] ? d.byAlpha : 0;
  const gy = free[1] ? d.byBeta : 0;
  return [clamp(point[0] + (yy * gx - xy * gy) / determinant), clamp(point[1] + (xx * gy - xy * gx) / determinant)];
}

function climb(counts: RenewalCounts, start: CurveParameters): { point: Point; height: number } {
  let point: Point = [Math.log(start.alpha), Math.log(start.beta)];
  let height = logLikelihood(counts, at(point));
  let damping = 1e-3;
  for (let step = 0; step < steps; step += 1) {
    const next = stepFrom(point, derivatives(counts, at(point)), damping);
    const nextHeight = logLikelihood(counts, at(next));
    const moved = Math.abs(next[0] - point[0]) + Math.abs(next[1] - point[1]);
    if (nextHeight > height) {
      point = next;
      height = nextHeight;
      damping /= 10;
      if (moved < 1e-10) break;
    } else {
      if (moved < 1e-12 && moved > 0) break;
      damping = Math.max(damping * 10, 1e-9);
      if (damping > 1e15) break;
    }
  }
  return { point, height };
}

/**
 * The parameters of greatest likelihood, each within 0.001 … 10,000: damped Newton steps on their logarithms from three
 * starts. Constant or rising churn has no greatest likelihood inside; the answer is then at a bound, and its curve finite.
 */
export function fitCurve(counts: RenewalCounts): CurveParameters {
  let best = climb(counts, starts[0] ?? { alpha: 1, beta: 2 });
  for (const start of starts.slice(1)) {
    const other = climb(counts, start);
    if (other.height > best.height) best = other;
  }
  return at(best.point);
}

/** Covariance of (ln α, ln β) by the inverse observed information, as a lower triangle: what is left open by the data. */
export interface ParameterSpread {
  readonly alpha: number;
  readonly both: number;
  readonly beta: number;
}

// A flat direction says nothing; it is cut at this standard deviation of the logarithm so that draws stay finite.
const widest = 2;

/** Square root (lower triangle) of the covariance of the fitted logarithms. */
export function parameterSpread(counts: RenewalCounts, parameters: CurveParameters): ParameterSpread {
  const d = derivatives(counts, parameters);
  const ridge = 1 / (widest * widest);
  const xx = Math.max(0, -d.alphaAlpha) + ridge;
  const yy = Math.max(0, -d.betaBeta) + ridge;
  const xy = -d.alphaBeta;
  const limit = Math.sqrt(xx * yy) * (1 - 1e-9);
  const cross = Math.max(-limit, Math.min(limit, xy));
  const determinant = xx * yy - cross * cross;
  const alpha = Math.sqrt(yy / determinant);
  const both = -cross / determinant / alpha;
  return { alpha, both, beta: Math.sqrt(Math.max(0, xx / determinant - both * both)) };
}
