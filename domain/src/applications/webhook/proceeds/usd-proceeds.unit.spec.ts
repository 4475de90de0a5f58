import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdProceeds, usdRefund } from './usd-proceeds.ts';

const dollars = (amount: number): number => amount / 10_000;

describe('proceeds in US dollars', () => {
  it.each([
    ['Germany, 11.99 EUR', 11_990_000, 0.19, 0.3, { charged: 1, usd: 1.085 }, 7.6524],
    ['Japan, 600 JPY', 600_000_000, 0.1, 0.15, { charged: 163.2, usd: 1.085 }, 3.0824],
    ['the United States, 39.99 USD', 39_990_000, 0, 0.3, { charged: 1.085, usd: 1.085 }, 27.993],
    ['a trial', 0, 0.19, 0.3, { charged: 1, usd: 1.085 }, 0],
    ['half of the last decimal', 50, 0, 0, { charged: 1, usd: 1 }, 0.0001],
    ['less than half of the last decimal', 49, 0, 0, { charged: 1, usd: 1 }, 0],
  ])('of %s', (_what, gross_micros, vat_rate, fee_rate, rates, expected) => {
    expect(dollars(usdProceeds({ gross_micros, vat_rate, fee_rate }, rates))).toBe(expected);
  });
});

describe('a refund', () => {
  it('takes back a share of what was sent, half away from zero', () => {
    expect(dollars(usdRefund(76_524, 1, 0))).toBe(-7.6524);
    expect(dollars(usdRefund(76_524, 0.5, 0))).toBe(-3.8262);
    expect(usdRefund(5, 0.5, 0)).toBe(-3);
  });

  it('never takes back more than was sent, however many there are', () => {
    for (const sent of [0, 1, 5, 76_523, 279_930]) {
      for (const shares of [
        [1, 1],
        [0.5, 0.5],
        [0.5, 0.5, 0.5],
        [0.333, 0.333, 0.334, 1],
      ]) {
        const refunded = shares.reduce((before, share) => before + usdRefund(sent, share, before), 0);
        expect(sent + refunded).toBeGreaterThanOrEqual(0);
      }
      expect(sent + usdRefund(sent, 1, 0)).toBe(0);
    }
  });

  it('and the charge come to nothing together, in whatever parts it is given back', () => {
    const shares = fc.array(
      fc.integer({ min: 1, max: 1_000_000 }).map((share) => share / 1_000_000),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(fc.nat(100_000_000), shares, (sent, parts) => {
        let refunded = 0;
        for (const share of [...parts, 1]) {
          const refund = usdRefund(sent, share, refunded);
          expect(refund).toBeLessThanOrEqual(0);
          expect(Object.is(refund, -0)).toBe(false);
          refunded += refund;
        }
        expect(sent + refunded).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});
