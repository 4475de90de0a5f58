import type { EventLog, RecordedEvent } from '@tapwise/adapters';
import { adsPullStream, type Freshness, freshnessOf } from '@tapwise/domain';
import { type Following, follow } from './past-log.ts';

/** Pulls of an organization's structure and figures, as they were. Asked for one instant after another. */
export interface PastPulls {
  readonly freshness: Following<Freshness>;
  /** When the oldest of the days that were pulled as history came in, in milliseconds; `undefined` before the first pull. */
  readonly historyAt: number | undefined;
}

export const readPastPulls = async (log: EventLog, applicationId: number, orgId: number): Promise<PastPulls> =>
  pastPulls(await log.readStream(adsPullStream(applicationId, orgId)));

export function pastPulls(events: readonly RecordedEvent[]): PastPulls {
  const freshness = follow(events, freshnessOf(undefined), (_, next) => freshnessOf(next.at(-1)?.event));
  return { freshness, historyAt: historyAt(events) };
}

/** The first pull comes in parts, newest days first; no later one goes further back. */
function historyAt(events: readonly RecordedEvent[]): number | undefined {
  let oldest: string | undefined;
  let at: number | undefined;
  for (const { event, recordedAt } of events) {
    if (event.type !== 'AdsPullCompleted') continue;
    if (oldest !== undefined && event.data.from_day >= oldest) continue;
    oldest = event.data.from_day;
    at = recordedAt.getTime();
  }
  return at;
}

/** Up to when events count at an instant, in milliseconds, and whether that is what was known then. */
export interface CountedEvents {
  readonly asRecorded: boolean;
  readonly until: number;
}

/** What was pulled as history is known in its final form only, and settings begin with it. Instants in milliseconds. */
export function countedUntil({ historyAt }: Pick<PastPulls, 'historyAt'>, at: number, now: number): CountedEvents {
  const asRecorded = historyAt !== undefined && historyAt <= at;
  return { asRecorded, until: asRecorded ? at : (historyAt ?? now) };
}
