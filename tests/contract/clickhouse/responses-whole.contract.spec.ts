import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { againstRealServer, type ClickHouseUnderTest, openClickHouse } from './clickhouse-under-test.ts';
import { until } from './http-exchange.ts';

/** Formats that need a schema or a template from outside, speak another protocol, or hold one array only. */
const NOT_COMPARABLE =
  /^(Protobuf|CapnProto|Template|MySQLWire|PostgreSQLWire|ODBCDriver2|AvroConfluent|Prometheus|PNG|GeoJSON|Npy|RawBLOB)/;

/** Formats whose answer holds the time it took, or random synchronization marks. */
const NEVER_TWICE_THE_SAME =
  /^(JSON|JSONCompact|JSONStrings|JSONCompactStrings|JSONColumnsWithMetadata|XML|Avro|.*WithProgress)$/;

/** Tables for people are put together from what comes within 50 ms unless that is switched off. */
const PRETTY_AT_ONCE = { output_format_pretty_squash_consecutive_ms: '0' };

const ROWS = 200_000;
const SELECT = `SELECT number AS n, number % 7 AS \`odd "name"\n,x\` FROM numbers(${ROWS})`;

let clickhouse: ClickHouseUnderTest;
let formats: string[];

beforeAll(async () => {
  clickhouse = await openClickHouse();
  const names = await clickhouse.sql('SELECT name FROM system.formats WHERE is_output ORDER BY name');
  formats = names.trim().split('\n');
});

afterAll(() => clickhouse.close());

describe(`an answer of ${ROWS} rows`, () => {
  it('is byte for byte what the engine writes in one piece, in every format', async () => {
    const compared = formats.filter((name) => !NOT_COMPARABLE.test(name) && !NEVER_TWICE_THE_SAME.test(name));
    expect(compared.length).toBeGreaterThan(50);
    for (const format of compared) {
      const body = `${SELECT} FORMAT ${format}`;
      const streamed = await clickhouse.ask({ body, params: PRETTY_AT_ONCE });
      const whole = await clickhouse.ask({ body, params: { ...PRETTY_AT_ONCE, wait_end_of_query: '1' } });
      expect({ format, status: streamed.status, broken: streamed.broken }).toEqual({
        format,
        status: 200,
        broken: false,
      });
      expect({ format, same: streamed.bytes.equals(whole.bytes) }).toEqual({ format, same: true });
    }
  });

  it.each(['JSON', 'JSONCompact', 'JSONStrings'])('is one valid document as %s, with its figures', async (format) => {
    const result: unknown = JSON.parse(await clickhouse.sql(`${SELECT} FORMAT ${format}`));
    expect(result).toMatchObject({ rows: ROWS, statistics: { rows_read: ROWS } });
    expect(result).toHaveProperty('data.length', ROWS);
  });

  it.each(['JSONEachRowWithProgress', 'JSONStringsEachRowWithProgress', 'JSONCompactEachRowWithProgress'])(
    'names its columns once as %s',
    async (format) => {
      const lines = (await clickhouse.sql(`${SELECT} FORMAT ${format}`)).trimEnd().split('\n');
      expect(lines.filter((line) => line.startsWith('{"row"')).length).toBe(ROWS);
      expect(lines.filter((line) => line.startsWith('{"meta"')).length).toBe(1);
    },
  );

  it('counts its progress on from chunk to chunk', async () => {
    const slow = 'SELECT number, sleepEachRow(0.15) FROM numbers(3) SETTINGS max_block_size = 1';
    const lines = (await clickhouse.sql(`${slow} FORMAT JSONEachRowWithProgress`)).trimEnd().split('\n');
    const read = lines
      .filter((line) => line.startsWith('{"progress"'))
      .map((line) => Number((JSON.parse(line) as { progress: { read_rows: string } }).progress.read_rows));
    expect(read).toEqual([...read].sort((a, b) => a - b));
    // A block has one row, so a count that began again would not pass 1; the last block may come too soon for a line of its own.
    expect(read.at(-1)).toBeGreaterThan(1);
    expect(lines.filter((line) => line.startsWith('{"meta"')).length).toBe(1);
  });

  it('comes back whole through the client, as rows and as one document', async () => {
    const client = clickhouse.client();
    let rows = 0;
    const streamed = await client.query({ query: SELECT, format: 'JSONCompactEachRowWithNamesAndTypes' });
    for await (const batch of streamed.stream()) rows += batch.length;
    expect(rows).toBe(ROWS + 2);
    const document = await client.query({ query: SELECT, format: 'JSON' });
    expect((await document.json()).data).toHaveLength(ROWS);
  });

  it('has its rows once when it has totals or extremes', async () => {
    const grouped = 'SELECT number % 150000 AS k, count() AS c FROM numbers(200000) GROUP BY k WITH TOTALS ORDER BY k';
    const lines = (await clickhouse.sql(`${grouped} FORMAT TSVWithNames`)).split('\n');
    expect(lines.length).toBe(1 + 150_000 + 2 + 1);
    expect(lines.at(-2)).toBe('0\t200000');
    const extremes = await clickhouse.sql('SELECT number FROM numbers(140000) FORMAT TSV', { extremes: '1' });
    expect(extremes.split('\n').slice(-5)).toEqual(['139999', '', '0', '139999', '']);
  });

  it('is one array when the rows are wanted as an array', async () => {
    const params = { output_format_json_array_of_rows: '1' };
    const rows: unknown = JSON.parse(await clickhouse.sql(`${SELECT} FORMAT JSONEachRow`, params));
    expect(rows).toHaveLength(ROWS);
  });
});

describe('the kind of an answer', () => {
  it('has the content type the server lists for every format', async () => {
    const listed = await clickhouse.sql('SELECT name, content_type FROM system.formats WHERE is_output FORMAT TSV');
    const types = new Map(
      listed
        .trim()
        .split('\n')
        .map((line) => line.split('\t') as [string, string]),
    );
    for (const format of formats.filter((name) => !NOT_COMPARABLE.test(name))) {
      const { headers } = await clickhouse.ask({ body: `SELECT 1 AS a FORMAT ${format}` });
      expect([format, headers['content-type']]).toEqual([format, types.get(format)]);
      expect(headers['x-clickhouse-format']).toBe(format);
    }
  });

  it('finds formats without regard to case', async () => {
    expect(await clickhouse.sql('SELECT 1 AS a format jsoneachrow')).toBe('{"a":1}\n');
  });

  it('puts the statement before the header and the header before the parameter', async () => {
    const headers = { 'X-ClickHouse-Format': 'CSV' };
    const params = { default_format: 'JSONEachRow' };
    const formatOf = async (body: string, withHeader: boolean): Promise<string | string[] | undefined> =>
      (await clickhouse.ask({ body, params, ...(withHeader ? { headers } : {}) })).headers['x-clickhouse-format'];
    expect(await formatOf('SELECT 1 AS format FORMAT TSKV', true)).toBe('TSKV');
    expect(await formatOf('SELECT 1 AS format', true)).toBe('CSV');
    expect(await formatOf('SELECT 1 AS format', false)).toBe('JSONEachRow');
    expect((await clickhouse.ask({ body: 'SELECT 1' })).headers['x-clickhouse-format']).toBe('TabSeparated');
  });

  it('has no format and no body for statements that return nothing', async () => {
    for (const body of [
      'CREATE TABLE IF NOT EXISTS e (a UInt8) ENGINE = Memory',
      'INSERT INTO e VALUES (1)',
      'SET max_threads = 1',
    ]) {
      const response = await clickhouse.ask({ body });
      expect(response).toMatchObject({ status: 200, text: '' });
      expect(response.headers['x-clickhouse-format']).toBeUndefined();
      expect(response.headers['content-type']).toBe('text/plain; charset=UTF-8');
    }
  });

  it.each([
    'SHOW DATABASES',
    'DESCRIBE TABLE system.one',
    'EXISTS TABLE system.one',
    'EXPLAIN SELECT 1',
    'WITH 1 AS x SELECT x',
    'FROM system.one SELECT dummy',
    '(SELECT 1) UNION ALL (SELECT 2)',
    'SELECT 1 FORMAT TSV SETTINGS max_threads = 1',
    '/* first */ SELECT 1 -- last',
    'SELECT 1;;',
  ])('returns rows for %s', async (body) => {
    const response = await clickhouse.ask({ body });
    expect(response.status).toBe(200);
    expect(response.bytes.length).toBeGreaterThan(0);
    expect(response.headers['x-clickhouse-format']).toMatch(/^(TabSeparated|TSV)$/);
  });

  it('keeps the head of formats that have one when there are no rows', async () => {
    expect(await clickhouse.sql('SELECT 1 AS a WHERE 0 FORMAT CSVWithNames')).toBe('"a"\n');
    expect(await clickhouse.sql('SELECT 1 AS a WHERE 0 FORMAT TSV')).toBe('');
  });
});

describe('a reader that takes its time', () => {
  it.skipIf(againstRealServer)(
    'gets everything; until then the query waits (a server may have finished it by then)',
    async () => {
      const client = clickhouse.client();
      const rows = await client.query({ query: 'SELECT number FROM numbers(2000000)', format: 'TabSeparated' });
      const stream = rows.stream();
      const countProcesses = async (): Promise<string> => clickhouse.sql('SELECT count() FROM system.processes');
      await until(async () => Number(await countProcesses()) === 2);
      let count = 0;
      for await (const batch of stream) count += batch.length;
      expect(count).toBe(2_000_000);
    },
  );
});
