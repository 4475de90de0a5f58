/** The counted figures of a report, in the order in which they lie in a figure array. */
export const IMPRESSIONS = 0;
export const TAPS = 1;
/** Ten-thousandths of the organization's currency. */
export const SPEND = 2;
export const TAP_NEW_DOWNLOADS = 3;
export const TAP_REDOWNLOADS = 4;
export const VIEW_NEW_DOWNLOADS = 5;
export const VIEW_REDOWNLOADS = 6;
export const METRIC_COUNT = 7;

/** Sums of the seven metrics. */
export type Figures = Float64Array;

export const noFigures = (): Figures => new Float64Array(METRIC_COUNT);

export const isEmpty = (figures: Figures): boolean => figures.every((value) => value === 0);

export function addFigures(into: Figures, from: Figures): void {
  for (let metric = 0; metric < METRIC_COUNT; metric += 1)
    into[metric] = (into[metric] as number) + (from[metric] as number);
}
