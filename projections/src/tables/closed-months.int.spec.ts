import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTables, type TablesUnderTest } from '../testing/tables-under-test.ts';
import { tableCatalogue } from './table-catalogue.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

it('closed months become one part in every table that reports ask by month', async () => {
  const client = await tables.emptyTables();
  const resultSet = await client.query({
    query: `SELECT name FROM system.tables WHERE database = currentDatabase()
      AND engine_full LIKE '%min_age_to_force_merge_seconds = 600%min_age_to_force_merge_on_partition_only%' ORDER BY name`,
    format: 'JSONEachRow',
  });
  const merging = (await resultSet.json<{ name: string }>()).map(({ name }) => name);
  const ofMonths = tableCatalogue.filter(({ monthOf, name }) => monthOf !== undefined && name !== 'usage_event_v1');
  expect(merging).toEqual(ofMonths.map(({ name }) => name).sort());
});
