import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedClickHouseNode, startClickHouseNode } from '../../../../tests/support/engines/clickhouse-node.ts';
import { type ClickHouseClient, openClickHouse } from './client.ts';
import { insertRows } from './insert-rows.ts';

let node: StartedClickHouseNode;
let client: ClickHouseClient;

beforeAll(async () => {
  node = await startClickHouseNode();
  client = openClickHouse(node.url);
});
afterAll(async () => {
  await client.close();
  await node.stop();
});

let tables = 0;
async function table(columns: string): Promise<string> {
  tables += 1;
  const name = `written_${tables}`;
  await client.command({
    query: `CREATE TABLE ${name} (n UInt32, ${columns}) ENGINE = MergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 100`,
  });
  return name;
}

/** What is in a column after rows were inserted, and after the same rows were inserted as JSON, each value as text. */
async function bothWays(type: string, values: readonly unknown[]): Promise<[string[], string[]]> {
  const rows = values.map((value, n) => ({ n, value }));
  const native = await table(`value ${type}`);
  const json = await table(`value ${type}`);
  await insertRows(client, { table: native, rows, token: native });
  await client.insert({
    table: json,
    values: rows,
    format: 'JSONEachRow',
    clickhouse_settings: { date_time_input_format: 'best_effort' },
  });
  return [await read(native), await read(json)];
}

async function read(name: string): Promise<string[]> {
  const resultSet = await client.query({
    query: `SELECT toString(value) AS text FROM ${name} ORDER BY n`,
    format: 'JSONEachRow',
  });
  return (await resultSet.json<{ text: string }>()).map(({ text }) => text);
}

const instant = '2026-02-03T17:00:01.234Z';
const columns: readonly (readonly [string, readonly unknown[]])[] = [
  ['UInt8', [0, 7, 255, '9', null, undefined]],
  ['UInt16', [0, 65_535]],
  ['UInt32', [0, 4_294_967_295]],
  ['UInt64', [0, 1, 2 ** 40, '18446744073709551615', '9007199254740993']],
  ['Int64', [0, -1, -(2 ** 40), '-9223372036854775808', '9223372036854775807', 2 ** 52, -(2 ** 52) - 1]],
  ['Float64', [0, -1.5, 1e300, 0.1, null]],
  ['Bool', [true, false, null, undefined]],
  ['String', ['', 'plain', 'ünï ✓ 𝒳', 'x'.repeat(200_000), 'tab\tline\n"quote"', null]],
  ['LowCardinality(String)', ['US', 'DE', 'US', '']],
  ['Date', ['1970-01-01', '2026-02-28', '2100-12-31']],
  ["DateTime('UTC')", [instant, '1970-01-01T00:00:00Z']],
  ["DateTime64(3, 'UTC')", [instant, '2026-02-03T17:00:01Z', '1970-01-01T00:00:00.001Z', 0, 1_770_000_000, null]],
  ["Nullable(DateTime64(3, 'UTC'))", [instant, null, undefined]],
  ['Nullable(Int64)', [null, -5, '7']],
  ['Nullable(Float64)', [null, 0, 2.5]],
  ['Nullable(Bool)', [null, true, false]],
  ["Enum8('none' = 0, 'it\\'s' = 3, 'a, b' = -4)", ['none', "it's", 'a, b', undefined]],
  ['Array(Float64)', [[], [1, 2.5], [3]]],
  ['Array(Int64)', [[-1, 2], []]],
  ['Array(LowCardinality(String))', [['a', 'b', 'a'], [], ['']]],
  ["Array(Enum8('charge' = 1, 'refund' = 6))", [['charge', 'refund'], []]],
  ['Map(String, String)', [{}, { a: 'x', b: 'y' }, { a: '' }]],
];

describe('rows written in blocks', () => {
  it.each(columns)('hold in %s what the same rows as JSON hold', async (type, values) => {
    const [native, json] = await bothWays(type, values);
    expect(native).toHaveLength(values.length);
    expect(native).toEqual(json);
  });

  const wrong: readonly (readonly [string, unknown])[] = [
    ...[256, -1, 1.5, 'seven'].map((value) => ['UInt8', value] as const),
    ...['1.5', '99999999999999999999', -1, 2 ** 60].map((value) => ['UInt64', value] as const),
    ...['2026-02-31', 'yesterday', '1969-12-31'].map((value) => ['Date', value] as const),
    ["DateTime64(3, 'UTC')", 'soon'],
    ['String', 5],
    ['Float64', 'much'],
    ['Bool', 'yes'],
    ["Enum8('a' = 1)", 'b'],
    ['Array(Float64)', 1],
  ];
  it.each(wrong)('are refused whole for %s %j', async (type, value) => {
    const name = await table(`value ${type}`);
    const rows = [{ n: 1 }, { n: 2, value }];
    await expect(insertRows(client, { table: name, rows, token: 'once' })).rejects.toMatchObject({ code: '53' });
    expect(await read(name)).toEqual([]);
  });

  it('are written once under one token', async () => {
    const name = await table('value String');
    const insert = { table: name, rows: [{ n: 1, value: 'a' }], token: 'once' };
    await insertRows(client, insert);
    await insertRows(client, insert);
    expect(await read(name)).toEqual(['a']);
    await insertRows(client, { ...insert, token: 'twice' });
    expect(await read(name)).toEqual(['a', 'a']);
  });

  it('leave to the table what it computes itself', async () => {
    const name = await table('value UInt64 MATERIALIZED n * 2, doubled UInt64 ALIAS value * 2');
    await insertRows(client, { table: name, rows: [{ n: 4, value: 1, doubled: 1 }], token: 'once' });
    const resultSet = await client.query({ query: `SELECT toString(tuple(n, value, doubled)) AS text FROM ${name}` });
    expect(await resultSet.json()).toMatchObject({ data: [{ text: '(4,8,16)' }] });
  });

  it('take the columns a table got meanwhile after one failure', async () => {
    const name = await table('value String');
    await insertRows(client, { table: name, rows: [{ n: 1, value: 'a' }], token: '1' });
    await client.command({ query: `ALTER TABLE ${name} DROP COLUMN value` });
    await client.command({ query: `ALTER TABLE ${name} ADD COLUMN value UInt64` });
    const insert = { table: name, rows: [{ n: 2, value: 5 }], token: '2' };
    await insertRows(client, insert).catch(() => insertRows(client, insert));
    expect((await read(name)).at(-1)).toBe('5');
  });
});
