import { type ClickHouseClient, defineQuery, type RecordedEvent } from '@tapwise/infra';
import { z } from 'zod';
import { bookkeeping, type TableRow } from './projection.ts';

const parkedStreamRows = defineQuery({
  name: 'parked-streams',
  sql: 'SELECT DISTINCT stream FROM parked_event_v1',
  params: z.object({}),
  row: z.object({ stream: z.string() }),
});

/** Streams that wait for a person: their later events must not be projected past the one that failed. */
export async function readParkedStreams(client: ClickHouseClient): Promise<Set<string>> {
  const rows = await parkedStreamRows(client, {});
  return new Set(rows.map((row) => row.stream));
}

/** The row that keeps an event from being forgotten. */
export function parkedRow(recorded: RecordedEvent, error: string): TableRow {
  const { id, stream, event } = recorded;
  return {
    table: 'parked_event_v1',
    row: { stream, event_id: id, event_type: event.type, error: error.slice(0, 2000), ...bookkeeping(recorded) },
  };
}
