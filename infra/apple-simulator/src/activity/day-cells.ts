import { cellCount } from '../world/structure.ts';
import { type CampaignDay, INSTALL_BY_VIEW, INSTALL_REDOWNLOAD } from './campaign-day.ts';
import { IMPRESSIONS, METRIC_COUNT, SPEND, TAP_NEW_DOWNLOADS, TAPS } from './metrics.ts';

/** What a report sees of a day: the cells with activity and their figures, METRIC_COUNT numbers per cell. */
export interface DayCells {
  readonly cells: Uint32Array;
  readonly figures: Float64Array;
}

/**
 * Called for every single thing a report shows: metric, amount, the impression it goes back to and the moment of
 * the event in milliseconds after the day's start.
 */
export type Visitor = (metric: number, amount: number, impression: number, time: number) => void;

/** Visits what is reported of a day at the instant `asOf`; impressions show at once, taps and installs later. */
export function visitReported(day: CampaignDay, asOf: number, visit: Visitor): void {
  const seen = asOf - day.start;
  const { impressions, taps, installs } = day;
  for (let index = 0; index < impressions.time.length && (impressions.time[index] as number) <= seen; index += 1) {
    visit(IMPRESSIONS, 1, index, impressions.time[index] as number);
  }
  for (let index = 0; index < taps.time.length; index += 1) {
    if ((taps.reported[index] as number) > seen) continue;
    visit(TAPS, 1, taps.impression[index] as number, taps.time[index] as number);
    visit(SPEND, taps.spend[index] as number, taps.impression[index] as number, taps.time[index] as number);
  }
  for (let index = 0; index < installs.time.length; index += 1) {
    if ((installs.reported[index] as number) > seen) continue;
    const withdrawn = installs.withdrawn[index] as number;
    if (withdrawn !== 0 && withdrawn <= seen) continue;
    const flags = installs.flags[index] as number;
    visit(installMetric(flags), 1, installs.impression[index] as number, installs.time[index] as number);
  }
}

/** Sums what is reported of a day at `asOf` per cell (target, country, device). */
export function sumCells(day: CampaignDay, asOf: number): DayCells {
  const count = cellCount(day.campaign);
  const table = new Float64Array(count * METRIC_COUNT);
  visitReported(day, asOf, (metric, amount, impression) => {
    const slot = (day.impressions.cell[impression] as number) * METRIC_COUNT + metric;
    table[slot] = (table[slot] as number) + amount;
  });
  const active: number[] = [];
  for (let cell = 0; cell < count; cell += 1) if (hasActivity(table, cell * METRIC_COUNT)) active.push(cell);
  const figures = new Float64Array(active.length * METRIC_COUNT);
  active.forEach((cell, index) => {
    figures.set(table.subarray(cell * METRIC_COUNT, (cell + 1) * METRIC_COUNT), index * METRIC_COUNT);
  });
  return { cells: Uint32Array.from(active), figures };
}

/** Installs are four metrics side by side: new and again, by tap and by view. */
const installMetric = (flags: number): number =>
  TAP_NEW_DOWNLOADS + ((flags & INSTALL_BY_VIEW) === 0 ? 0 : 2) + ((flags & INSTALL_REDOWNLOAD) === 0 ? 0 : 1);

function hasActivity(table: Float64Array, offset: number): boolean {
  for (let metric = 0; metric < METRIC_COUNT; metric += 1) if (table[offset + metric] !== 0) return true;
  return false;
}
