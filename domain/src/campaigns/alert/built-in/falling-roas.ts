/** Income that the users of an install day brought within its first days, and the spend of that day; of one currency. */
export interface CohortDay {
  readonly income: number;
  readonly spend: number;
  readonly conversions: number;
}

/** Whether cohorts earn less for their spend than those before them, beyond what chance explains. */
export interface RoasComparison {
  readonly before: number;
  readonly now: number;
  /** The difference in standard errors; negative when ROAS fell. */
  readonly z: number;
  readonly isFalling: boolean;
}

/** What is compared, and which fall is one that a person would act on. */
export interface RoasLimits {
  readonly leastConversions: number;
  readonly noticeableShare: number;
}

const usualLimits: RoasLimits = { leastConversions: 30, noticeableShare: 0.8 };
/** One side of a normal distribution, 5 %. */
const criticalZ = -1.645;

/**
 * Compares ROAS of closed cohorts, a ratio of sums, with that of the days before.
 * @returns `undefined` where one side has too few conversions, no spend, or less than two days.
 */
export function compareRoas(
  before: readonly CohortDay[],
  now: readonly CohortDay[],
  { leastConversions, noticeableShare }: RoasLimits = usualLimits,
): RoasComparison | undefined {
  const earlier = ratioOf(before, leastConversions);
  const present = ratioOf(now, leastConversions);
  if (earlier === undefined || present === undefined) return undefined;
  const error = Math.sqrt(earlier.variance + present.variance);
  const difference = present.ratio - earlier.ratio;
  const z = difference === 0 ? 0 : difference / error;
  const isFalling = present.ratio < noticeableShare * earlier.ratio && z < criticalZ;
  return { before: earlier.ratio, now: present.ratio, z, isFalling };
}

/** A ratio of sums and its variance, by linearization. */
function ratioOf(
  days: readonly CohortDay[],
  leastConversions: number,
): { readonly ratio: number; readonly variance: number } | undefined {
  const count = days.length;
  const spend = days.reduce((sum, day) => sum + day.spend, 0);
  const conversions = days.reduce((sum, day) => sum + day.conversions, 0);
  if (count < 2 || spend <= 0 || conversions < leastConversions) return undefined;
  const ratio = days.reduce((sum, day) => sum + day.income, 0) / spend;
  const squares = days.reduce((sum, day) => sum + (day.income - ratio * day.spend) ** 2, 0);
  return { ratio, variance: ((count / (count - 1)) * squares) / spend ** 2 };
}
