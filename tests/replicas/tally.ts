/** What a run has counted, and what went wrong in it. */
export interface Tally {
  readonly counts: ReadonlyMap<string, number>;
  /** In words; empty when all is well. */
  readonly faults: readonly string[];
  count(what: string, by?: number): void;
  fault(words: string): void;
}

/** A run that is wrong is wrong often; more faults than these are counted only. */
const mostFaults = 200;

export function openTally(): Tally {
  const counts = new Map<string, number>();
  const faults: string[] = [];
  return {
    counts,
    faults,
    count: (what, by = 1) => void counts.set(what, (counts.get(what) ?? 0) + by),
    fault: (words) => {
      if (faults.length < mostFaults) faults.push(words);
    },
  };
}
