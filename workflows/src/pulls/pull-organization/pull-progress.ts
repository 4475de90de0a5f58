import type { EventLog } from '@tapwise/adapters';
import { addDays, adsPullStream, type Day, type DomainEventOf, dayInZone } from '@tapwise/domain';
import type { OrganizationRef } from './organization-context.ts';
import { firstParts, type PullProgress, recentDays } from './pull-organization.contract.ts';

type Pull = DomainEventOf<'AdsPullCompleted'>['data'];

/** The parts of the first pull are among the first events of a long stream, the last deep pull among the last. */
const eventsRead = 500;

/**
 * Progress of an organization's pull, by what the log says was pulled, so that the driver that continues it asks for nothing twice.
 * @param timeZone The organization's.
 * @param oldestDayAge See `ReadLimits`.
 */
export async function readPullProgress(
  log: EventLog,
  ref: OrganizationRef,
  { timeZone, oldestDayAge, now }: { timeZone: string; oldestDayAge: number; now: number },
): Promise<PullProgress> {
  const stream = adsPullStream(ref.application_id, ref.org_id);
  const last = await log.readLast(stream);
  if (last === undefined) return { parts_loaded: 0, deep_day: null };
  const fromRevision = last.revision >= BigInt(eventsRead) ? last.revision - BigInt(eventsRead) + 1n : 0n;
  const [first, newest] = await Promise.all([
    log.readStream(stream, { maxCount: eventsRead }),
    log.readStream(stream, { fromRevision }),
  ]);
  const pulls = (events: typeof first): Pull[] =>
    events.flatMap(({ event }) => (event.type === 'AdsPullCompleted' ? [event.data] : []));
  const today = dayInZone(now, timeZone);
  return progressOf(pulls(first), pulls(newest), { timeZone, oldestDayAge, today });
}

/**
 * @param first The oldest pulls.
 * @param newest The newest pulls; both may be the same.
 */
export function progressOf(
  first: readonly Pull[],
  newest: readonly Pull[],
  { timeZone, oldestDayAge, today }: { timeZone: string; oldestDayAge: number; today: Day },
): PullProgress {
  const [firstDay] = first.map(({ from_day }) => from_day).sort();
  const lastDay = newest
    .map(({ to_day }) => to_day)
    .sort()
    .at(-1);
  if (firstDay === undefined || lastDay === undefined) return { parts_loaded: 0, deep_day: null };
  // Days after the last pull are missing too when nothing ran for a while.
  const missing = firstParts.findIndex(
    ({ newest: from, oldest: to }, index) =>
      index > 0 && (addDays(today, -Math.min(to, oldestDayAge)) < firstDay || addDays(today, -from) > lastDay),
  );
  const deepDay = newest
    .filter(({ from_day, pulled_at }) => from_day < addDays(dayOf(pulled_at, timeZone), -recentDays.oldest))
    .map(({ pulled_at }) => dayOf(pulled_at, timeZone))
    .at(-1);
  // A day that is not today: the last 30 days are asked for again.
  return { parts_loaded: missing === -1 ? firstParts.length : missing, deep_day: deepDay ?? firstDay };
}

function dayOf(instant: string, timeZone: string): Day {
  return dayInZone(Date.parse(instant), timeZone);
}
