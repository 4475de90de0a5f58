import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { againstRealServer, type ClickHouseUnderTest, openClickHouse } from './clickhouse-under-test.ts';
import { PACKED_INSERT } from './packed-inserts.ts';

let clickhouse: ClickHouseUnderTest;

beforeAll(async () => {
  clickhouse = await openClickHouse();
  await clickhouse.sql('CREATE TABLE t (n UInt64, s String) ENGINE = MergeTree ORDER BY n');
});

afterAll(() => clickhouse.close());

describe("requests as Python's clickhouse-connect sends them", () => {
  const session = randomUUID();
  const always = {
    session_id: session,
    cancel_http_readonly_queries_on_client_close: '1',
    send_progress_in_http_headers: '1',
    http_headers_progress_interval_ms: '120000',
    wait_end_of_query: '1',
    client_protocol_version: '54405',
  };
  const headers = { 'Accept-Encoding': 'lz4,zstd,gzip', 'User-Agent': 'clickhouse-connect/1.12.0' };

  it('are answered from the first question on', async () => {
    expect(await clickhouse.sql('SELECT version(), timezone()')).toMatch(/^\d+\.\d+\.\d+\.\d+\t\S+\n$/);
    const settings = 'SELECT name, value, readonly FROM system.settings LIMIT 10000 FORMAT Native';
    const response = await clickhouse.ask({ body: settings, params: always, headers });
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/octet-stream');
    const check = await clickhouse.ask({ body: 'SELECT 1 AS check FORMAT Native', params: always });
    expect(check.bytes.toString('latin1')).toBe('\x01\x01\x05check\x05UInt8\x01');
  });

  it('insert lz4 frames that hold statement and data, sent in chunks', async () => {
    const response = await clickhouse.ask({
      body: PACKED_INSERT.lz4,
      chunked: true,
      params: always,
      headers: { ...headers, 'Content-Encoding': 'lz4', 'Transfer-Encoding': 'chunked' },
    });
    expect(response).toMatchObject({ status: 200, text: '' });
    expect(JSON.parse(String(response.headers['x-clickhouse-summary']))).toMatchObject({ written_rows: '40' });
  });

  it('insert Native blocks behind the statement', async () => {
    const block = Buffer.from(
      '\x02\x02\x01n\x06UInt64\x0a\x0a\0\0\0\0\0\0\x0b\0\0\0\0\0\0\0\x01s\x06String\x02\x0a\x0a\x01x',
      'latin1',
    );
    const body = Buffer.concat([Buffer.from('INSERT INTO t (n, s) FORMAT Native\n'), block]);
    expect(await clickhouse.ask({ body, params: always, headers })).toMatchObject({ status: 200 });
    expect(
      await clickhouse.sql(
        "SELECT n, s FROM t WHERE n IN (2570, 11) AND s != 'a\\n\\nb' ORDER BY n FORMAT JSONCompactEachRow",
      ),
    ).toBe('[11, "x"]\n[2570, "\\n\\n"]\n');
  });

  it('keep a temporary table in their session', async () => {
    await clickhouse.ask({ body: 'CREATE TEMPORARY TABLE scratch (a UInt8)', params: always });
    await clickhouse.ask({ body: 'INSERT INTO scratch VALUES (1),(2)', params: always });
    expect((await clickhouse.ask({ body: 'SELECT sum(a) FROM scratch', params: always })).text).toBe('3\n');
  });
});

describe('requests as clickhouse-go sends them', () => {
  const always = {
    client_protocol_version: '54460',
    database: 'default',
    default_format: 'Native',
    max_execution_time: '9',
  };
  const headers = { Authorization: `Basic ${btoa('default:')}`, 'User-Agent': 'clickhouse-go/2.50.0 (lv:go/1.26.8)' };
  const hello = 'SELECT displayName(), version(), revision(), timezone()';

  it('learn name, version, revision and time zone in the newer form of Native', async () => {
    const response = await clickhouse.ask({ body: hello, params: always, headers });
    expect(response).toMatchObject({ status: 200 });
    expect(response.headers['content-type']).toBe('application/octet-stream');
    // No overflow row, no bucket; four columns of one row; each with a byte that says it is serialized as always.
    expect(response.bytes.subarray(0, 10).toString('hex')).toBe('010002ffffffff000401');
    for (const column of [
      '\x0ddisplayName()\x06String\0',
      '\x09version()\x06String\0',
      '\x0arevision()\x06UInt32\0',
      '\x0atimezone()\x06String\0',
    ]) {
      expect(response.bytes.toString('latin1')).toContain(column);
    }
  });

  it.skipIf(againstRealServer)('learn of revision 0, since later answers are plain Native', async () => {
    const response = await clickhouse.ask({ body: hello, params: always, headers });
    expect(response.bytes.toString('latin1')).toContain('\x0arevision()\x06UInt32\0\0\0\0\0');
    const later = await clickhouse.ask({ body: 'SELECT toUInt8(7) AS a', params: always, headers });
    expect(later.bytes.toString('latin1')).toBe('\x01\x01\x01a\x05UInt8\x07');
  });

  it('take an empty body for no rows', async () => {
    const body = 'CREATE TABLE IF NOT EXISTS by_go (n UInt64) ENGINE = MergeTree ORDER BY n';
    const response = await clickhouse.ask({ body, params: { ...always, database: clickhouse.database }, headers });
    expect(response).toMatchObject({ status: 200, text: '' });
    expect(response.headers['content-length']).toBe('0');
  });

  it('are left to the engine without a protocol version', async () => {
    expect(await clickhouse.sql(hello)).toMatch(/^\S+\t\d+\.\d+\.\d+\.\d+\t\d{5}\t\S+\n$/);
  });
});

describe('requests as the Java driver sends them', () => {
  const always = { compress: '1', async_insert: '0', wait_end_of_query: '0' };
  const headers = {
    'X-ClickHouse-Format': 'RowBinaryWithNamesAndTypes',
    'X-ClickHouse-User': 'default',
    'X-ClickHouse-Key': '',
  };

  it('are answered in LZ4 blocks with the checksum the driver computes', async () => {
    const response = await clickhouse.ask({ body: 'SELECT 1 FORMAT TabSeparated', params: always, headers });
    expect(response.bytes.toString('base64')).toBe('3nnPCH+2NQSduBbfGVsBa4IMAAAAAgAAACAxCg==');
    const rows = await clickhouse.ask({ body: 'SELECT toUInt8(7) AS a', params: always, headers });
    expect(rows.headers['x-clickhouse-format']).toBe('RowBinaryWithNamesAndTypes');
    expect(rows.bytes.subarray(-10).toString('latin1')).toBe('\x01\x01a\x05UInt8\x07');
  });

  it('name their columns once in a long answer', async () => {
    const params = { ...always, compress: '0' };
    const response = await clickhouse.ask({ body: 'SELECT number AS n FROM numbers(200000)', params, headers });
    expect(response.bytes.length).toBe('\x01\x01n\x06UInt64'.length + 8 * 200_000);
  });

  it('insert blocks with decompress=1', async () => {
    const params = { ...always, decompress: '1' };
    expect((await clickhouse.ask({ body: PACKED_INSERT.lz4Block, params, headers })).status).toBe(200);
  });

  it('find errors in the block form too', async () => {
    const response = await clickhouse.ask({ body: 'SELECT nope', params: always, headers });
    expect(response.headers['x-clickhouse-exception-code']).toBe('47');
    expect(response.bytes.toString('latin1')).toContain('Code: 47. DB::Exception');
  });

  it.each(['system.tables', 'system.columns', 'system.databases', 'system.data_type_families'])(
    'read %s for their metadata',
    async (table) => {
      expect(Number(await clickhouse.sql(`SELECT count() FROM ${table}`))).toBeGreaterThan(0);
    },
  );
});
