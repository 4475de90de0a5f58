/** A part of a seed: everything the simulator draws is named by a list of these. */
export type SeedPart = string | number;

/** A stream of pseudo-random numbers; the same seed parts give the same stream on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform whole number in [0, limit). */
  int(limit: number): number;
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** Exponential waiting time with the given mean. */
  exponential(mean: number): number;
  /** Log-normal factor around 1 with the given sigma. */
  factor(sigma: number): number;
  /** Poisson count with the given mean. */
  poisson(mean: number): number;
  /** One element, each with the same chance. */
  pick<T>(items: readonly T[]): T;
  /** Index of a cumulative table whose last entry is the total weight. */
  pickCumulative(cumulative: Float64Array): number;
}

/** 32-bit hash of the parts; used where one number is enough and for ids. */
export function hashOf(...parts: readonly SeedPart[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    hash = typeof part === 'number' ? absorbNumber(hash, part) : absorbText(hash, part);
  }
  return finish(hash);
}

/** The hash of the parts as a uniform number in [0, 1). */
export const shareOf = (...parts: readonly SeedPart[]): number => hashOf(...parts) / 4294967296;

/** A version 4 shaped UUID that is a function of the parts. */
export function uuidOf(...parts: readonly SeedPart[]): string {
  const words = [0, 1, 2, 3].map((salt) =>
    hashOf(salt, ...parts)
      .toString(16)
      .padStart(8, '0'),
  );
  const hex = words.join('');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The stream of random numbers that belongs to these seed parts. */
export function randomFor(...parts: readonly SeedPart[]): Random {
  const next = smallFastCounter(hashOf(1, ...parts), hashOf(2, ...parts), hashOf(3, ...parts));
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    int: (limit) => Math.floor(next() * limit),
    between: (low, high) => low + (high - low) * next(),
    chance: (probability) => next() < probability,
    exponential: (mean) => -mean * Math.log(1 - next()),
    factor: (sigma) => Math.exp(sigma * normal()),
    poisson: (mean) =>
      mean < 30 ? poissonByProduct(mean, next) : Math.max(0, Math.round(mean + Math.sqrt(mean) * normal())),
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    pickCumulative: (cumulative) => indexOfWeight(cumulative, next()),
  };
}

/** Cumulative sums of weights, the table that pickCumulative reads. */
export function cumulativeOf(weights: readonly number[]): Float64Array {
  const table = new Float64Array(weights.length);
  let sum = 0;
  weights.forEach((weight, index) => {
    sum += weight;
    table[index] = sum;
  });
  return table;
}

function indexOfWeight(cumulative: Float64Array, uniform: number): number {
  const wanted = uniform * (cumulative[cumulative.length - 1] ?? 0);
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cumulative[middle] as number) > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

function poissonByProduct(mean: number, next: () => number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  let product = next();
  while (product > limit) {
    count += 1;
    product *= next();
  }
  return count;
}

/** The sfc32 generator: small, fast and good enough for a market of invented people. */
function smallFastCounter(first: number, second: number, third: number): () => number {
  let a = first | 0;
  let b = second | 0;
  let c = third | 0;
  let counter = 1;
  const step = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round += 1) step();
  return step;
}

function absorbNumber(hash: number, value: number): number {
  const high = Math.floor(value / 4294967296) | 0;
  return absorb(absorb(hash, value | 0), high);
}

function absorbText(hash: number, text: string): number {
  let state = absorb(hash, text.length);
  for (let index = 0; index < text.length; index += 1) state = absorb(state, text.charCodeAt(index));
  return state;
}

const absorb = (hash: number, word: number): number => {
  const mixed = Math.imul(word ^ 0x9e3779b9, 0xcc9e2d51);
  const rotated = (mixed << 15) | (mixed >>> 17);
  const joined = hash ^ Math.imul(rotated, 0x1b873593);
  return (Math.imul((joined << 13) | (joined >>> 19), 5) + 0xe6546b64) | 0;
};

function finish(hash: number): number {
  let state = hash;
  state ^= state >>> 16;
  state = Math.imul(state, 0x85ebca6b);
  state ^= state >>> 13;
  state = Math.imul(state, 0xc2b2ae35);
  state ^= state >>> 16;
  return state >>> 0;
}
