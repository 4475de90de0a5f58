/** First launches below which a day's shape is not known. */
const fewestLaunches = 10;

/** First launches in a stretch of a day, by the stretch's first instant and the first one after it (milliseconds). */
export interface Launches {
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
}

/** What is known of one day besides pulls made while it ran. */
export interface DayShape {
  readonly launches: readonly Launches[];
  readonly startMs: number;
  /** The instant from which pulls say how the day went; the day's end when none was made while it ran. */
  readonly reportedMs: number;
}

/**
 * The share of a day's figures that had come by an instant before the first pull of that day, when only their sum at `reportedMs`
 * is known: users install and advertisers pay as apps are launched for the first time.
 * @returns `null` when there were too few first launches.
 */
export function shareBefore({ launches, startMs, reportedMs }: DayShape, atMs: number): number | null {
  const until = (endMs: number): number =>
    launches.reduce((sum, { fromMs, toMs, count }) => {
      const within = fromMs < startMs ? 0 : Math.min(1, (endMs - fromMs) / (toMs - fromMs));
      return sum + count * Math.max(0, within);
    }, 0);
  const all = until(reportedMs);
  return all < fewestLaunches ? null : until(Math.min(atMs, reportedMs)) / all;
}
