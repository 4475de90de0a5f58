import { type BinCounts, emptyCounts } from './competing-risks.ts';

const bins = 20;
const fewestAtRisk = 30;
const successesBefore = 19;
const triesBefore = 20;
/** A renewal is never certain. */
const mostCertain = 0.999;

const shareEdges = Float64Array.from({ length: bins + 1 }, (_, j) => j / bins);

export const emptyPeriodCounts = (): BinCounts => emptyCounts(shareEdges);

/** No update within the period: every subscription has the whole risk ahead. */
export const noPeriodUpdate: readonly number[] = Array.from({ length: bins + 1 }, () => 0);

/**
 * Share of the within-period cancellations that happen before each twentieth of the period, from 0 to 1. Where fewer than
 * 30 were at risk the curve goes on with its average slope so far; without any cancellation it is a straight line.
 */
export function fitWithinPeriod(counts: BinCounts): number[] {
  const canceled = [0];
  let atRisk = 0;
  for (let j = 1; j <= bins; j += 1) {
    atRisk += counts.riskChange[j] ?? 0;
    const before = canceled[j - 1] ?? 0;
    if (atRisk >= fewestAtRisk) canceled.push(before + (1 - before) * ((counts.lost[j] ?? 0) / atRisk));
    else canceled.push(j === 1 ? 0 : before + before / (j - 1));
  }
  const all = canceled[bins] ?? 0;
  return all > 0 ? canceled.map((share) => share / all) : canceled.map((_, j) => j / bins);
}

/** Chance that a payment succeeds while renewal is on at its date; 19 of 20 before anything is known. */
export function fitBillingSuccess(renewals: { on: number; succeeded: number }): number {
  return (renewals.succeeded + successesBefore) / (renewals.on + triesBefore);
}

/** C(u): the share of within-period cancellations before `elapsed` (0 … 1) of the period, straight between twentieths. */
export function canceledShareAt(withinPeriod: readonly number[], elapsed: number): number {
  const position = Math.min(Math.max(elapsed, 0), 1) * bins;
  const left = Math.min(Math.floor(position), bins - 1);
  const before = withinPeriod[left] ?? 0;
  const after = withinPeriod[left + 1] ?? 0;
  return before + (after - before) * (position - left);
}

/**
 * Chance of the coming renewal for a subscription whose renewal is still on: it has passed part of its risk. The plain
 * chance at the start of the period, the chance of a successful payment at its end.
 * @param canceledShare C(u), see `canceledShareAt`.
 */
export function retentionWithinPeriod(retention: number, billingSuccess: number, canceledShare: number): number {
  const onAtEnd = Math.min(1, retention / billingSuccess);
  const onNow = 1 - (1 - onAtEnd) * canceledShare;
  return Math.min(retention / onNow, mostCertain);
}
