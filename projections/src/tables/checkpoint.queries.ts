import { type ClickHouseClient, defineQuery, insertRows } from '@tapwise/adapters';
import { z } from 'zod';

/** A run of events, by the positions of the first and the last one. */
export interface LogRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** Name and version of what is projected; part of every token, so a new version writes everything anew. */
export const projectionName = 'tables.v1';

const checkpointRows = defineQuery({
  name: 'projection-checkpoint',
  sql: `SELECT state, toString(from_position) AS from_position, toString(log_position) AS log_position,
      toUnixTimestamp64Milli(recorded_at) AS recorded_ms
    FROM projection_checkpoint_v1 FINAL WHERE projection_name = {projection_name:String}`,
  params: z.object({ projection_name: z.string() }),
  row: z.object({
    state: z.enum(['intended', 'done']),
    from_position: z.string(),
    log_position: z.string(),
    recorded_ms: z.number(),
  }),
});

/** How far the tables are, and what was begun beyond that. */
export interface Checkpoint {
  readonly done: { readonly position: bigint; readonly recordedAt: Date } | undefined;
  /** A range whose inserts were begun and may be written in part; it must be repeated with the same boundaries. */
  readonly unfinished: LogRange | undefined;
}

/** @throws the engine's error. */
export async function readCheckpoint(client: ClickHouseClient): Promise<Checkpoint> {
  const rows = await checkpointRows(client, { projection_name: projectionName });
  const done = rows.find((row) => row.state === 'done');
  const intended = rows.find((row) => row.state === 'intended');
  const position = done ? BigInt(done.log_position) : undefined;
  const to = intended ? BigInt(intended.log_position) : undefined;
  const begun = intended && to !== undefined && to > (position ?? -1n);
  return {
    done: done && position !== undefined ? { position, recordedAt: new Date(done.recorded_ms) } : undefined,
    unfinished: begun ? { from: BigInt(intended.from_position), to } : undefined,
  };
}

/** Writes one state of the checkpoint; the highest position of each state stands. */
export async function writeCheckpoint(
  client: ClickHouseClient,
  checkpoint: { state: 'intended' | 'done'; range: LogRange; recordedAt: Date },
): Promise<void> {
  const { state, range, recordedAt } = checkpoint;
  const row = {
    projection_name: projectionName,
    state,
    from_position: range.from.toString(),
    log_position: range.to.toString(),
    recorded_at: recordedAt.toISOString(),
  };
  const token = `${projectionName}:${state}:${range.from}-${range.to}`;
  await insertRows(client, { table: 'projection_checkpoint_v1', rows: [row], token });
}
