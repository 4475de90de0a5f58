import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type StartedClickHouseNode,
  startClickHouseNode,
} from '../../../../../tests/support/engines/clickhouse-node.ts';
import { type ClickHouseClient, openClickHouse } from '../client.ts';
import { decodeColumns } from './decode-columns.ts';
import { numberColumnOf } from './number-column.ts';

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

async function asBlocks(query: string): Promise<Buffer> {
  const { stream } = await client.exec({ query: `${query} FORMAT Native` });
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function asText(query: string): Promise<object> {
  const resultSet = await client.query({
    query,
    format: 'JSONColumnsWithMetadata',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return await resultSet.json();
}

/** Expressions over `number`, 0 to 4. */
const expressions: readonly string[] = [
  ...[8, 16, 32, 64].flatMap((bits) => [`toUInt${bits}(number * 50)`, `toInt${bits}(number * 50 - 100)`]),
  'toUInt64(9007199254740991) - number',
  '-toInt64(number) * 4294967296 * 1000 - 1',
  'toFloat64(number) / 3 - 1',
  'toFloat32(number) / 4',
  'number / 0 - number / 0',
  '1 / toFloat64(number)',
  'number > 2',
  'toBool(number > 2)',
  'NULL',
  '[]',
  "''",
  "repeat('ä✓', number * 40)",
  "substring('abcd', 1, number)",
  "toString(number % 2 ? 'ü' : 'US')",
  "toDate('2026-02-27') + number",
  "CAST(number % 2, 'Enum8(\\'a\\' = 0, \\'b, c\\' = 1)')",
  'if(number % 2 = 0, NULL, number)',
  'if(number % 2 = 0, NULL, toString(number))',
  'toLowCardinality(toString(number % 2))',
  "toLowCardinality(if(number % 2 = 0, NULL, 'x'))",
  'range(number)',
  'arrayMap(x -> toString(x), range(number))',
  'arrayMap(x -> if(x = 1, NULL, x), range(number))',
  'arrayMap(x -> toLowCardinality(toString(x)), range(number))',
  'arrayMap(x -> range(x), range(number))',
  '(number, toString(number))',
  "[(number, 'a'), (2, 'b')]",
  "map('a', number, toString(number), 2)",
];

describe('blocks of an answer', () => {
  it.each(expressions)('hold for %s what its text holds', async (expression) => {
    const query = `SELECT ${expression} AS value FROM numbers(5)`;
    const { rows, data } = decodeColumns(await asBlocks(query));
    expect({ rows, data }).toEqual(await asText(query).then((text) => pick(text)));
  });

  it('are put together, however many there are', async () => {
    const query =
      'SELECT number, toLowCardinality(toString(number % 3)) AS text FROM numbers(200000) SETTINGS max_block_size = 7000';
    const { rows, data } = decodeColumns(await asBlocks(query));
    expect(rows).toBe(200_000);
    expect(data.number).toEqual(Array.from({ length: 200_000 }, (_, index) => index));
    expect(data.text?.slice(-3)).toEqual([199_997, 199_998, 199_999].map((number) => String(number % 3)));
  });

  it('of no rows hold none', async () => {
    expect(decodeColumns(await asBlocks('SELECT 1 AS one WHERE 0')).rows).toBe(0);
  });

  it('that were cut off are refused', async () => {
    const bytes = await asBlocks('SELECT number FROM numbers(5)');
    expect(() => decodeColumns(bytes.subarray(0, -1))).toThrow(RangeError);
  });
});

describe('columns that are read as numbers', () => {
  const numeric: readonly string[] = [
    ...[8, 16, 32, 64].flatMap((bits) => [`toUInt${bits}(number * 50)`, `toInt${bits}(number * 50 - 100)`]),
    '-toInt64(number) * 4294967296 * 1000 - 1',
    'toFloat64(number) / 3 - 1',
    'toFloat32(number) / 4',
    '[number, number * 2, 7]',
    '[toFloat64(number) / 3, -1]',
  ];

  it.each(numeric)('hold for %s what its text holds, in one piece', async (expression) => {
    const query = `SELECT ${expression} AS value, toString(number) AS other FROM numbers(5) SETTINGS max_block_size = 2`;
    const { rows, data, numbers } = decodeColumns(await asBlocks(query), ['value']);
    const text = await asText(query).then((all) => (all as { data: { value: unknown[] } }).data.value);
    expect(numbers.value).toEqual({
      values: Float64Array.from(text.flat() as number[]),
      width: text.flat().length / 5,
    });
    expect(numbers.value).toEqual(numberColumnOf(text));
    expect({ rows, names: Object.keys(data) }).toEqual({ rows: 5, names: ['other'] });
  });

  it.each(['range(number)', "'text'", 'number / 0', 'if(number = 1, NULL, number)'])(
    'are refused where a row of %s is something else',
    async (expression) => {
      const query = `SELECT ${expression} AS value FROM numbers(5)`;
      const bytes = await asBlocks(query);
      expect(() => decodeColumns(bytes, ['value'])).toThrow(RangeError);
      const text = await asText(query).then((all) => (all as { data: { value: unknown[] } }).data.value);
      expect(() => numberColumnOf(text)).toThrow(RangeError);
    },
  );
});

function pick(text: object): { rows: number; data: unknown } {
  const { rows, data } = text as { rows: number; data: unknown };
  return { rows, data };
}
