import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import { insertInto } from './insert-into.ts';

const completeNames = defineQuery({
  name: 'complete-projections',
  sql: 'SELECT toString(projection_name) AS name FROM projection_complete_v1 AS c FINAL',
  params: z.object({}),
  row: z.object({ name: z.string() }),
});

/** Names of projections whose tables were complete at least once. @throws the engine's error. */
export async function readCompleted(client: ClickHouseClient): Promise<ReadonlySet<string>> {
  const rows = await completeNames(client, {});
  return new Set(rows.map(({ name }) => name));
}

/** Writes that the tables of projections were complete up to a position. @throws the engine's error. */
export async function writeCompleted(
  client: ClickHouseClient,
  names: readonly string[],
  { position, at }: { readonly position: bigint; readonly at: Date },
): Promise<void> {
  const rows = names.map((projection_name) => ({
    projection_name,
    log_position: position.toString(),
    recorded_at: at.toISOString(),
  }));
  await insertInto(client, { table: 'projection_complete_v1', rows, token: `complete:${names.join(',')}:${position}` });
}
