import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { againstRealServer, type ClickHouseUnderTest, openClickHouse } from './clickhouse-under-test.ts';

let clickhouse: ClickHouseUnderTest;
let session: string;

beforeAll(async () => {
  clickhouse = await openClickHouse();
});

afterAll(() => clickhouse.close());

beforeEach(() => {
  session = randomUUID();
});

function within(statement: string, params: Record<string, string> = {}): Promise<string> {
  return clickhouse.sql(statement, { session_id: session, ...params });
}

describe('a session', () => {
  it('keeps SET and temporary tables, and shows them to no other', async () => {
    await within('SET max_result_rows = 33');
    await within('CREATE TEMPORARY TABLE mine (n UInt8)');
    await within('INSERT INTO mine FORMAT CSV 1\n2\n');
    expect(await within("SELECT getSetting('max_result_rows'), sum(n) FROM mine")).toBe('33\t3\n');
    const other = { session_id: randomUUID() };
    expect(await clickhouse.sql("SELECT getSetting('max_result_rows')", other)).toBe('0\n');
    await expect(clickhouse.sql('SELECT * FROM mine', other)).rejects.toThrow('Code: 60.');
  });

  it('gets back its own settings after a query that chose others', async () => {
    await within('SET max_result_rows = 33');
    expect(
      await within("SELECT getSetting('max_result_rows'), getSetting('max_block_size')", {
        max_result_rows: '44',
        max_block_size: '55',
      }),
    ).toBe('44\t55\n');
    expect(await within("SELECT getSetting('max_result_rows'), getSetting('max_block_size') != 55")).toBe('33\t1\n');
    await expect(within('SELECT throwIf(1)', { max_result_rows: '66' })).rejects.toThrow('Code: 395.');
    expect(await within("SELECT getSetting('max_result_rows')")).toBe('33\n');
  });

  it.skipIf(againstRealServer)(
    'runs queries sent at once one after the other (a server refuses the second with 373)',
    async () => {
      await within('CREATE TEMPORARY TABLE steps (n UInt8)');
      const numbers = Array.from({ length: 10 }, (_, n) => n);
      await Promise.all(numbers.map((n) => within(`INSERT INTO steps SELECT ${n} + sleep(0.01)`)));
      expect(await within('SELECT count() FROM steps')).toBe('10\n');
    },
  );

  it('is free again when its answer is complete', async () => {
    const client = clickhouse.client({ session_id: session, max_open_connections: 5 });
    for (let round = 0; round < 30; round += 1) {
      const rows = await client.query({ query: 'SELECT number FROM numbers(1000)', format: 'JSONEachRow' });
      expect(await rows.json()).toHaveLength(1000);
    }
  });

  it('streams whole answers, also when it was asked to write arrays', async () => {
    expect((await within('SELECT number FROM numbers(200000) FORMAT CSVWithNames')).split('\n')).toHaveLength(200_002);
    await within('SET output_format_json_array_of_rows = 1');
    expect(JSON.parse(await within('SELECT number FROM numbers(200000) FORMAT JSONEachRow'))).toHaveLength(200_000);
  });

  it('only reads by GET and can write again by POST', async () => {
    await within('CREATE TEMPORARY TABLE kept (n UInt8)');
    const params = { session_id: session, query: 'INSERT INTO kept VALUES (1)' };
    const refused = await clickhouse.ask({ method: 'GET', params });
    expect(refused.status).toBe(500);
    expect(await within('INSERT INTO kept VALUES (2)')).toBe('');
    expect(await within('SELECT sum(n) FROM kept')).toBe('2\n');
  });

  it('must exist when the caller says so', async () => {
    const response = await clickhouse.ask({ body: 'SELECT 1', params: { session_id: session, session_check: '1' } });
    expect(response).toMatchObject({ status: 500, text: expect.stringContaining('Code: 372.') });
    await within('SELECT 1');
    expect(await within('SELECT 1', { session_check: '1' })).toBe('1\n');
  });

  it.skipIf(againstRealServer)('ends when asked to (a server does so only if configured)', async () => {
    await within('SET max_result_rows = 33');
    await within('SELECT 1', { close_session: '1' });
    await expect(within('SELECT 1', { session_check: '1' })).rejects.toThrow('Code: 372.');
  });

  it.each(['0x', '-1', '4000'])('refuses the timeout %s', async (timeout) => {
    const response = await clickhouse.ask({
      body: 'SELECT 1',
      params: { session_id: session, session_timeout: timeout },
    });
    expect(response).toMatchObject({ status: 500, text: expect.stringContaining('Code: 374.') });
  });

  it('must have a name', async () => {
    const response = await clickhouse.ask({ body: 'SELECT 1', params: { session_id: '' } });
    expect(response.status).toBe(400);
  });
});
