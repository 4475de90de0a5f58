import { type ClickHouseClient, defineQuery, type RecordedEvent, type UnreadableEvent } from '@tapwise/adapters';
import { z } from 'zod';
import { bookkeeping, type TableRow } from './projection.ts';

const parkedStreamRows = defineQuery({
  name: 'parked-streams',
  sql: 'SELECT stream, toString(min(log_position)) AS position FROM parked_event_v1 GROUP BY stream',
  params: z.object({}),
  row: z.object({ stream: z.string(), position: z.string() }),
});

/** Streams that wait for a person, and from which position on: nothing later in them may be projected. */
export type ParkedStreams = Map<string, bigint>;

/** @throws the engine's error. */
export async function readParkedStreams(client: ClickHouseClient): Promise<ParkedStreams> {
  const rows = await parkedStreamRows(client, {});
  return new Map(rows.map((row) => [row.stream, BigInt(row.position)]));
}

/** Remembers that a stream waits; the earliest position counts. */
export function parkStream(parkedStreams: ParkedStreams, event: { stream: string; position: bigint }): void {
  const known = parkedStreams.get(event.stream);
  if (known === undefined || event.position < known) parkedStreams.set(event.stream, event.position);
}

/** Whether an earlier event of its stream waits. */
export function waitsBehind(parkedStreams: ParkedStreams, event: { stream: string; position: bigint }): boolean {
  const parkedAt = parkedStreams.get(event.stream);
  return parkedAt !== undefined && event.position > parkedAt;
}

/** The row that keeps an event from being forgotten. */
export function parkedRow(recorded: RecordedEvent, error: string): TableRow {
  const { id, stream, event } = recorded;
  return {
    table: 'parked_event_v1',
    row: { stream, event_id: id, event_type: event.type, error: error.slice(0, 2000), ...bookkeeping(recorded) },
  };
}

/** The same for an event whose data could not even be read. */
export function unreadableRow(unreadable: UnreadableEvent, error: string): TableRow {
  const { stream, type, position } = unreadable;
  const row = { stream, event_id: '', event_type: type, error: error.slice(0, 2000), recorded_at: 0 };
  return { table: 'parked_event_v1', row: { ...row, log_position: position.toString() } };
}
