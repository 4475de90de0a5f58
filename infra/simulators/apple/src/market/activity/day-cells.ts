import { cellCount } from '../world/structure.ts';
import { type CampaignDay, INSTALL_BY_VIEW, INSTALL_REDOWNLOAD, NEVER } from './day-columns.ts';
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
  const seen = Math.min(asOf - day.start, NEVER - 1);
  const { impressions, taps, installs } = day;
  for (let index = 0; index < impressions.time.length; index += 1) {
    const time = impressions.time[index] as number;
    if (time <= seen) visit(IMPRESSIONS, 1, index, time);
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

/** Slot of each cell while a day is summed, 0 = none yet; shared, since summing is never interrupted. */
let slots = new Int32Array(4_096);

/** Sums what is reported of a day at `asOf` per cell (target, country, device). */
export function sumCells(day: CampaignDay, asOf: number): DayCells {
  const count = cellCount(day.campaign);
  if (slots.length < count) slots = new Int32Array(count);
  const cells: number[] = [];
  const figures: number[] = [];
  visitReported(day, asOf, (metric, amount, impression) => {
    const cell = day.impressions.cell[impression] as number;
    let slot = slots[cell] as number;
    if (slot === 0) {
      slot = cells.push(cell);
      slots[cell] = slot;
      figures.push(...NOTHING);
    }
    const index = (slot - 1) * METRIC_COUNT + metric;
    figures[index] = (figures[index] as number) + amount;
  });
  for (const cell of cells) slots[cell] = 0;
  return { cells: Uint32Array.from(cells), figures: Float64Array.from(figures) };
}

const NOTHING: readonly number[] = new Array<number>(METRIC_COUNT).fill(0);

/** Installs are four metrics side by side: new and again, by tap and by view. */
const installMetric = (flags: number): number =>
  TAP_NEW_DOWNLOADS + ((flags & INSTALL_BY_VIEW) === 0 ? 0 : 2) + ((flags & INSTALL_REDOWNLOAD) === 0 ? 0 : 1);
