import { type ClickHouseClient, openClickHouse } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ReceivedStatement,
  type StandInClickHouse,
  startStandInClickHouse,
} from '../../../tests/support/stand-ins/stand-in-clickhouse.ts';
import { startTables, type TablesUnderTest } from '../testing/tables-under-test.ts';
import { dropDatabase, exchangeTable } from '../writing/filling/rebuild-tables.queries.ts';
import { prepareTables } from '../writing/runner/prepare-tables.ts';
import { tableCatalogue } from './table-catalogue.ts';

let tables: TablesUnderTest;
let client: ClickHouseClient;
let engine: StandInClickHouse;
beforeAll(async () => {
  tables = await startTables();
  client = openClickHouse(tables.url);
  engine = await startStandInClickHouse();
});
afterAll(async () => {
  await client.close();
  await engine.stop();
  await tables.stop();
});

/** What is sent to change tables, at an address. */
async function changesAt(query: string): Promise<ReceivedStatement[]> {
  const begin = engine.statements.length;
  const url = `${engine.url}${query}`;
  await prepareTables(url);
  const changing = openClickHouse(url);
  await exchangeTable(changing, { table: 'charge_v1', current: 'tapwise', rebuilt: 'tapwise_rebuild' });
  await dropDatabase(changing, 'tapwise_rebuild');
  await changing.close();
  return engine.statements.slice(begin).filter(({ text }) => /^\s*(--.*\n|\s)*(CREATE|ALTER|EXCHANGE|DROP)/.test(text));
}

/** Whether the engine reads a statement, without running it. */
const parsed = async ({ text, settings }: ReceivedStatement): Promise<void> => {
  const parameters = Object.entries(settings).filter(([name]) => name.startsWith('param_'));
  const query_params = Object.fromEntries(parameters.map(([name, value]) => [name.slice('param_'.length), value]));
  await (await client.query({ query: `EXPLAIN AST ${text}`, query_params, format: 'TabSeparated' })).text();
};

describe('tables of a cluster', () => {
  it('are all made, changed, exchanged and dropped on all nodes, in words that the engine reads', async () => {
    const changes = await changesAt('?cluster=main');
    // The record of migrations is a table too.
    expect(changes.filter(({ text }) => /CREATE TABLE/.test(text))).toHaveLength(tableCatalogue.length + 1);
    for (const change of changes) {
      expect(change.text).toContain(' ON CLUSTER `main`');
      expect(change.text).not.toMatch(/\{(?!\w+:)/);
      if (/CREATE TABLE/.test(change.text)) expect(change.text).toContain('ENGINE = ReplicatedReplacingMergeTree(');
      await parsed(change);
    }
    expect(changes.slice(-2).map(({ text }) => text)).toEqual([
      'EXCHANGE TABLES {current:Identifier}.{table:Identifier} AND {rebuilt:Identifier}.{table:Identifier} ON CLUSTER `main`',
      'DROP DATABASE IF EXISTS {database:Identifier} ON CLUSTER `main` SYNC',
    ]);
  });

  it('differ from those of one node by nothing else', async () => {
    const replicated = await changesAt('?cluster=main');
    const plain = await changesAt('');
    const undone = replicated.map(({ text }) => text.replaceAll(' ON CLUSTER `main`', '').replaceAll('Replicated', ''));
    expect(plain.map(({ text }) => text)).toEqual(undone);
  });
});
