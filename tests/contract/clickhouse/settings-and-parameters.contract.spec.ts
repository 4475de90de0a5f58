import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { againstRealServer, type ClickHouseUnderTest, openClickHouse } from './clickhouse-under-test.ts';

let clickhouse: ClickHouseUnderTest;

beforeAll(async () => {
  clickhouse = await openClickHouse();
});

afterAll(() => clickhouse.close());

describe('settings of the address', () => {
  it('hold for their query and never for the next', async () => {
    const query = "SELECT getSetting('max_result_rows'), getSetting('log_comment') = 'mine'";
    const settings = { max_result_rows: '77', log_comment: 'mine' };
    expect(await clickhouse.sql(query, settings)).toBe('77\t1\n');
    expect(await clickhouse.sql(query)).toBe('0\t0\n');
    const all = Array.from({ length: 30 }, (_, n) => n + 1);
    const results = await Promise.all(
      all.map((n) =>
        clickhouse.sql("SELECT getSetting('max_result_rows')", n % 2 === 0 ? { max_result_rows: String(n) } : {}),
      ),
    );
    expect(results).toEqual(all.map((n) => (n % 2 === 0 ? `${n}\n` : '0\n')));
  });

  it('do not leak from SET, USE or a temporary table either', async () => {
    await clickhouse.sql('SET max_result_rows = 5');
    await clickhouse.sql('USE system');
    await clickhouse.sql('CREATE TEMPORARY TABLE passing (a UInt8)');
    expect(await clickhouse.sql("SELECT getSetting('max_result_rows'), currentDatabase()")).toBe(
      `0\t${clickhouse.database}\n`,
    );
    expect(await clickhouse.sql('EXISTS TEMPORARY TABLE passing')).toBe('0\n');
  });

  it('come through the client call by call', async () => {
    const client = clickhouse.client({ clickhouse_settings: { max_block_size: '1000' } });
    const ask = async (settings: Record<string, string>): Promise<unknown> => {
      const query = "SELECT getSetting('max_block_size') AS a, getSetting('max_result_rows') AS b";
      const rows = await client.query({ query, format: 'JSONEachRow', clickhouse_settings: settings });
      return rows.json();
    };
    expect(await ask({ max_result_rows: '9' })).toEqual([{ a: 1000, b: 9 }]);
    expect(await ask({})).toEqual([{ a: 1000, b: 0 }]);
  });

  it('are data: quotes and backslashes end nothing', async () => {
    const value = "x\\', max_threads=1; DROP TABLE t; --'";
    expect(await clickhouse.sql("SELECT getSetting('log_comment') FORMAT TSVRaw", { log_comment: value })).toBe(
      `${value}\n`,
    );
  });

  it.each([
    ['no_such_setting', '1', 404, '115'],
    ['max_threads', 'many', 400, '27'],
  ])('refuse %s=%s', async (name, value, status, code) => {
    const response = await clickhouse.ask({ body: 'SELECT 1', params: { [name]: value } });
    expect(response.status).toBe(status);
    expect(['27', '72', '115', '6']).toContain(response.headers['x-clickhouse-exception-code']);
    if (code === '115') expect(response.headers['x-clickhouse-exception-code']).toBe(code);
  });

  it('have the defaults of a server', async () => {
    const names = ['implicit_select', 'allow_introspection_functions', 'input_format_skip_unknown_fields'];
    const values = await clickhouse.sql(
      `SELECT ${names.map((name) => `toUInt8(getSetting('${name}'))`).join(', ')}, 18446744073709551615 AS n FORMAT JSONCompactEachRow`,
    );
    expect(values).toBe('[0, 0, 1, 18446744073709551615]\n');
    const bare = await clickhouse.ask({ body: '1 + 1' });
    expect(bare).toMatchObject({ status: 400, text: expect.stringContaining('Code: 62.') });
  });

  it('accept what only HTTP knows', async () => {
    const params = {
      send_progress_in_http_headers: '1',
      http_headers_progress_interval_ms: '1000',
      client_protocol_version: '54405',
      stacktrace: '0',
      quota_key: 'k',
    };
    expect(await clickhouse.sql('SELECT 1', params)).toBe('1\n');
  });
});

describe('query parameters', () => {
  it('are bound by type, whatever they hold', async () => {
    const hostile = '\'); DROP TABLE t; -- \\ " ` \n\t{x:UInt8}';
    const client = clickhouse.client();
    const rows = await client.query({
      query:
        'SELECT {n:UInt64} AS n, {s:String} AS s, {a:Array(String)} AS a, {d:Date} AS d, {z:Nullable(String)} AS z, {m:Map(String, UInt8)} AS m, {i:Identifier} FROM (SELECT 5 AS col)',
      query_params: {
        n: '18446744073709551615',
        s: hostile,
        a: [hostile, ''],
        d: '2024-02-29',
        z: null,
        m: { k: 1 },
        i: 'col',
      },
      format: 'JSONCompactEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
    });
    expect(await rows.json()).toEqual([
      ['18446744073709551615', hostile, [hostile, ''], '2024-02-29', null, { k: 1 }, 5],
    ]);
  });

  it('are not found by the next query', async () => {
    expect(await clickhouse.sql('SELECT {x:UInt8}', { param_x: '1' })).toBe('1\n');
    const response = await clickhouse.ask({ body: 'SELECT {x:UInt8}' });
    expect(response.headers['x-clickhouse-exception-code']).toBe('456');
  });

  it('are read like a field of TabSeparated: escapes are undone, a raw tab is refused, \\N is NULL', async () => {
    expect(await clickhouse.sql('SELECT {s:String} FORMAT TSVRaw', { param_s: 'a\\tb' })).toBe('a\tb\n');
    const raw = await clickhouse.ask({ body: 'SELECT {s:String}', params: { param_s: 'a\tb' } });
    expect(raw).toMatchObject({ status: 500, text: expect.stringContaining('Code: 457.') });
    expect(await clickhouse.sql('SELECT isNull({s:Nullable(String)})', { param_s: '\\N' })).toBe('1\n');
  });

  it('count once when given twice: the first one', async () => {
    const query = encodeURIComponent('SELECT {x:UInt8}');
    const response = await clickhouse.ask({ method: 'GET', path: `/?query=${query}&param_x=1&param_x=2` });
    expect(response.text).toBe('1\n');
  });

  it('come as parts of a form too, thousands of values in one', async () => {
    const ids = Array.from({ length: 20_000 }, (_, n) => n).join(',');
    const body = form({
      query: 'SELECT count() FROM numbers(100000) WHERE number IN {ids:Array(UInt64)}',
      param_ids: `[${ids}]`,
    });
    const response = await clickhouse.ask({ ...body });
    expect(response).toMatchObject({ status: 200, text: '20000\n' });
  });

  it.skipIf(againstRealServer).each([
    ['is cut off within a field', 'boundary=b', '--b\r\nContent-Disposition: form-data; name="query"\r\n\r\nSELECT 1'],
    [
      'is cut off within a file',
      'boundary=b',
      '--b\r\nContent-Disposition: form-data; name="x"; filename="f"\r\n\r\n1',
    ],
    [
      'ends within the head of a part',
      'boundary=b',
      '--b\r\nContent-Disposition: form-data; name="x"; filename="f\r\n--b--',
    ],
    [
      'has another boundary',
      'boundary=c',
      '--b\r\nContent-Disposition: form-data; name="query"\r\n\r\nSELECT 1\r\n--b--',
    ],
    [
      'goes on for long within the head of a part',
      'boundary=b',
      `--b\r\nContent-Disposition: form-data; name="x"\r\n${'y'.repeat(1_000_000)}`,
    ],
    ['has an empty boundary', 'boundary=', `----\r\nContent-Disposition: form-data; ${'y'.repeat(1_000_000)}`],
    ['names no boundary', 'charset=utf-8', '--b--'],
  ])('are refused with 36 in a form that %s', async (_what, type, body) => {
    const response = await clickhouse.ask({ body, headers: { 'Content-Type': `multipart/form-data; ${type}` } });
    expect(response).toMatchObject({ status: 400, text: expect.stringContaining('Code: 36. DB::Exception: The form') });
    expect(await clickhouse.sql('SELECT 1')).toBe('1\n');
  });

  it('join with tables sent in a form', async () => {
    const table = '1,a\n2,"b\n\nDROP TABLE t"\n';
    const sent = form({ query: 'SELECT id, name FROM given ORDER BY id FORMAT JSONCompactEachRow' }, { given: table });
    const params = { given_format: 'CSV', given_structure: 'id UInt8, name String' };
    const response = await clickhouse.ask({ ...sent, params });
    expect(response.text).toBe('[1, "a"]\n[2, "b\\n\\nDROP TABLE t"]\n');
    const typed = form({ query: 'SELECT sum(_1), max(_2) FROM given' }, { given: '1\tx\n2\ty\n' });
    expect((await clickhouse.ask({ ...typed, params: { given_types: 'UInt8,String' } })).text).toBe('3\ty\n');
  });
});

describe('database', () => {
  it('is the header before the parameter, and an unknown one is 81', async () => {
    const headers = { 'X-ClickHouse-Database': 'system' };
    expect((await clickhouse.ask({ body: 'SELECT currentDatabase()', headers })).text).toBe('system\n');
    const unknown = await clickhouse.ask({ body: 'SELECT 1', params: { database: 'no_such_database' } });
    expect(unknown).toMatchObject({ status: 404, text: expect.stringContaining('Code: 81.') });
  });
});

function form(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): { body: string; headers: Record<string, string> } {
  const boundary = 'contract-boundary';
  const parts = Object.entries(fields).map(([name, value]) => `name="${name}"\r\n\r\n${value}`);
  for (const [name, value] of Object.entries(files))
    parts.push(`name="${name}"; filename="${name}.txt"\r\nContent-Type: text/plain\r\n\r\n${value}`);
  const body = parts.map((part) => `--${boundary}\r\nContent-Disposition: form-data; ${part}\r\n`).join('');
  return {
    body: `${body}--${boundary}--\r\n`,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  };
}
