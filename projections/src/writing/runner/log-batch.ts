import type { RecordedEvent, UnreadableEvent } from '@tapwise/adapters';
import type { ParkingEvent } from '@tapwise/domain';
import type { LogRange } from '../../tables/checkpoint.queries.ts';
import type { Projection } from './projection.ts';

/** An event of the log that cannot be read, and why. */
export interface UnreadableEntry extends UnreadableEvent {
  readonly reason: string;
}

/** An event as the runner handles it. */
export type LogEntry = RecordedEvent | UnreadableEntry;

/** An operator's decision about a parked stream. */
export type Decision = RecordedEvent<ParkingEvent>;

/** Whether an entry is such a decision. */
export const isDecision = (entry: LogEntry): entry is Decision =>
  'event' in entry && (entry.event.type === 'ParkedStreamRetried' || entry.event.type === 'ParkedEventSkipped');

/** Positions of the entries' ends. @throws RangeError for no entries. */
export function rangeOf(entries: readonly LogEntry[]): LogRange {
  const first = entries[0];
  const last = entries.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('No events, no range');
  return { from: first.position, to: last.position };
}

// One event can carry a thousand rows; this keeps the projector's memory and the engine's block within tens of megabytes.
const rowsPerBatch = 50_000;

/** About how many rows an event becomes in all of some projections. */
export function rowEstimate(projections: readonly Projection[]): (entry: LogEntry) => number {
  const byType = new Map<string, Projection[]>();
  for (const projection of projections) {
    for (const type of projection.eventTypes) byType.set(type, [...(byType.get(type) ?? []), projection]);
  }
  return (entry) => {
    if (!('event' in entry)) return 0;
    let rows = 0;
    for (const projection of byType.get(entry.event.type) ?? []) rows += projection.rowsIn(entry.event);
    return rows;
  };
}

/** Cuts entries into batches of a bounded number of rows. An event is never cut; a decision about a parked stream is a batch by itself. */
export function cutBatches(
  entries: readonly LogEntry[],
  rowsIn: (entry: LogEntry) => number,
  limit = rowsPerBatch,
): LogEntry[][] {
  const batches: LogEntry[][] = [];
  let batch: LogEntry[] = [];
  let rows = 0;
  const end = (): void => {
    if (batch.length > 0) batches.push(batch);
    [batch, rows] = [[], 0];
  };
  for (const entry of entries) {
    const weight = rowsIn(entry);
    const alone = isDecision(entry);
    if (alone || rows + weight > limit) end();
    batch.push(entry);
    rows += weight;
    if (alone) end();
  }
  end();
  return batches;
}

/** Puts entries that could not be read among the events they came between; those after the last event are left. */
export function mergeUnreadable(
  events: readonly RecordedEvent[],
  unreadable: readonly UnreadableEntry[],
): { entries: LogEntry[]; left: UnreadableEntry[] } {
  const last = events.at(-1)?.position;
  const passed = unreadable.filter(({ position }) => last !== undefined && position <= last);
  if (passed.length === 0) return { entries: [...events], left: [...unreadable] };
  const entries = [...events, ...passed].sort((a, b) => (a.position < b.position ? -1 : 1));
  return { entries, left: unreadable.slice(passed.length) };
}

/**
 * Splits waiting entries for a range that was begun before a crash: exactly its entries first, then the rest.
 * @returns `undefined` while the range is not complete yet.
 */
export function cutAtRange(
  entries: readonly LogEntry[],
  unfinished: LogRange,
): { repeat: LogEntry[]; rest: LogEntry[] } | undefined {
  const last = entries.at(-1);
  if (last === undefined || last.position < unfinished.to) return undefined;
  return {
    repeat: entries.filter((entry) => entry.position <= unfinished.to),
    rest: entries.filter((entry) => entry.position > unfinished.to),
  };
}
