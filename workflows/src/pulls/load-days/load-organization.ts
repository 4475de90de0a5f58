import { countLoadedDays, type Day } from '@tapwise/domain';
import { type DayLoad, type LoadedSpan, loadDays, oldestDay } from './load-days.ts';
import { readLoadedDays } from './loaded-days.ts';
import { type ReplacedMonths, replaceMonths } from './replace-months.ts';

export { IncompleteDaysError } from './load-days.ts';

/** What the log holds of the days of an organization from before those that pulls ask for. */
export interface OlderDays {
  /** `null`: none. */
  readonly firstDay: Day | null;
  readonly days: number;
  readonly months: ReplacedMonths;
}

/**
 * Loads the days that are missing, and lets the days of whole months count instead of the months.
 * @param from The oldest day to load; absent: 24 months ago, which is as far back as the service goes.
 * @param onSpan Called for each span when its days are in the log.
 * @throws as `loadDays`.
 */
export async function loadOlderDays(
  load: DayLoad,
  from: Day | undefined,
  onSpan: (span: LoadedSpan) => void,
): Promise<OlderDays> {
  const oldest = oldestDay(load.today);
  for await (const span of loadDays(load, from === undefined || from < oldest ? oldest : from)) onSpan(span);
  const loaded = await readLoadedDays(load.log, load.ref);
  const firstDay = loaded[0]?.from_day ?? null;
  const months = firstDay === null ? { replaced: 0, differing: [] } : await replaceMonths(load, firstDay);
  return { firstDay, days: countLoadedDays(loaded), months };
}
