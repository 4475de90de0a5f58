import { describe, expect, it } from 'vitest';
import { readWorkedExample } from '../testing/reference-data.ts';
import { countStretch } from './competing-risks.ts';
import {
  canceledShareAt,
  emptyPeriodCounts,
  fitBillingSuccess,
  fitWithinPeriod,
  retentionWithinPeriod,
} from './within-period.ts';

const { within_period: worked } = readWorkedExample();

describe('the update within a period', () => {
  it('is that of the worked example to its digits', () => {
    const { retention, billing_success, share_of_cancellations_seen } = worked;
    const chance = retentionWithinPeriod(retention, billing_success, share_of_cancellations_seen);
    expect(chance).toBeCloseTo(worked.conditional_retention, 6);
    expect(14 + chance * (7 + 5.6)).toBeCloseTo(worked.value, 6);
  });

  it('gives the plain chance at the start and that of a successful payment at the end', () => {
    expect(retentionWithinPeriod(0.6, 0.95, 0)).toBe(0.6);
    expect(retentionWithinPeriod(0.6, 0.95, 1)).toBeCloseTo(0.95, 12);
    expect(retentionWithinPeriod(0.97, 0.95, 0.5)).toBe(0.97);
    expect(retentionWithinPeriod(1, 1, 1)).toBe(0.999);
  });

  it('learns when cancellations happen, and goes on with the slope so far where few were watched', () => {
    const counts = emptyPeriodCounts();
    const watch = (left: number, ending: 'lost' | 'open', complete: number, times: number): void => {
      for (let i = 0; i < times; i += 1) countStretch(counts, { entered: 0, left, ending, complete });
    };
    watch(0.02, 'lost', 2, 40);
    watch(0.5, 'open', 0.5, 60);
    const shares = fitWithinPeriod(counts);
    expect(shares[0]).toBe(0);
    expect(shares[20]).toBeCloseTo(1, 12);
    // 0.4 by the tenth bin, then a tenth of that in each: 0.4 + 10 · 0.04 in all.
    expect(shares[1]).toBeCloseTo(0.5, 9);
    expect(shares[10]).toBeCloseTo(0.5, 9);
    expect(shares[15]).toBeCloseTo(0.75, 9);
    expect(canceledShareAt(shares, 0.775)).toBeCloseTo(0.775, 9);
  });

  it('is a straight line before anything is known', () => {
    const shares = fitWithinPeriod(emptyPeriodCounts());
    expect(canceledShareAt(shares, 0.33)).toBeCloseTo(0.33, 12);
    expect(fitBillingSuccess({ on: 0, succeeded: 0 })).toBe(0.95);
  });
});
