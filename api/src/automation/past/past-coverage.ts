import type { EventLog, RecordedEvent } from '@tapwise/adapters';
import { adsDaysStream, adsPullStream, type DayRange, joinedSpans } from '@tapwise/domain';
import { byPosition, type Following, follow } from './past-log.ts';

/** Days of an organization's figures that were in, as spans. Asked for one instant after another. */
export async function readPastCoverage(
  log: EventLog,
  applicationId: number,
  orgId: number,
): Promise<Following<DayRange[]>> {
  const streams = [adsPullStream(applicationId, orgId), adsDaysStream(applicationId, orgId)];
  const events = await Promise.all(streams.map((stream) => log.readStream(stream)));
  return pastCoverage(byPosition(events.flat()));
}

export const pastCoverage = (events: readonly RecordedEvent[]): Following<DayRange[]> =>
  follow<DayRange[]>(events, [], (spans, next) => joinedSpans([...spans, ...next.flatMap(pulledDays)]));

/** Days of a pull that was not whole are not in. */
function pulledDays({ event }: RecordedEvent): DayRange[] {
  if (event.type !== 'AdsPullCompleted' && event.type !== 'AdsDaysLoaded') return [];
  return [{ from: event.data.from_day, to: event.data.to_day }];
}
