import type { RecordedEvent } from '@tapwise/adapters';
import type { LogRange } from '../../tables/checkpoint.queries.ts';

/** Positions of the events' ends. @throws RangeError for no events. */
export function rangeOf(events: readonly RecordedEvent[]): LogRange {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('No events, no range');
  return { from: first.position, to: last.position };
}

// One event can carry a thousand rows; this keeps a batch's memory and the engine's block within tens of megabytes.
const rowsPerBatch = 50_000;

/** Cuts events into runs whose rows fit a batch; an event is never cut. */
export function cutByRows(events: readonly RecordedEvent[], limit = rowsPerBatch): RecordedEvent[][] {
  const runs: RecordedEvent[][] = [];
  let run: RecordedEvent[] = [];
  let rows = 0;
  for (const recorded of events) {
    const weight = rowsIn(recorded);
    if (run.length > 0 && rows + weight > limit) {
      runs.push(run);
      [run, rows] = [[], 0];
    }
    run.push(recorded);
    rows += weight;
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

function rowsIn({ event }: RecordedEvent): number {
  switch (event.type) {
    case 'AdsReportRowsRecorded':
      return event.data.rows.length;
    case 'AdGroupsObserved':
      return event.data.ad_groups.length;
    case 'KeywordsObserved':
      return event.data.keywords.length;
    default:
      return 1;
  }
}

/**
 * Splits waiting events for a range that was begun before a crash: exactly its events first, then the rest.
 * @returns `undefined` while the range is not complete yet.
 */
export function cutAtRange(
  events: readonly RecordedEvent[],
  unfinished: LogRange,
): { repeat: RecordedEvent[]; rest: RecordedEvent[] } | undefined {
  const last = events.at(-1);
  if (last === undefined || last.position < unfinished.to) return undefined;
  return {
    repeat: events.filter((recorded) => recorded.position <= unfinished.to),
    rest: events.filter((recorded) => recorded.position > unfinished.to),
  };
}
