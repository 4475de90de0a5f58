/** Moments at which something succeeded, in milliseconds of `performance.now()`. */
export class Moments {
  readonly #at: number[] = [];

  note(): void {
    this.#at.push(performance.now());
  }

  /** Longest time without a success that lies in a span, or reaches into it. @returns milliseconds. */
  longestGap(from: number, to: number): number {
    const inside = this.#at.filter((at) => at >= from && at <= to);
    const before = this.#at.findLast((at) => at < from) ?? from;
    const after = this.#at.find((at) => at > to) ?? to;
    const all = [before, ...inside, after];
    return all.reduce((longest, at, index) => Math.max(longest, at - (all[index - 1] ?? at)), 0);
  }
}
