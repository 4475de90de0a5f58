import { areUsersComplete, type UserHistory } from '../../applications/application/user-history.ts';
import { addDays, type Day, daysBetween, firstOfMonth } from '../../shared/calendar/days.ts';
import { dayInZone } from '../../shared/calendar/zones.ts';

/** What is known of an application's past, from its own facts. Days are the ad organization's. */
export interface HistoryFacts {
  readonly today: Day;
  /** First day that is pulled by day, of the organization that is the least far; `null` before the first pull. */
  readonly adsFrom: Day | null;
  /** Whether the months before it were asked for. */
  readonly monthsPulled: boolean;
  /** The oldest day or month with ad figures; `null` while none are known. */
  readonly oldestFigures: Day | null;
  /** The earliest first launch; `null` before the first. */
  readonly firstLaunch: Day | null;
  /** Milliseconds since the earliest first launch moved back; `null` when it never did, and when no earlier ones are to come. */
  readonly movedMsAgo: number | null;
}

/** How much of an application's past is in, newest first. */
export interface HistoryProgress {
  readonly complete: boolean;
  /** Months whose figures are in, counted back from the present one. */
  readonly months_in: number;
  /** Months there are; `null` while that is not known. */
  readonly months: number | null;
}

/**
 * First launches of the past arrive newest first; when none has been earlier for this long, no more are expected. A busy machine
 * takes some seconds for a day of them.
 */
const stillMs = 30_000;

/** What an application knows of its users' past at an instant; days are those of its first ad organization. */
export function usersFacts(
  application: UserHistory & { readonly organizations: readonly { readonly time_zone: string }[] },
  now: number,
): Pick<HistoryFacts, 'today' | 'firstLaunch' | 'movedMsAgo'> {
  const { organizations, first_sdk_event_date: firstLaunch, first_sdk_event_moved_at: moved } = application;
  const today = dayInZone(now, organizations[0]?.time_zone ?? 'UTC');
  return {
    today,
    firstLaunch,
    movedMsAgo: moved === null || areUsersComplete(application) ? null : now - Date.parse(moved),
  };
}

/** Whether users of the past are being sent after the fact. */
export function areUsersComing({
  today,
  firstLaunch,
  movedMsAgo,
}: Pick<HistoryFacts, 'today' | 'firstLaunch' | 'movedMsAgo'>): boolean {
  return firstLaunch !== null && movedMsAgo !== null && movedMsAgo < stillMs && firstLaunch < addDays(today, -1);
}

/**
 * Ad figures are complete when days and months were pulled. The first day of the users is not known in advance; while ever earlier first
 * launches arrive, history is coming in, and the month of the earliest is not complete.
 */
export function historyProgress(facts: HistoryFacts): HistoryProgress {
  const { today, adsFrom, monthsPulled, oldestFigures, firstLaunch, movedMsAgo } = facts;
  const usersComing = areUsersComing({ today, firstLaunch, movedMsAgo });
  const oldest = [oldestFigures, firstLaunch].filter((day) => day !== null).sort()[0] ?? today;
  const adsReach = monthsPulled ? oldest : (adsFrom ?? addDays(today, 1));
  const usersReach = usersComing && firstLaunch !== null ? addDays(firstLaunch, 1) : adsReach;
  const reach = [adsReach, usersReach].sort()[1] ?? today;
  const complete = monthsPulled && !usersComing;
  const all = monthsFrom(oldest, today);
  if (complete) return { complete, months_in: all, months: all };
  const whole = reach === firstOfMonth(reach) ? reach : firstOfMonth(addDays(firstOfMonth(reach), 31));
  return { complete, months_in: whole > today ? 0 : monthsFrom(whole, today), months: monthsPulled ? all : null };
}

/** Months from the one a day lies in up to the present one. */
function monthsFrom(from: Day, today: Day): number {
  let count = 1;
  for (let month = firstOfMonth(today); daysBetween(firstOfMonth(from), month) > 0; count += 1) {
    month = firstOfMonth(addDays(month, -1));
  }
  return count;
}
