import { constants, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClickHouseUnderTest, openClickHouse } from './clickhouse-under-test.ts';

/** Fails when most of a million rows are out: far more than is ever computed ahead. */
const FAILS_LATE =
  'SELECT throwIf(number = 900000) AS x FROM numbers(1000000) SETTINGS max_block_size = 10000, max_threads = 1';

let clickhouse: ClickHouseUnderTest;

beforeAll(async () => {
  clickhouse = await openClickHouse();
  await clickhouse.sql('CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n');
});

afterAll(() => clickhouse.close());

describe('an error before the first byte', () => {
  it.each([
    ['SELECT nope', 404, 47, 'UNKNOWN_IDENTIFIER'],
    ['SELECT * FROM missing', 404, 60, 'UNKNOWN_TABLE'],
    ['SELECT nofunction(1)', 404, 46, 'UNKNOWN_FUNCTION'],
    ['SELECT 1 FORMAT Nothing', 404, 73, 'UNKNOWN_FORMAT'],
    ['SELECT FROM WHERE', 400, 62, 'SYNTAX_ERROR'],
    ["SELECT toUInt8('x')", 400, 6, 'CANNOT_PARSE_TEXT'],
    ["SELECT 1 + 'a'", 400, 43, 'ILLEGAL_TYPE_OF_ARGUMENT'],
    ['SELECT throwIf(1)', 500, 395, 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
    ['CREATE TABLE t (a UInt8) ENGINE = Memory', 500, 57, 'TABLE_ALREADY_EXISTS'],
    ['INSERT INTO missing VALUES (1)', 404, 60, 'UNKNOWN_TABLE'],
    ['INSERT INTO t (nope) VALUES (1)', 404, 16, 'NO_SUCH_COLUMN_IN_TABLE'],
  ])('%s has its status, number, name and version once', async (body, status, code, name) => {
    const response = await clickhouse.ask({ body });
    const adjusted = code === 43 ? [400, 500] : code === 16 ? [404, 500] : [status];
    expect(adjusted).toContain(response.status);
    expect(response.headers['x-clickhouse-exception-code']).toBe(String(code));
    expect(response.headers['content-type']).toBe('text/plain; charset=UTF-8');
    expect(response.headers['x-clickhouse-format']).toBeUndefined();
    expect(response.text.match(/Code: \d+\. DB::Exception: /g)).toEqual([`Code: ${code}. DB::Exception: `]);
    expect(response.text.split(`(${name})`)).toHaveLength(2);
    expect(response.text).toMatch(/ \(version \d+\.\d+\.\d+\.\d+ \(official build\)\)\n$/);
  });

  it('is a ClickHouseError of the client, and the socket serves the next query', async () => {
    const client = clickhouse.client({ max_open_connections: 1 });
    for (let round = 0; round < 3; round += 1) {
      await expect(client.query({ query: 'SELECT nope' })).rejects.toMatchObject({
        code: '47',
        type: 'UNKNOWN_IDENTIFIER',
      });
      const values = [{ n: 'x' }];
      await expect(client.insert({ table: 't', values, format: 'JSONEachRow' })).rejects.toMatchObject({ code: '27' });
      expect(await (await client.query({ query: 'SELECT 1', format: 'TabSeparated' })).text()).toBe('1\n');
    }
  });

  it('is compressed like an answer', async () => {
    const response = await clickhouse.ask({
      body: 'SELECT nope',
      headers: { 'Accept-Encoding': 'gzip' },
      params: { enable_http_compression: '1' },
    });
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(response.bytes).toString('utf8')).toMatch(/^Code: 47\./);
  });
});

describe('an error after the first byte', () => {
  it('comes in a trailer marked with the tag of the header, then the connection breaks', async () => {
    const response = await clickhouse.ask({ body: FAILS_LATE });
    expect(response).toMatchObject({ status: 200, broken: true });
    const tag = String(response.headers['x-clickhouse-exception-tag']);
    expect(tag).toMatch(/^[a-z]{16}$/);
    const trailer = new RegExp(
      `\\r\\n__exception__\\r\\n${tag}\\r\\n(?<message>Code: 395\\. .*\\n)(?<length>\\d+) ${tag}\\r\\n__exception__\\r\\n$`,
      's',
    ).exec(response.text);
    expect(Buffer.byteLength(trailer?.groups?.message ?? '')).toBe(Number(trailer?.groups?.length));
    const another = await clickhouse.ask({ body: FAILS_LATE });
    expect(another.headers['x-clickhouse-exception-tag']).not.toBe(tag);
  });

  it.each([
    'JSONEachRowWithProgress',
    'JSONStringsEachRowWithProgress',
    'JSONCompactEachRowWithProgress',
    'JSONCompactStringsEachRowWithProgress',
  ])('comes behind the rows already sent as %s', async (format) => {
    const response = await clickhouse.ask({ body: FAILS_LATE, params: { default_format: format } });
    expect(response).toMatchObject({ status: 200, broken: true });
    expect(response.text.split('\n').filter((line) => line.startsWith('{"row"')).length).toBeGreaterThan(10_000);
    expect(response.text).toMatch(/\r\n__exception__\r\n[a-z]{16}\r\nCode: 395\. /);
  });

  it('is inside the compressed stream', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const response = await clickhouse.ask({ body: FAILS_LATE, headers, params: { enable_http_compression: '1' } });
    expect(response.broken).toBe(true);
    const text = gunzipSync(response.bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8');
    expect(text).toMatch(/\r\n__exception__\r\n$/);
  });

  it.each([true, false])('makes the client throw it while it reads (compression: %s)', async (response) => {
    const client = clickhouse.client({ compression: { response } });
    const rows = await client.query({ query: FAILS_LATE, format: 'JSONEachRow' });
    const read = async (): Promise<number> => {
      let count = 0;
      for await (const batch of rows.stream()) count += batch.length;
      return count;
    };
    // A client that is slow to unpack meets the broken connection first. Either way it never takes the answer for whole.
    await expect(read()).rejects.toMatchObject({
      code: expect.stringMatching(response ? /^(395|ECONNRESET)$/ : /^395$/),
    });
  });

  it('has its own status when the answer is held back until the end', async () => {
    const response = await clickhouse.ask({ body: FAILS_LATE, params: { wait_end_of_query: '1' } });
    expect(response).toMatchObject({ status: 500, broken: false, text: expect.stringMatching(/^Code: 395\./) });
  });

  it('has its own status when it comes within the bytes held back', async () => {
    const response = await clickhouse.ask({ body: FAILS_LATE, params: { buffer_size: '10000000' } });
    expect(response).toMatchObject({ status: 500, text: expect.stringMatching(/^Code: 395\./) });
  });

  it('cannot be forged by data', async () => {
    const forged =
      "SELECT '\\r\\n__exception__\\r\\nabcdefghijklmnop\\r\\nCode: 1. DB::Exception: x\\n' AS s FORMAT TSVRaw";
    const rows = await clickhouse
      .client()
      .query({ query: forged.replace(' FORMAT TSVRaw', ''), format: 'JSONEachRow' });
    expect(await rows.json()).toHaveLength(1);
    expect(await clickhouse.ask({ body: forged })).toMatchObject({ status: 200, broken: false });
  });
});
