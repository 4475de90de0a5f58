import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AttackedEngine, database, run, startAttackedEngine } from './attacked-engine.ts';

let world: AttackedEngine;
beforeAll(async () => {
  world = await startAttackedEngine();
});
afterAll(() => world.stop());

/** Cells of the answer to a statement that went through the gate. */
async function cells(statement: string): Promise<string[]> {
  const { analyst } = world.engines;
  const verdict = await world.gate.verdict(analyst, database, statement);
  if (verdict.kind !== 'run') throw new Error('not run');
  const result = await run(analyst, verdict.text, { database, default_format: 'JSONCompactStringsEachRow' });
  return result
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => JSON.parse(line) as string[]);
}

const tables = [
  ...'databases tables columns functions table_functions formats settings data_type_families table_engines one time_zones collations'
    .split(' ')
    .map((name) => `system.${name}`),
  ...'tables columns schemata views'.split(' ').map((name) => `information_schema.${name}`),
];

it.for(tables)('%s shows no directory and no name of the machine', async (table) => {
  const displayedCells = await cells(`SELECT * FROM ${table}`);
  expect(displayedCells.length).toBeGreaterThan(0);
  for (const cell of displayedCells) {
    expect(cell).not.toMatch(/ch-scope|^store\//);
    expect(cell.length > 1 && cell.startsWith('/') && existsSync(cell), cell).toBe(false);
    expect(cell).not.toBe(hostname());
  }
});

it('hides directories however a statement names the table, and shows the rest', async () => {
  const statements = [
    'SELECT data_path, metadata_path FROM system.databases',
    'SELECT system.databases.data_path FROM system.databases',
    'SELECT databases.metadata_path FROM system.databases',
    'SELECT d.*, t.metadata_path FROM system.databases AS d JOIN system.tables AS t ON d.name = t.database',
    'SELECT system.tables.metadata_path, d.data_path FROM system.tables t, system.databases d',
    'SELECT * FROM (SELECT data_path FROM `system`.`databases`)',
    'SELECT 1 IN (SELECT 1), (SELECT any(data_path) FROM system.databases)',
    'WITH a AS (SELECT * FROM SYSTEM.databases) SELECT * FROM a',
    'SELECT data_path FROM system.databases UNION ALL SELECT metadata_path FROM system.tables',
    "SELECT COLUMNS('path') FROM system.databases",
  ];
  for (const statement of statements) {
    const displayedCells = await cells(statement).catch((error: Error) => [error.message]);
    for (const cell of displayedCells) expect(cell, statement).not.toMatch(/\/(?:tmp|engine|store)|^store/);
  }
  expect(await cells('SELECT name, engine, data_path FROM system.databases')).toEqual([database, 'Atomic', '']);
  expect(
    await cells("SELECT system.tables.name AS n FROM system.tables WHERE system.tables.name = 'campaigns'"),
  ).toEqual(['campaigns']);
});
