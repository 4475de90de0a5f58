import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { againstRealServer, type ClickHouseUnderTest, openClickHouse } from './clickhouse-under-test.ts';
import { until } from './http-exchange.ts';

let directory: string;
let clickhouse: ClickHouseUnderTest;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bodies-contract-'));
  clickhouse = await openClickHouse({ DATA_DIR: directory });
});

afterAll(async () => {
  await clickhouse.close();
  rmSync(directory, { recursive: true, force: true });
});

beforeEach(async () => {
  await clickhouse.sql('DROP TABLE IF EXISTS t');
  await clickhouse.sql("CREATE TABLE t (n UInt64, s String DEFAULT 'none') ENGINE = MergeTree ORDER BY n");
});

function insert(head: string, body: string | Uint8Array, params: Record<string, string> = {}): Promise<string> {
  return clickhouse.ask({ params: { query: head, ...params }, body }).then((response) => {
    if (response.status !== 200) throw new Error(response.text);
    return response.text;
  });
}

function rows(): Promise<string> {
  return clickhouse.sql('SELECT n, s FROM t ORDER BY n, s FORMAT JSONCompactEachRow');
}

describe('a request body is data, whatever it looks like', () => {
  it('takes a JSONEachRow body with empty lines and never runs what follows them', async () => {
    await insert('INSERT INTO t FORMAT JSONEachRow', '{"n":1}\n\n{"n":2,"s":"a"}\n\n');
    await expect(insert('INSERT INTO t FORMAT JSONEachRow', '{"n":3}\n\nDROP TABLE t')).rejects.toThrow();
    expect(await rows()).toBe('[1, "none"]\n[2, "a"]\n');
  });

  it('keeps empty lines and statements inside a quoted CSV field', async () => {
    await insert('INSERT INTO t FORMAT CSV', '1,"a\n\nDROP TABLE t;\n\nb"\n2,plain\n');
    expect(await rows()).toBe('[1, "a\\n\\nDROP TABLE t;\\n\\nb"]\n[2, "plain"]\n');
  });

  it('keeps semicolons and line feeds inside VALUES', async () => {
    await insert('INSERT INTO t VALUES', "(1, 'a;\n\nDROP TABLE t; --'), (2, 'b')");
    expect(await rows()).toBe('[1, "a;\\n\\nDROP TABLE t; --"]\n[2, "b"]\n');
  });

  it('does not run a statement behind the semicolon of VALUES', async () => {
    await clickhouse.ask({ body: "INSERT INTO t VALUES (1, 'a'); DROP TABLE t" });
    expect(await clickhouse.sql('EXISTS TABLE t')).toBe('1\n');
  });

  it('takes RowBinary with the bytes of two line feeds inside', async () => {
    const row = Buffer.alloc(10);
    row.writeBigUInt64LE(0x0a0a0a0an);
    row[8] = 1;
    row[9] = 0x0a;
    await insert('INSERT INTO t FORMAT RowBinary', Buffer.concat([row, row]));
    expect(await rows()).toBe('[168430090, "\\n"]\n[168430090, "\\n"]\n');
  });

  it.each(['Native', 'Parquet', 'Arrow', 'MsgPack', 'Avro', 'TabSeparated'])(
    'takes back as %s what it gave out, line feeds in the data included',
    async (format) => {
      const source = `SELECT toUInt64(2570 + number) AS n, repeat('\\n', 3) AS s FROM numbers(300)`;
      const packed = await clickhouse.ask({ body: `${source} FORMAT ${format}` });
      await insert(`INSERT INTO t FORMAT ${format}`, packed.bytes);
      expect(await clickhouse.sql("SELECT count(), min(n), max(n), uniqExact(s), any(s = '\\n\\n\\n') FROM t")).toBe(
        '300\t2570\t2869\t1\t1\n',
      );
    },
  );
});

describe('the statement is address and body together', () => {
  it.each([
    ['all in the body', '', 'INSERT INTO t FORMAT JSONEachRow\n{"n":1}'],
    ['head in the address', 'INSERT INTO t FORMAT JSONEachRow', '{"n":1}'],
    ['head split between both', 'INSERT INTO t', 'FORMAT JSONEachRow\n{"n":1}'],
    ['VALUES split off', 'INSERT INTO t (n) VALUES', '(1)'],
    [
      'comments and quotes before the format',
      '',
      'INSERT /* FORMAT CSV */ INTO `t` -- VALUES\n (n) FORMAT JSONEachRow {"n":1}',
    ],
    ['settings before the format', 'INSERT INTO t SETTINGS max_insert_threads = 1 FORMAT JSONEachRow', '{"n":1}'],
  ])('%s', async (_name, query, body) => {
    const response = await clickhouse.ask({ params: query === '' ? {} : { query }, body });
    expect(response).toMatchObject({ status: 200, text: '' });
    expect(await rows()).toBe('[1, "none"]\n');
  });

  it('fills defaults, takes column lists, EXCEPT and parameters inside VALUES', async () => {
    await insert('INSERT INTO t (n) FORMAT CSV', '1\n');
    await insert('INSERT INTO t (* EXCEPT(n)) FORMAT CSV', 'only\n');
    await insert('INSERT INTO t VALUES', '(9, DEFAULT), ({number:UInt64}, upper({word:String}))', {
      param_number: '5',
      param_word: 'bound',
    });
    expect(await rows()).toBe('[0, "only"]\n[1, "none"]\n[5, "BOUND"]\n[9, "none"]\n');
  });

  it('runs INSERT SELECT FROM input() over the body', async () => {
    const head = "INSERT INTO t SELECT a * 2, concat(b, '!') FROM input('a UInt64, b String') WHERE a > 1 FORMAT CSV";
    await insert(head, '1,x\n2,"y\n\nDROP TABLE t"\n3,z\n');
    expect(await rows()).toBe('[4, "y\\n\\nDROP TABLE t!"]\n[6, "z!"]\n');
    await insert("INSERT INTO t (n) SELECT count() FROM input('a UInt64') FORMAT CSV", '1\n2\n');
    await insert("INSERT INTO t (n) SELECT count() FROM input('a UInt64') FORMAT CSV", '1\n2\n3\n');
    expect(await clickhouse.sql("SELECT groupArraySorted(9)(n) FROM t WHERE s = 'none'")).toBe('[2,3]\n');
  });

  it('takes a body with no rows', async () => {
    expect(await insert('INSERT INTO t FORMAT JSONEachRow', '')).toBe('');
    expect(await rows()).toBe('');
  });

  it('takes a body of 300,000 rows sent in chunks and says how many it wrote', async () => {
    const client = clickhouse.client();
    const values = Array.from({ length: 300_000 }, (_, n) => ({ n, s: `row ${n}` }));
    const { summary } = await client.insert({ table: 't', values, format: 'JSONEachRow' });
    expect(summary?.written_rows).toBe('300000');
    expect(await clickhouse.sql('SELECT count(), sum(n) FROM t')).toBe('300000\t44999850000\n');
  });

  it('leaves nothing of 5,000 rows whose last one is broken', async () => {
    const body = `${'{"n":1}\n'.repeat(4_999)}{"n":"no number"}\n`;
    const response = await clickhouse.ask({ params: { query: 'INSERT INTO t FORMAT JSONEachRow' }, body });
    expect(response.status).toBe(400);
    expect(response.text).toMatch(/^Code: \d+\. DB::Exception: .*\([A-Z_]+\) \(version .*\)\n$/s);
    expect(response.text).not.toContain('bodies');
    expect(await rows()).toBe('');
  });
});

describe('inserts are made once', () => {
  it('ignores a second insert with the same deduplication token and takes one with another', async () => {
    const settings = 'SETTINGS non_replicated_deduplication_window = 100';
    await clickhouse.sql(`CREATE TABLE once (n UInt64) ENGINE = MergeTree ORDER BY n ${settings}`);
    const put = (token: string): Promise<string> =>
      insert(
        `INSERT INTO once SETTINGS insert_deduplication_token = '${token}' FORMAT JSONEachRow`,
        '{"n":1}\n{"n":2}\n',
      );
    await put('a');
    await put('a');
    expect(await clickhouse.sql('SELECT count() FROM once')).toBe('2\n');
    await put('b');
    expect(await clickhouse.sql('SELECT count() FROM once')).toBe('4\n');
    for (const token of ['b', 'c']) {
      const params = { insert_deduplication_token: token };
      await insert('INSERT INTO once FORMAT JSONEachRow', '{"n":1}\n{"n":2}\n', params);
    }
    expect(await clickhouse.sql('SELECT count() FROM once')).toBe('6\n');
  });

  it('writes nothing of a body its sender cut off', async () => {
    const address = new URL(clickhouse.url);
    address.searchParams.set('database', clickhouse.database);
    address.searchParams.set('query', 'INSERT INTO t FORMAT JSONEachRow');
    address.searchParams.set('query_id', 'cut-off');
    const outgoing = request(address, { method: 'POST', headers: { 'Content-Length': 1000 } });
    const closed = new Promise((resolve) => outgoing.once('close', resolve));
    outgoing.once('error', () => undefined);
    await new Promise<void>((resolve) => outgoing.write('{"n":1}\n'.repeat(10), () => resolve()));
    outgoing.destroy();
    await closed;
    await insert('INSERT INTO t FORMAT JSONEachRow', '{"n":7}');
    expect(await rows()).toBe('[7, "none"]\n');
  });

  it.skipIf(againstRealServer)('leaves no request body on the disk (a real server has no such directory)', async () => {
    await insert('INSERT INTO t FORMAT JSONEachRow', '{"n":7}');
    await insert('INSERT INTO t FORMAT JSONEachRow', '{"n":8}\n'.repeat(300_000));
    await expect(insert('INSERT INTO missing FORMAT JSONEachRow', '{"n":8}\n'.repeat(300_000))).rejects.toThrow();
    await expect(insert('SYSTEM SHUTDOWN', 'x'.repeat(2_000_000))).rejects.toThrow();
    const bodies = join(directory, 'bodies');
    expect(statSync(bodies).mode & 0o777).toBe(0o700);
    await until(() => readdirSync(bodies).every((name) => statSync(join(bodies, name)).size === 0));
  });
});
