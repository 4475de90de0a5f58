import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  type StandInClickHouse,
  type StatementResponse,
  startStandInClickHouse,
} from '../../../../tests/support/stand-ins/stand-in-clickhouse.ts';
import { type ClickHouseClient, openClickHouse } from './client.ts';
import { defineQuery } from './define-query.ts';
import { insertRows } from './insert-rows.ts';
import { migrate } from './migrate.ts';

const numbers = defineQuery({
  name: 'numbers',
  sql: 'SELECT number FROM a',
  params: z.object({}),
  row: z.object({ number: z.number() }),
});
/** One column, two rows, its name and type, its values. */
const block = Buffer.from([1, 2, 6, ...Buffer.from('number'), 5, ...Buffer.from('UInt8'), 1, 2]);
const columns = '{"name":"number","type":"UInt8","default_type":""}\n';

/** @param refusals Error codes that questions and inserts get, one after another, before they are answered. */
async function open(query: string, refusals: number[] = []): Promise<StandInClickHouse & { client: ClickHouseClient }> {
  const engine = await startStandInClickHouse(({ text }): StatementResponse => {
    if (text.startsWith('DESCRIBE')) return columns;
    if (!/^(SELECT number|INSERT)/.test(text)) return '';
    const code = refusals.shift();
    if (code !== undefined) return { code };
    return text.startsWith('SELECT') ? block : '';
  });
  const client = openClickHouse(`${engine.url}${query}`);
  onTestFinished(async () => {
    await client.close();
    await engine.stop();
  });
  return { ...engine, client };
}
const replicated = '?cluster=three-nodes';
const insert = { table: 'a', rows: [{ number: 1 }], token: 'once' };

describe('tables', () => {
  const migration = [
    'CREATE TABLE IF NOT EXISTS {database}.a {cluster} (x UInt8) ENGINE = {engine}(x) ORDER BY x;',
    'ALTER TABLE {database}.a {cluster} ADD COLUMN IF NOT EXISTS y UInt8;',
    'INSERT INTO {database}.a VALUES (1);',
  ].join('\n');
  const texts = async (query: string): Promise<string[]> => {
    const folder = mkdtempSync(join(tmpdir(), 'cluster-spec-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, '0001_a.sql'), migration);
    const engine = await open(query);
    await migrate(engine.client, folder, 'tapwise');
    return engine.statements.map(({ text }) => text.trim().replace(/\s+/g, ' '));
  };

  it('of one node are plain', async () => {
    const [database, record, , create, alter, rows] = await texts('');
    expect(database).toBe('CREATE DATABASE IF NOT EXISTS tapwise');
    expect(record).toBe(
      "CREATE TABLE IF NOT EXISTS tapwise.schema_migration_v1 (number UInt32, name String, applied_at DateTime64(3, 'UTC')) ENGINE = ReplacingMergeTree(applied_at) ORDER BY (number)",
    );
    expect(create).toBe('CREATE TABLE IF NOT EXISTS tapwise.a (x UInt8) ENGINE = ReplacingMergeTree(x) ORDER BY x');
    expect(alter).toBe('ALTER TABLE tapwise.a ADD COLUMN IF NOT EXISTS y UInt8');
    expect(rows).toBe('INSERT INTO tapwise.a VALUES (1)');
  });

  it('of a cluster are replicated and made on all its nodes, their rows once', async () => {
    const [database, record, , create, alter, rows] = await texts(replicated);
    expect(database).toBe('CREATE DATABASE IF NOT EXISTS tapwise ON CLUSTER `three-nodes`');
    expect(record).toContain('schema_migration_v1 ON CLUSTER `three-nodes` (number');
    expect(record).toContain('ENGINE = ReplicatedReplacingMergeTree(applied_at)');
    expect(create).toBe(
      'CREATE TABLE IF NOT EXISTS tapwise.a ON CLUSTER `three-nodes` (x UInt8) ENGINE = ReplicatedReplacingMergeTree(x) ORDER BY x',
    );
    expect(alter).toBe('ALTER TABLE tapwise.a ON CLUSTER `three-nodes` ADD COLUMN IF NOT EXISTS y UInt8');
    expect(rows).toBe('INSERT INTO tapwise.a VALUES (1)');
  });

  it.each(['a`b', 'a b', "a'b"])('have no cluster called %s', (name) => {
    expect(() => openClickHouse(`http://127.0.0.1:1/tapwise?cluster=${encodeURIComponent(name)}`)).toThrow('cluster');
  });
});

describe('rows and the checkpoint that speaks for them', () => {
  const settingsOf = async (query: string) => {
    const engine = await open(query);
    await insertRows(engine.client, insert);
    await numbers(engine.client, {});
    return engine.statements.map(({ settings }) => settings);
  };
  const quorum = { insert_quorum: 'auto', insert_quorum_parallel: '0', insert_deduplication_token: 'once' };

  it('are on most replicas of a cluster before they are acknowledged, and read from one that has them', async () => {
    const [, inserted, question] = await settingsOf(replicated);
    expect(inserted).toMatchObject(quorum);
    expect(question).toMatchObject({ select_sequential_consistency: '1' });
  });

  it('need neither on one node', async () => {
    for (const settings of await settingsOf('')) {
      expect(Object.keys(settings).filter((name) => /quorum|sequential|distributed/.test(name))).toEqual([]);
      expect(settings).not.toHaveProperty('cluster');
    }
  });

  it('are asked for again while a replica is behind, and inserted again under their token', async () => {
    const refusals = [286, 286];
    const engine = await open(replicated, refusals);
    await insertRows(engine.client, insert);
    refusals.push(289, 289);
    expect(await numbers(engine.client, {})).toEqual([{ number: 1 }, { number: 2 }]);
    const tokens = engine.statements.flatMap(({ settings }) => settings.insert_deduplication_token ?? []);
    expect(tokens).toEqual(['once', 'once', 'once']);
  });

  it('are not tried again after any other refusal', async () => {
    const engine = await open(replicated, [60]);
    await expect(insertRows(engine.client, insert)).rejects.toMatchObject({ code: '60' });
    expect(engine.statements.filter(({ text }) => text.startsWith('INSERT'))).toHaveLength(1);
  });
});
