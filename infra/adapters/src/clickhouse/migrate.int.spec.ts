import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startClickHouseNode } from '../../../../tests/support/engines/clickhouse-node.ts';
import { type ClickHouseClient, openClickHouse } from './client.ts';
import { migrate, UnusableTablesError } from './migrate.ts';

let node: Awaited<ReturnType<typeof startClickHouseNode>>;
let client: ClickHouseClient;
let data: string;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'migrate-spec-'));
  node = await startClickHouseNode({ dataDirectory: data });
  client = openClickHouse(node.url);
});
afterAll(async () => {
  await client.close();
  node.process.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(data, 'folder-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
const create = 'CREATE TABLE IF NOT EXISTS {database}.a (x UInt8) ENGINE = MergeTree ORDER BY x;\n-- The end.\n';
const insert = '-- A row; only once.\nINSERT INTO {database}.a VALUES (1);\n';
const rows = async (database: string) => {
  const resultSet = await client.query({ query: `SELECT count() AS count FROM ${database}.a`, format: 'JSONEachRow' });
  return Number((await resultSet.json<{ count: string }>())[0]?.count);
};

describe('migrations', () => {
  it('are applied once each, in order, and recorded', async () => {
    const first = folderOf({ '0001_a.sql': create });
    const both = folderOf({ '0001_a.sql': create, '0002_row.sql': insert });
    await migrate(client, first, 'once');
    expect(await rows('once')).toBe(0);
    for (let time = 0; time < 3; time += 1) await migrate(client, both, 'once');
    expect(await rows('once')).toBe(1);
  });

  it('of a newer program are refused, and nothing is changed', async () => {
    await migrate(client, folderOf({ '0001_a.sql': create, '0003_row.sql': insert }), 'newer');
    const older = folderOf({ '0001_a.sql': create, '0002_row.sql': insert });
    await expect(migrate(client, older, 'newer')).rejects.toThrow(UnusableTablesError);
    await expect(migrate(client, older, 'newer')).rejects.toThrow('does not know: 3');
    expect(await rows('newer')).toBe(1);
  });

  it('from before the baseline are refused; later ones are brought up to date', async () => {
    await migrate(client, folderOf({ '0001_a.sql': create }), 'outdated');
    await migrate(client, folderOf({ '0001_a.sql': create, '0004_row.sql': insert }), 'recent');
    const folder = folderOf({ '0001_a.sql': create, '0005_row.sql': insert });
    await expect(migrate(client, folder, 'outdated', 4)).rejects.toThrow('from before migration 4');
    expect(await rows('outdated')).toBe(0);
    await migrate(client, folder, 'recent', 4);
    await migrate(client, folder, 'fresh', 4);
    expect([await rows('recent'), await rows('fresh')]).toEqual([2, 1]);
  });

  it('with one number twice are refused', async () => {
    const folder = folderOf({ '0001_a.sql': create, '0001_b.sql': create });
    await expect(migrate(client, folder, 'twice')).rejects.toThrow('the number 1');
  });
});
