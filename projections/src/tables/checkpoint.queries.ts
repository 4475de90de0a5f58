import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import { insertInto } from './insert-into.ts';
import { projectionNames } from './table-catalogue.ts';

/** A run of events, by the positions of the first and the last one. */
export interface LogRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** What is projected, by name and version; a raised version rewrites all its rows. */
export interface ProjectionId {
  readonly name: string;
  readonly version: number;
}

/** Name of a projection's checkpoint; the beginning of every token. */
export const checkpointName = ({ name, version }: ProjectionId): string => `${name}.v${version}`;

/** The checkpoint of one projection. */
export interface Checkpoint {
  /** Of the rows in the tables. */
  readonly version: number;
  readonly done: { readonly position: bigint; readonly recordedAt: Date };
}

const checkpointRows = defineQuery({
  name: 'projection-checkpoints',
  sql: `SELECT toString(projection_name) AS name, toString(c.log_position) AS log_position,
      toUnixTimestamp64Milli(c.recorded_at) AS recorded_ms
    FROM projection_checkpoint_v1 AS c FINAL WHERE state = 'done'`,
  params: z.object({}),
  row: z.object({
    name: z.string(),
    log_position: z.string(),
    recorded_ms: z.number(),
  }),
});

/**
 * Checkpoints of all projections that have one, by name. Of several versions the newest is the one whose rows are in the tables:
 * its checkpoint is written when they are put in place.
 * @throws the engine's error.
 */
export async function readCheckpoints(client: ClickHouseClient): Promise<ReadonlyMap<string, Checkpoint>> {
  const rows = await checkpointRows(client, {});
  const checkpoints = new Map<string, Checkpoint>();
  for (const { name, log_position, recorded_ms } of rows) {
    const id = parseCheckpointName(name);
    if (id === undefined || id.version < (checkpoints.get(id.name)?.version ?? 0)) continue;
    const done = { position: BigInt(log_position), recordedAt: new Date(recorded_ms) };
    checkpoints.set(id.name, { version: id.version, done });
  }
  return checkpoints;
}

/** @returns `undefined` for the checkpoint of a program that had one for all its tables. */
export function parseCheckpointName(checkpoint: string): ProjectionId | undefined {
  const [, name, version] = /^(.+)\.v(\d+)$/.exec(checkpoint) ?? [];
  return name === undefined || name === 'tables' ? undefined : { name, version: Number(version) };
}

/**
 * The position up to which all tables are complete: that of the projection that is furthest behind.
 * @returns `undefined` while a projection has written nothing.
 * @throws the engine's error.
 */
export async function readTablesPosition(
  client: ClickHouseClient,
): Promise<{ position: bigint; recordedAt: Date } | undefined> {
  const checkpoints = await readCheckpoints(client);
  return furthestBehind((name) => checkpoints.get(name)?.done);
}

/** The lowest position of all projections' checkpoints; `undefined` when one of them has none. */
export function furthestBehind<Done extends { position: bigint }>(
  doneOf: (projection: string) => Done | undefined,
): Done | undefined {
  let lowest: Done | undefined;
  for (const name of projectionNames) {
    const done = doneOf(name);
    if (done === undefined) return undefined;
    if (lowest === undefined || done.position < lowest.position) lowest = done;
  }
  return lowest;
}

/** Writes the checkpoints of projections at once; of each the highest position counts. */
export async function writeCheckpoints(
  client: ClickHouseClient,
  projections: readonly ProjectionId[],
  checkpoint: { range: LogRange; recordedAt: Date },
): Promise<void> {
  const { range, recordedAt } = checkpoint;
  const names = projections.map(checkpointName);
  const rows = names.map((projection_name) => ({
    projection_name,
    state: 'done' as const,
    from_position: range.from.toString(),
    log_position: range.to.toString(),
    recorded_at: recordedAt.toISOString(),
  }));
  const token = `${names.join(',')}:done:${range.from}-${range.to}`;
  await insertInto(client, { table: 'projection_checkpoint_v1', rows, token });
}
