import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultStep, steppedBid } from './steps.ts';

const percent = (value: number) => ({ step_type: 'percentage' as const, step_value: value * 1_000_000 });
const byDefault = { step_type: 'default' as const, step_value: null };
const cents = (amount: number) => Math.round(amount * 100) * 10_000;
const bids = fc.integer({ min: 1, max: 100_000 }).map((amount) => amount * 10_000);

describe('steps', () => {
  it.each([
    [0.01, 0.1, 0.11, 0.02],
    [0.05, 0.1, 0.15, 0.06],
    [0.99, 0.1, 1.09, 1.09],
    [1, 0.2, 1.2, 1.1],
    [1.99, 0.2, 2.19, 2.19],
    [2, 0.3, 2.3, 2.2],
    [2.01, 0.3, 2.31, 2.21],
    [3, 0.4, 3.4, 3.3],
    [7.5, 0.8, 8.3, 8.25],
    [12.34, 1.3, 13.64, 13.57],
  ])('from %d are %d: to %d, by ten percent to %d', (bid, step, byStep, byTenPercent) => {
    expect(defaultStep(cents(bid), 'USD')).toBe(cents(step));
    expect(steppedBid(cents(bid), byDefault, 'USD')).toBe(cents(byStep));
    expect(steppedBid(cents(bid), percent(10), 'USD')).toBe(cents(byTenPercent));
  });

  it('come to these bids after eight slots from 0.50', () => {
    const seen: number[] = [];
    for (let bid = cents(0.5); seen.length < 8; seen.push(bid)) bid = steppedBid(bid, byDefault, 'USD');
    expect(seen).toEqual([0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.4, 1.6].map(cents));
  });

  it('are whole yen, and add what was given', () => {
    expect(steppedBid(120_000_000, byDefault, 'JPY')).toBe(132_000_000);
    expect(steppedBid(1_000_000, byDefault, 'JPY')).toBe(2_000_000);
    expect(steppedBid(cents(1.1), percent(15), 'USD')).toBe(cents(1.27));
    expect(steppedBid(cents(1.1), { step_type: 'constant', step_value: cents(0.25) }, 'USD')).toBe(cents(1.35));
  });

  it('are above a tenth of any bid, and a dime higher at every whole amount', () => {
    fc.assert(
      fc.property(bids, fc.integer({ min: 1, max: 999 }), (bid, whole) => {
        const step = defaultStep(bid, 'USD');
        expect(step * 10).toBeGreaterThan(bid);
        expect(step).toBeGreaterThanOrEqual(cents(0.1));
        expect(defaultStep(cents(whole), 'USD')).toBe(defaultStep(cents(whole - 0.01), 'USD') + cents(0.1));
      }),
      { numRuns: 200 },
    );
  });
});
