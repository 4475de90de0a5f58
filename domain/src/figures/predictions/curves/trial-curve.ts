import { hourMs } from '../../../shared/calendar/days.ts';
import { fitStrength } from '../fit/shrinkage.ts';
import { builtInStrength, builtInTrialHazards } from './built-in.ts';
import {
  addCounts,
  type BinCounts,
  countStretch,
  type Ending,
  emptyCounts,
  type Hazards,
  hazardsOf,
  winningChances,
} from './competing-risks.ts';

const hoursAfterwards = 24;
const daysAfterwards = 30;

/** Edges of the bins of a trial in hours: hourly until 24 hours after the introduction, then daily for 30 more days. */
export function trialEdges(introHours: number): Float64Array {
  const hourly = Math.ceil(introHours) + hoursAfterwards;
  return Float64Array.from({ length: hourly + daysAfterwards + 1 }, (_, j) =>
    j <= hourly ? j : hourly + 24 * (j - hourly),
  );
}

/** Index of the last edge at or before a time in hours; behind the last edge its index plus something. */
export function trialEdgeAt(introHours: number, hours: number): number {
  const hourly = Math.ceil(introHours) + hoursAfterwards;
  return hours <= hourly ? Math.max(0, Math.floor(hours)) : hourly + Math.floor((hours - hourly) / 24);
}

/** What is known of the trials of one country. */
export interface TrialCounts {
  readonly bins: BinCounts;
  trials: number;
  /** Trials whose every bin is complete, and of them those that converted. */
  mature: number;
  matureConverted: number;
}

export function emptyTrialCounts(introHours: number): TrialCounts {
  return { bins: emptyCounts(trialEdges(introHours)), trials: 0, mature: 0, matureConverted: 0 };
}

/** Counts a stretch of a trial; times in milliseconds since its start. */
export function countTrialStretch(
  counts: TrialCounts,
  stretch: { entered: number; left: number; ending: Ending; complete: number },
): void {
  const { entered, left, ending, complete } = stretch;
  const hours = { entered: entered / hourMs, left: left / hourMs, complete: complete / hourMs };
  countStretch(counts.bins, { ...hours, ending });
}

/** Counts a whole trial: how long it has been watched, and after how long it converted (milliseconds). */
export function countTrial(counts: TrialCounts, trial: { watched: number; converted: number | null }): void {
  const { edges } = counts.bins;
  const lastEdge = (edges[edges.length - 1] ?? 0) * hourMs;
  counts.trials += 1;
  if (trial.watched < lastEdge) return;
  counts.mature += 1;
  if (trial.converted !== null && trial.converted <= lastEdge) counts.matureConverted += 1;
}

/** The curve of a country, or of the world. */
export interface TrialCurve {
  readonly hazards: Hazards;
  /** Chance to convert at each edge. */
  readonly chances: Float64Array;
}

const curveOfHazards = (hazards: Hazards): TrialCurve => ({ hazards, chances: winningChances(hazards) });

/**
 * The worldwide curve, with 20 pseudo-trials of the built-in one, and each country's, joined by as many trials of the
 * worldwide one as the countries' differences suggest.
 */
export function fitTrialCurves(
  byCountry: ReadonlyMap<string, TrialCounts>,
  introHours: number,
): { world: TrialCurve; countries: Map<string, TrialCurve>; strength: number; total: TrialCounts } {
  const total = emptyTrialCounts(introHours);
  for (const counts of byCountry.values()) addTrials(total, counts);
  const builtIn = { hazards: builtInTrialHazards(introHours, total.bins.edges), weight: builtInStrength };
  const world = curveOfHazards(hazardsOf(total.bins, builtIn));
  const strength = fitStrength(
    [...byCountry.values()].map((counts) => ({ tries: counts.mature, successes: counts.matureConverted })),
  );
  const countries = new Map<string, TrialCurve>();
  for (const [country, counts] of byCountry) {
    countries.set(country, curveOfHazards(hazardsOf(counts.bins, { hazards: world.hazards, weight: strength })));
  }
  return { world, countries, strength, total };
}

function addTrials(sum: TrialCounts, part: TrialCounts): void {
  addCounts(sum.bins, part.bins);
  sum.trials += part.trials;
  sum.mature += part.mature;
  sum.matureConverted += part.matureConverted;
}
