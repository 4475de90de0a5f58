/** A rate as counts: so many of so many, at least one. */
interface CountedRate {
  count: number;
  of: number;
}

const z = 1.959963984540054;

/**
 * The range in which the difference of two rates lies with a chance of 95 %, by Newcombe's hybrid of Wilson intervals
 * (1998, method 10), which holds for small counts and for rates near 0 and 1, where the usual formula does not.
 */
export function rangeOf(left: CountedRate, other: CountedRate): { low: number; high: number } {
  const first = wilson(left);
  const second = wilson(other);
  const difference = first.rate - second.rate;
  return {
    low: difference - Math.hypot(first.rate - first.low, second.high - second.rate),
    high: difference + Math.hypot(first.high - first.rate, second.rate - second.low),
  };
}

/** Wilson's interval of a rate. */
function wilson({ count, of }: CountedRate): { rate: number; low: number; high: number } {
  const rate = Math.min(1, count / of);
  const middle = (rate + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((rate * (1 - rate)) / of + (z * z) / (4 * of * of));
  return { rate, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
