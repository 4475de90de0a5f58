import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

/** A stream whose events are not projected any more, in one projection, from the event on that could not be. */
export interface ParkedStream {
  readonly projection: string;
  readonly stream: string;
  readonly position: bigint;
  readonly revision: bigint;
  readonly eventType: string;
  readonly reason: string;
  readonly recordedAt: Date;
}

const parkedRows = defineQuery({
  name: 'parked-streams',
  sql: `SELECT toString(projection_name) AS projection, stream, toString(position) AS position, toString(revision) AS revision,
      toString(event_type) AS event_type, reason, toUnixTimestamp64Milli(p.recorded_at) AS recorded_ms
    FROM parked_stream_v1 AS p FINAL WHERE is_parked ORDER BY p.position, projection_name`,
  params: z.object({}),
  row: z.object({
    projection: z.string(),
    stream: z.string(),
    position: z.string(),
    revision: z.string(),
    event_type: z.string(),
    reason: z.string(),
    recorded_ms: z.number(),
  }),
});

/** Streams that wait for an operator, in the order of their events. @throws the engine's error. */
export async function readParkedStreams(client: ClickHouseClient): Promise<ParkedStream[]> {
  const rows = await parkedRows(client, {});
  return rows.map(({ event_type, recorded_ms, position, revision, ...row }) => ({
    ...row,
    position: BigInt(position),
    revision: BigInt(revision),
    eventType: event_type,
    recordedAt: new Date(recorded_ms),
  }));
}
