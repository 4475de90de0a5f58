/** Numbers that look random and are the same for the same seed (mulberry32). */
export function randomOf(seed: number): {
  next(): number;
  pick<T>(from: readonly T[]): T;
  upTo(limit: number): number;
} {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  return { next, pick, upTo: (limit) => Math.floor(next() * limit) };
}
export type Random = ReturnType<typeof randomOf>;
