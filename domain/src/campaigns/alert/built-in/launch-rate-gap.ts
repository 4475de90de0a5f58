/** Installs that the ad service counted on a day, and first launches of the same day that the SDK saw. */
export interface LaunchDay {
  readonly installs: number;
  readonly firstLaunches: number;
}

/** The share of installs that the SDK sees beside what it usually is; rates are fractions. */
export interface LaunchRateGap {
  readonly rate: number;
  readonly median: number;
  /** The rate may be this far from the median, either side. */
  readonly band: number;
  readonly isOutside: boolean;
}

/** From which number of installs on a launch rate is compared, and its largest distance from the median. */
export interface GapLimits {
  readonly leastInstalls: number;
  /** A fraction. */
  readonly leastBand: number;
  /** How many median absolute deviations are usual. */
  readonly deviations: number;
}

/** 4.4478 of them are three standard deviations of a normal distribution. */
const usualLimits: GapLimits = { leastInstalls: 50, leastBand: 0.1, deviations: 4.4478 };
/** Of days before, fewer say nothing about what is usual. */
const leastDays = 14;
/** Differences below it are those of binary fractions, not of installs. */
const tolerance = 1e-9;

/**
 * Compares the launch rate of the last complete days, all together, with the daily rates before them.
 * @param last The last three complete days.
 * @param before The 28 days before; those without installs have no rate.
 * @returns `undefined` where there is too little to judge.
 */
export function launchRateGap(
  last: readonly LaunchDay[],
  before: readonly LaunchDay[],
  { leastInstalls, leastBand, deviations }: GapLimits = usualLimits,
): LaunchRateGap | undefined {
  const installs = sumOf(last, ({ installs }) => installs);
  const rates = before.flatMap(({ installs: counted, firstLaunches }) =>
    counted > 0 ? [firstLaunches / counted] : [],
  );
  if (installs < leastInstalls || rates.length < leastDays) return undefined;
  const rate = sumOf(last, ({ firstLaunches }) => firstLaunches) / installs;
  const median = medianOf(rates);
  const deviation = medianOf(rates.map((daily) => Math.abs(daily - median)));
  const band = Math.max(leastBand, deviations * deviation);
  return { rate, median, band, isOutside: Math.abs(rate - median) - band > tolerance };
}

function sumOf<Item>(items: readonly Item[], quantityOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + quantityOf(item), 0);
}

/** Of an even number of values the mean of the two in the middle. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const low = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  const high = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return (low + high) / 2;
}
