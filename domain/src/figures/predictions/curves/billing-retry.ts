import { dayMs } from '../../../shared/calendar/days.ts';
import {
  type BinCounts,
  countStretch,
  type Ending,
  emptyCounts,
  type Hazards,
  hazardsOf,
  winningChances,
} from './competing-risks.ts';

/** For so many days the store retries: https://developer.apple.com/app-store/subscriptions/ */
export const retryDays = 60;
const priorStrength = 30;
const dayEdges = Float64Array.from({ length: retryDays + 1 }, (_, day) => day);

/** Recovery before anything is known: 0.30 · exp(−d / 8) after d days, nothing from day 60 on. */
export function builtInRecovery(day: number): number {
  return day >= retryDays ? 0 : 0.3 * Math.exp(-day / 8);
}

// Hazards whose chances are the built-in ones, with no payment given up before day 60.
function builtInHazards(): Hazards {
  const size = dayEdges.length;
  const hazards = { atRisk: new Float64Array(size), lost: new Float64Array(size), won: new Float64Array(size) };
  for (let day = 1; day < size; day += 1) {
    const after = builtInRecovery(day);
    hazards.won[day] = (builtInRecovery(day - 1) - after) / (1 - after);
  }
  return hazards;
}

export const emptyRetryCounts = (): BinCounts => emptyCounts(dayEdges);

/** A stretch of a billing retry; milliseconds. */
export interface RetryStretch {
  readonly entered: number;
  readonly left: number;
  readonly ending: Ending;
  readonly complete: number;
}

/** Counts a stretch of billing retry; times in milliseconds since the payment was due. */
export function countRetry(counts: BinCounts, stretch: RetryStretch): void {
  const { entered, left, ending, complete } = stretch;
  countStretch(counts, { entered: entered / dayMs, left: left / dayMs, ending, complete: complete / dayMs });
}

/** Chance of recovery after 0, 1, … 60 days without one, joined by 30 pseudo-payments of the built-in curve. */
export function fitRecovery(counts: BinCounts): Float64Array {
  return winningChances(hazardsOf(counts, { hazards: builtInHazards(), weight: priorStrength }));
}

/** Chance of recovery of a payment that is overdue for so many days. */
export function recoveryAfter(recovery: ArrayLike<number>, days: number): number {
  return days >= retryDays ? 0 : (recovery[Math.max(0, Math.floor(days))] ?? 0);
}
