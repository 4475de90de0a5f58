const mayRemember = 50_000;

/** Lets so many through at once and then one at a time, for each key by itself. */
export interface TokenBuckets {
  /** Takes one. @returns 0, or how many seconds to wait before the next try when there is none. */
  take(key: string, nowMs: number): number;
}

/**
 * @param capacity how many pass at once.
 * @param refillMs one more passes each so many milliseconds.
 */
export function createTokenBuckets(capacity: number, refillMs: number): TokenBuckets {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take: (key, nowMs) => {
      const bucket = buckets.get(key) ?? { left: capacity, at: nowMs };
      bucket.left = Math.min(capacity, bucket.left + (nowMs - bucket.at) / refillMs);
      bucket.at = nowMs;
      // Set anew, so that the map is in the order of use and the longest unused goes first.
      buckets.delete(key);
      buckets.set(key, bucket);
      const [oldest] = buckets.keys();
      if (buckets.size > mayRemember && oldest !== undefined) buckets.delete(oldest);
      if (bucket.left < 1) return Math.max(1, Math.ceil(((1 - bucket.left) * refillMs) / 1000));
      bucket.left -= 1;
      return 0;
    },
  };
}
