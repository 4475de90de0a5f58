import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { againstRealServer, type ClickHouseUnderTest, openClickHouse } from './clickhouse-under-test.ts';

let clickhouse: ClickHouseUnderTest;

beforeAll(async () => {
  clickhouse = await openClickHouse();
});

afterAll(() => clickhouse.close());

beforeEach(async () => {
  await clickhouse.sql('DROP TABLE IF EXISTS t');
  await clickhouse.sql('CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n');
});

describe('one request is one statement', () => {
  it.each([
    'SELECT 1; DROP TABLE t',
    'SELECT 1;\n\n-- comment\nDROP TABLE t;',
    'SELECT 1; SELECT 2',
    'CREATE TABLE other (a UInt8) ENGINE = Memory; DROP TABLE t',
    'INSERT INTO t SELECT 1; DROP TABLE t',
  ])('refuses %j with 62 and runs none of it', async (body) => {
    const response = await clickhouse.ask({ body });
    expect(response.status).toBe(400);
    expect(response.text).toContain('Code: 62. DB::Exception: Syntax error (Multi-statements are not allowed)');
    expect(await clickhouse.sql('SELECT count() FROM t')).toBe('0\n');
    expect(await clickhouse.sql('EXISTS TABLE other')).toBe('0\n');
  });

  it('refuses a second statement split between address and body', async () => {
    const response = await clickhouse.ask({ params: { query: 'SELECT 1;' }, body: 'DROP TABLE t' });
    expect(response.status).toBe(400);
    expect(await clickhouse.sql('EXISTS TABLE t')).toBe('1\n');
  });

  it.each(['', '   ', '-- only a comment', ';', '/* nothing */ ;'])('refuses the empty statement %j', async (body) => {
    const response = await clickhouse.ask({ body });
    expect(response).toMatchObject({ status: 400, text: expect.stringMatching(/^Code: 62\./) });
  });

  it.each([
    ["SELECT 'a;b' -- ;\n", 'a;b\n'],
    ["SELECT 'it\\'s; ''q''' ", "it\\'s; \\'q\\'\n"],
    ['SELECT 1 AS `a;b`', '1\n'],
    ['SELECT 1 AS "a;b" /* ; */ ;', '1\n'],
    ['SELECT $tag$a;b$tag$', 'a;b\n'],
    ["SELECT 'FORMAT CSV' AS format", 'FORMAT CSV\n'],
    ['SELECT 1 # comment; more', '1\n'],
  ])('sees no end of a statement inside quotes and comments of %j', async (body, expected) => {
    expect(await clickhouse.sql(body)).toBe(expected);
  });

  it('passes any byte of a string literal on, zero and broken UTF-8 included', async () => {
    const body = Buffer.concat([Buffer.from("SELECT hex('a"), Buffer.from([0, 0xff, 0xc3]), Buffer.from("é')")]);
    const response = await clickhouse.ask({ body });
    expect(response.text).toBe('6100FFC3C3A9\n');
  });

  it('does not stop reading at a zero byte between words', async () => {
    const response = await clickhouse.ask({ body: 'SELECT 1 \0 FROM unknown' });
    expect(response.status).not.toBe(200);
  });
});

describe('words that are no SQL', () => {
  it.each(['exit', 'quit', 'logout', 'q', '\\q', '\\l', 'help', 'foobar'])('%s is a syntax error', async (body) => {
    const response = await clickhouse.ask({ body });
    expect(response).toMatchObject({ status: 400, text: expect.stringMatching(/^Code: 62\. .*\(SYNTAX_ERROR\)/s) });
  });

  it.each([
    'SELECT * -- { serverError UNKNOWN_TABLE }\nFROM missing',
    'SELECT * /* { serverError UNKNOWN_TABLE } */ FROM missing',
    'SELECT * FROM missing -- { serverError UNKNOWN_TABLE }',
  ])('are not obeyed in a comment: %j still fails', async (body) => {
    for (const format of ['TabSeparated', 'JSON']) {
      const response = await clickhouse.ask({ body, params: { default_format: format } });
      expect(response).toMatchObject({ status: 404, text: expect.stringContaining('Code: 60.') });
    }
  });

  it.skipIf(againstRealServer)(
    'print nothing to the output of the node (that of a server is not seen here)',
    async () => {
      const printed: string[] = [];
      clickhouse.node?.process.stdout?.on('data', (text: Buffer) => printed.push(text.toString('utf8')));
      expect(await clickhouse.sql('SELECT 1 -- { echoOn }\n, 2 FORMAT JSONCompact')).toContain('[1, 2]');
      expect(await clickhouse.sql('SELECT 3')).toBe('3\n');
      expect(printed).toEqual([]);
    },
  );

  it('leave positions in error texts where the caller sees them', async () => {
    const response = await clickhouse.ask({ body: '/* twelve */ SELECT 1 FRM' + ' x y' });
    expect(response.text).toContain('position 27');
  });
});

describe('files and the process of the server are out of reach', () => {
  it.each([
    "SELECT 1 INTO OUTFILE '/tmp/clickhouse-contract'",
    "SELECT 1 /**/ INTO/**/OUTFILE '/tmp/clickhouse-contract' FORMAT CSV",
  ])('refuses %s', async (body) => {
    const response = await clickhouse.ask({ body });
    expect(response).toMatchObject({ status: 500, text: expect.stringContaining('Code: 358.') });
  });

  it('refuses a client that names a file as the source of an INSERT', async () => {
    const body = "INSERT INTO t FROM INFILE '/etc/hostname' FORMAT TSV";
    for (const request of [{ body }, { body: '', params: { query: body } }]) {
      const response = await clickhouse.ask(request);
      expect(response.status).toBe(404);
      expect(response.text).toContain('Query has infile and was send directly to server');
    }
  });

  it.skipIf(againstRealServer).each(['SYSTEM SHUTDOWN', 'system /* now */ kill'])(
    'refuses %s and keeps running (a server would obey its administrator)',
    async (body) => {
      const response = await clickhouse.ask({ body });
      expect(response).toMatchObject({ status: 403, text: expect.stringContaining('Code: 497.') });
      expect(await clickhouse.sql('SELECT 1')).toBe('1\n');
    },
  );
});

describe('everything but POST only reads', () => {
  it.each([
    'CREATE TABLE g (a UInt8) ENGINE = Memory',
    'INSERT INTO t VALUES (1)',
    'DROP TABLE t',
    'INSERT INTO t SELECT 1',
  ])('refuses GET %s with 164', async (query) => {
    const response = await clickhouse.ask({ method: 'GET', params: { query } });
    expect(response).toMatchObject({ status: 500, text: expect.stringContaining('Code: 164.') });
    expect(await clickhouse.sql('SELECT count() FROM t')).toBe('0\n');
  });

  it('lets GET read and choose settings', async () => {
    const query = "SELECT getSetting('max_threads')";
    const response = await clickhouse.ask({ method: 'GET', params: { query, max_threads: '3' } });
    expect(response).toMatchObject({ status: 200, text: '3\n' });
  });

  it('holds a POST to readonly=1 and lets the next one write', async () => {
    const refused = await clickhouse.ask({ body: 'INSERT INTO t VALUES (1)', params: { readonly: '1' } });
    expect(refused.text).toContain('Code: 164.');
    expect(await clickhouse.sql('INSERT INTO t VALUES (1)')).toBe('');
  });
});

describe('what an embedded engine cannot do', () => {
  it.skipIf(againstRealServer).each([
    ['CREATE USER someone', 403, '497'],
    ['SELECT * FROM system.query_log', 404, '60'],
  ])('%s says so (a server can)', async (body, status, code) => {
    const response = await clickhouse.ask({ body });
    expect(response).toMatchObject({ status });
    expect(response.headers['x-clickhouse-exception-code']).toBe(code);
  });
});
