import { describe, expect, it } from 'vitest';
import { createTokenBuckets } from './token-bucket.ts';

describe('token buckets', () => {
  it('let a burst through and then one each interval, for each key by itself', () => {
    const buckets = createTokenBuckets(3, 10_000);
    expect([1, 2, 3].map(() => buckets.take('here', 0))).toEqual([0, 0, 0]);
    expect(buckets.take('here', 0)).toBe(10);
    expect(buckets.take('there', 0)).toBe(0);
    expect(buckets.take('here', 4000)).toBe(6);
    expect(buckets.take('here', 10_000)).toBe(0);
    expect(buckets.take('here', 10_000)).toBe(10);
  });

  it('never save up more than one burst', () => {
    const buckets = createTokenBuckets(2, 1000);
    buckets.take('here', 0);
    expect([1, 2, 3].map(() => buckets.take('here', 1_000_000))).toEqual([0, 0, 1]);
  });
});
