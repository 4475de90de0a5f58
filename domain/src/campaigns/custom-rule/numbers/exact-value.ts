import { microsPerUnit } from '../../../shared/money/micros.ts';

/**
 * A figure that was not divided yet: `numerator × factor ÷ (denominator × divisor)` millionths of its unit. All are whole; what divides is
 * above 0.
 */
export interface ExactValue {
  readonly numerator: number;
  readonly denominator: number;
  readonly factor: number;
  readonly divisor: number;
}

/** The right side of a comparison: a figure × `times` + `plus`, both in millionths. */
export interface Comparand {
  readonly value: ExactValue;
  readonly times: number;
  readonly plus: number;
}

/** A number as the right side. */
export const numberComparand = (number: number): Comparand => ({
  value: { numerator: Math.round(number * microsPerUnit), denominator: 1, factor: 1, divisor: 1 },
  times: microsPerUnit,
  plus: 0,
});

/** The nearest binary fraction of a figure, in millionths; for what is displayed and never for what decides. */
export const millionthsOf = ({ numerator, denominator, factor, divisor }: ExactValue): number =>
  (numerator * factor) / (denominator * divisor);

export const comparandMillionths = ({ value, times, plus }: Comparand): number =>
  (millionthsOf(value) * times) / microsPerUnit + plus;

/** Binary fractions are this near to what they stand for, after a few operations. */
const binaryError = 1e-12;

/**
 * Compares without dividing or rounding: below 0, 0, or above 0 as the figure is below, equal to, or above the right side. Binary fractions
 * decide where they are further apart than their error, whole numbers everywhere else.
 */
export function compareExact(left: ExactValue, right: Comparand): number {
  const near = millionthsOf(left);
  const times = (millionthsOf(right.value) * right.times) / microsPerUnit;
  const apart = near - (times + right.plus);
  const error = (Math.abs(near) + Math.abs(times) + Math.abs(right.plus)) * binaryError;
  return Math.abs(apart) > error ? apart : compareWhole(left, right);
}

/** Sums and products in numbers, as long as all of them are exact. */
function compareWhole(left: ExactValue, right: Comparand): number {
  const { value, times, plus } = right;
  const dividend = left.numerator * left.factor;
  const divisor = left.denominator * left.divisor;
  const rightDivisor = value.denominator * value.divisor * microsPerUnit;
  const rightDividend = value.numerator * value.factor * times;
  const added = plus * rightDivisor;
  const ours = dividend * rightDivisor;
  const others = (rightDividend + added) * divisor;
  const isExact = [ours, others, rightDividend, added].every(Number.isSafeInteger);
  return isExact ? ours - others : compareLarge(left, right);
}

function compareLarge(left: ExactValue, { value, times, plus }: Comparand): number {
  const leftDivisor = BigInt(left.denominator) * BigInt(left.divisor);
  const rightDivisor = BigInt(value.denominator) * BigInt(value.divisor) * BigInt(microsPerUnit);
  const product = BigInt(value.numerator) * BigInt(value.factor) * BigInt(times) + BigInt(plus) * rightDivisor;
  const apart = BigInt(left.numerator) * BigInt(left.factor) * rightDivisor - product * leftDivisor;
  return apart > 0n ? 1 : apart < 0n ? -1 : 0;
}
