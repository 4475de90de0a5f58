/** Draws from common distributions; the same seed gives the same sequence. */
export interface RandomDraws {
  uniform(): number;
  chance(probability: number): boolean;
  normal(): number;
  exponential(mean: number): number;
  beta(a: number, b: number): number;
  pick<T>(values: readonly T[], weights: readonly number[]): T;
}

/** Multiply-with-carry, two words of 16 bits: another generator than the product's own. */
export function randomDraws(seed: number): RandomDraws {
  let high = (seed ^ 0x9e37_79b9) >>> 0 || 1;
  let low = (Math.imul(seed, 0x85eb_ca6b) ^ 0xc2b2_ae35) >>> 0 || 1;
  const uniform = (): number => {
    high = (36_969 * (high & 0xffff) + (high >>> 16)) >>> 0;
    low = (18_000 * (low & 0xffff) + (low >>> 16)) >>> 0;
    return (((high << 16) + (low & 0xffff)) >>> 0) / 4_294_967_296;
  };
  for (let step = 0; step < 20; step += 1) uniform();
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const gamma = (shape: number): number => gammaDraw(shape, uniform, normal);
  return {
    uniform,
    normal,
    chance: (probability) => uniform() < probability,
    exponential: (mean) => -mean * Math.log(1 - uniform()),
    beta: (a, b) => {
      const x = gamma(a);
      const y = gamma(b);
      return x / (x + y);
    },
    pick: (values, weights) => {
      let rest = uniform() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => {
        rest -= weight;
        return rest <= 0;
      });
      const picked = values[index === -1 ? values.length - 1 : index];
      if (picked === undefined) throw new RangeError('Nothing to pick from');
      return picked;
    },
  };
}

// Marsaglia and Tsang 2000.
function gammaDraw(shape: number, uniform: () => number, normal: () => number): number {
  if (shape < 1) return gammaDraw(shape + 1, uniform, normal) * (1 - uniform()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal();
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
