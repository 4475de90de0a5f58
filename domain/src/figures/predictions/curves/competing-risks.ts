/** Two competing endings over bins: `edges[0] = 0`, bin j holds times t with `edges[j − 1] < t ≤ edges[j]`. Index 0 is unused. */
export interface BinCounts {
  readonly edges: Float64Array;
  /** Changes of the number at risk from the bin before. */
  readonly riskChange: Float64Array;
  readonly lost: Float64Array;
  readonly won: Float64Array;
}

/** Cause-specific hazards of each bin (index 0 unused), and how many were at risk. */
export interface Hazards {
  readonly atRisk: Float64Array;
  readonly lost: Float64Array;
  readonly won: Float64Array;
}

export type Ending = 'lost' | 'won' | 'open';

export function emptyCounts(edges: Float64Array): BinCounts {
  const size = edges.length;
  return { edges, riskChange: new Float64Array(size + 1), lost: new Float64Array(size), won: new Float64Array(size) };
}

/** Index of the last edge that is at or before a time; −1 before the first. */
export function lastEdgeAt(edges: Float64Array, time: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function binOf(edges: Float64Array, time: number): number {
  const before = lastEdgeAt(edges, time);
  return Math.max(1, edges[before] === time ? before : before + 1);
}

/**
 * Counts one stretch at risk. Only bins that are complete (their end is at or before `complete`) take part, with their
 * endings as with their peers that go on; a stretch that began late counts in bins that start after it.
 */
export function countStretch(
  counts: BinCounts,
  stretch: { entered: number; left: number; ending: Ending; complete: number },
): void {
  const { edges } = counts;
  const lastComplete = lastEdgeAt(edges, stretch.complete);
  const entry = lastEdgeAt(edges, stretch.entered);
  const from = edges[entry] === stretch.entered ? entry + 1 : entry + 2;
  const endingBin = stretch.ending === 'open' ? lastEdgeAt(edges, stretch.left) : binOf(edges, stretch.left);
  const to = Math.min(endingBin, lastComplete, edges.length - 1);
  if (from > to) return;
  counts.riskChange[from] = (counts.riskChange[from] ?? 0) + 1;
  counts.riskChange[to + 1] = (counts.riskChange[to + 1] ?? 0) - 1;
  if (stretch.ending === 'open' || endingBin !== to) return;
  const ended = stretch.ending === 'lost' ? counts.lost : counts.won;
  ended[to] = (ended[to] ?? 0) + 1;
}

/** Adds the counts of one group to another's with the same edges. */
export function addCounts(sum: BinCounts, part: BinCounts): void {
  for (let j = 0; j < part.riskChange.length; j += 1) {
    sum.riskChange[j] = (sum.riskChange[j] ?? 0) + (part.riskChange[j] ?? 0);
    if (j >= part.lost.length) continue;
    sum.lost[j] = (sum.lost[j] ?? 0) + (part.lost[j] ?? 0);
    sum.won[j] = (sum.won[j] ?? 0) + (part.won[j] ?? 0);
  }
}

/**
 * Hazards of the counted, joined by `weight` pseudo-observations that follow the parent's hazards. Without censoring the
 * result is the beta-binomial posterior mean.
 */
export function hazardsOf(counts: BinCounts, parent?: { hazards: Hazards; weight: number }): Hazards {
  const size = counts.edges.length;
  const result = { atRisk: new Float64Array(size), lost: new Float64Array(size), won: new Float64Array(size) };
  let atRisk = 0;
  let pseudo = parent?.weight ?? 0;
  for (let j = 1; j < size; j += 1) {
    atRisk += counts.riskChange[j] ?? 0;
    result.atRisk[j] = atRisk;
    const parentLost = parent?.hazards.lost[j] ?? 0;
    const parentWon = parent?.hazards.won[j] ?? 0;
    if (atRisk + pseudo > 0) {
      result.lost[j] = ((counts.lost[j] ?? 0) + pseudo * parentLost) / (atRisk + pseudo);
      result.won[j] = ((counts.won[j] ?? 0) + pseudo * parentWon) / (atRisk + pseudo);
    }
    pseudo *= Math.max(0, 1 - parentLost - parentWon);
  }
  return result;
}

/** Chance to be won, given no ending up to each edge: index 0 at the start, 0 at the last edge. */
export function winningChances(hazards: Hazards): Float64Array {
  const chances = new Float64Array(hazards.won.length);
  for (let m = chances.length - 2; m >= 0; m -= 1) {
    const won = hazards.won[m + 1] ?? 0;
    const goesOn = Math.max(0, 1 - won - (hazards.lost[m + 1] ?? 0));
    chances[m] = won + goesOn * (chances[m + 1] ?? 0);
  }
  return chances;
}
