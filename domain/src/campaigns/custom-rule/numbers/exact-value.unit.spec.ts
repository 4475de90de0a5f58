import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareExact, type ExactValue } from './exact-value.ts';

const whole = (least: number, most: number) => fc.integer({ min: least, max: most });
const values: fc.Arbitrary<ExactValue> = fc.record({
  numerator: whole(-1_000_000_000, 1_000_000_000_000),
  denominator: whole(1, 100_000),
  factor: fc.constantFrom(1, 1000, 1_000_000, 15_025),
  divisor: fc.constantFrom(1, 7, 14, 100),
});
const comparands = fc.record({ value: values, times: whole(0, 3_000_000), plus: whole(-10_000_000, 10_000_000) });

/** The same comparison in whole numbers alone. */
function exactSign(left: ExactValue, right: { value: ExactValue; times: number; plus: number }): number {
  const divisor = (value: ExactValue): bigint => BigInt(value.denominator) * BigInt(value.divisor);
  const dividend = (value: ExactValue): bigint => BigInt(value.numerator) * BigInt(value.factor);
  const rightSide =
    dividend(right.value) * BigInt(right.times) + BigInt(right.plus) * 1_000_000n * divisor(right.value);
  const apart = dividend(left) * 1_000_000n * divisor(right.value) - rightSide * divisor(left);
  return apart > 0n ? 1 : apart < 0n ? -1 : 0;
}

describe('comparing without dividing', () => {
  it('comes to what whole numbers say', () => {
    fc.assert(
      fc.property(values, comparands, (left, right) => {
        expect(Math.sign(compareExact(left, right))).toBe(exactSign(left, right));
      }),
      { numRuns: 2000 },
    );
  });
  it('finds values equal that are, and one smallest part above or below that are not', () => {
    fc.assert(
      fc.property(whole(1, 1_000_000_000), whole(1, 100_000), whole(-1, 1), (numerator, count, apart) => {
        const left = { numerator: numerator * count + apart, denominator: count, factor: 1, divisor: 1 };
        const right = { value: { numerator, denominator: 1, factor: 1, divisor: 1 }, times: 1_000_000, plus: 0 };
        expect(Math.sign(compareExact(left, right))).toBe(apart);
      }),
      { numRuns: 2000 },
    );
  });
  it('is not deceived by terms that cancel', () => {
    const left = { numerator: 1, denominator: 3, factor: 1_000_000, divisor: 1 };
    const right = {
      value: { ...left, numerator: 3_000_000_001, denominator: 3 },
      times: 1_000_000,
      plus: -1_000_000_000_000_000,
    };
    expect(Math.sign(compareExact(left, right))).toBe(exactSign(left, right));
    expect(compareExact(left, right)).toBe(0);
  });
});
