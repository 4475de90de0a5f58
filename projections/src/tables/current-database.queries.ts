import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

const databaseName = defineQuery({
  name: 'current-database',
  sql: 'SELECT currentDatabase() AS name',
  params: z.object({}),
  row: z.object({ name: z.string() }),
});

/** The database a client's statements are about. */
export const currentDatabase = async (client: ClickHouseClient): Promise<string> =>
  (await databaseName(client, {}))[0]?.name ?? 'default';
