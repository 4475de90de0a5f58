import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { againstRealServer, type ClickHouseUnderTest, openClickHouse } from './clickhouse-under-test.ts';
import { until } from './http-exchange.ts';

/** Would take hours. */
const ENDLESS = 'SELECT count() FROM numbers(100000000000000) WHERE sipHash64(number) = 1';

let clickhouse: ClickHouseUnderTest;

beforeAll(async () => {
  clickhouse = await openClickHouse();
});

afterEach(() => until(async () => (await running()) === 0));

afterAll(() => clickhouse.close());

/** Queries of this suite other than the one that counts them. */
async function running(): Promise<number> {
  const text = await clickhouse.sql("SELECT count() FROM system.processes WHERE query NOT LIKE '%system.processes%'");
  return Number(text);
}

function kill(queryId: string): Promise<string> {
  return clickhouse.sql(`KILL QUERY WHERE query_id = '${queryId}' ASYNC FORMAT TSV`);
}

describe('a query whose caller goes away', () => {
  const closing = { cancel_http_readonly_queries_on_client_close: '1' };

  it.each(['TabSeparated', 'JSON'])('ends when it is a SELECT answered as %s', async (format) => {
    const address = new URL(clickhouse.url);
    for (const [name, value] of Object.entries(closing)) address.searchParams.set(name, value);
    const body = `${ENDLESS} FORMAT ${format}`;
    const outgoing = request(address, { method: 'POST', headers: { 'Content-Length': body.length } });
    outgoing.on('error', () => undefined);
    outgoing.end(body);
    await until(async () => (await running()) === 1);
    outgoing.destroy();
    await until(async () => (await running()) === 0);
  });

  it('ends when the client aborts', async () => {
    const controller = new AbortController();
    const settings = { cancel_http_readonly_queries_on_client_close: 1 } as const;
    const query = clickhouse
      .client()
      .query({ query: ENDLESS, abort_signal: controller.signal, clickhouse_settings: settings });
    const outcome = expect(query).rejects.toThrow(/abort/i);
    await until(async () => (await running()) === 1);
    controller.abort();
    await outcome;
    await until(async () => (await running()) === 0);
  });

  it('ends in the middle of its answer', async () => {
    const query = 'SELECT number FROM numbers(100000000000)';
    const settings = { cancel_http_readonly_queries_on_client_close: 1 } as const;
    const rows = await clickhouse.client().query({ query, format: 'TabSeparated', clickhouse_settings: settings });
    for await (const batch of rows.stream()) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    rows.close();
    await until(async () => (await running()) === 0);
  });

  it('finishes when it is an INSERT that arrived in full', async () => {
    await clickhouse.sql('CREATE TABLE kept (n UInt64) ENGINE = MergeTree ORDER BY n');
    const address = new URL(clickhouse.url);
    address.searchParams.set('database', clickhouse.database);
    const body = 'INSERT INTO kept SELECT number + sleepEachRow(0.01) FROM numbers(40) SETTINGS max_block_size = 10';
    const outgoing = request(address, { method: 'POST', headers: { 'Content-Length': body.length } });
    outgoing.on('error', () => undefined);
    outgoing.end(body);
    await until(async () => (await running()) === 1);
    outgoing.destroy();
    await until(async () => (await clickhouse.sql('SELECT count() FROM kept')) === '40\n');
  });
});

describe('KILL QUERY', () => {
  it('finds a query by the id its client gave it', async () => {
    const victim = clickhouse.client().query({ query: ENDLESS, query_id: 'victim' });
    const other = clickhouse.client().query({ query: ENDLESS, query_id: 'other' });
    const victimOutcome = expect(victim).rejects.toMatchObject({ code: '394' });
    const otherOutcome = expect(other).rejects.toMatchObject({ code: '394' });
    await until(async () => (await running()) === 2);
    expect(await kill('victim')).toMatch(/^waiting\t.*\n$/);
    await victimOutcome;
    expect(await running()).toBe(1);
    expect(await kill('unknown')).toBe('');
    await kill('other');
    await otherOutcome;
  });

  it('ends a streamed answer with the error in its trailer', async () => {
    const query = 'SELECT number, sleepEachRow(0.00001) FROM numbers(100000000)';
    const response = clickhouse.ask({ body: query, params: { query_id: 'stream' } });
    await until(async () => (await running()) === 1);
    await until(async () => {
      await kill('stream');
      return (await running()) === 0;
    });
    const { status, text, headers } = await response;
    const reported = status === 500 ? headers['x-clickhouse-exception-code'] : /Code: (\d+)/.exec(text)?.[1];
    expect(reported).toBe('394');
  });

  it('works while as many queries run as the node works on at once', async () => {
    const ids = Array.from({ length: 14 }, (_, index) => `crowd-${index}`);
    const outcomes = ids.map((queryId) =>
      clickhouse.ask({ body: ENDLESS, params: { query_id: queryId, max_threads: '1' } }),
    );
    let settled = 0;
    for (const outcome of outcomes) void outcome.then(() => (settled += 1));
    await until(async () => {
      const killed = await clickhouse.ask({ body: "KILL QUERY WHERE query_id LIKE 'crowd-%' ASYNC" });
      expect(killed.status).toBe(200);
      return settled === outcomes.length;
    });
    for (const outcome of outcomes) expect((await outcome).headers['x-clickhouse-exception-code']).toBe('394');
  });

  it('refuses the same id twice at once', async () => {
    const first = clickhouse.ask({ body: ENDLESS, params: { query_id: 'twin' } });
    await until(async () => (await running()) === 1);
    const second = await clickhouse.ask({ body: 'SELECT 1', params: { query_id: 'twin' } });
    expect(second).toMatchObject({ status: 500, text: expect.stringContaining('Code: 216.') });
    await kill('twin');
    expect((await first).text).toContain('Code: 394.');
  });
});

describe('several queries at once', () => {
  it('answers a short one while long ones run, bound or not', async () => {
    const ids = ['long-1', 'long-2', 'long-3'];
    const long = ids.map((id) =>
      clickhouse.ask({
        body: `${ENDLESS} AND number > {x:UInt64}`,
        params: { query_id: id, param_x: '1', max_threads: '1' },
      }),
    );
    await until(async () => (await running()) === 3);
    expect(await clickhouse.sql('SELECT {x:UInt64}', { param_x: '5' })).toBe('5\n');
    expect(await running()).toBe(3);
    for (const id of ids) await kill(id);
    for (const response of long) expect((await response).text).toContain('Code: 394.');
  });

  it('never mixes the parameters of 60 queries side by side', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => String(index));
    const results = await Promise.all(
      numbers.map((x) => clickhouse.sql('SELECT {x:UInt64} + sleep(0.01)', { param_x: x })),
    );
    expect(results).toEqual(numbers.map((x) => `${x}\n`));
  });

  it.skipIf(againstRealServer)(
    'refuses with 202 beyond 100 under way (a server has no limit unless configured)',
    async () => {
      const params = { max_threads: '1' };
      const crowd = Array.from({ length: 200 }, (_, n) =>
        clickhouse.ask({ body: 'SELECT sleep(0.5)', params: { ...params, query_id: `many-${n}` } }),
      );
      const responses = await Promise.all(crowd);
      const refused = responses.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThan(0);
      for (const { text, status } of refused) {
        expect(status).toBe(500);
        expect(text).toContain('Code: 202. DB::Exception: Too many simultaneous queries');
      }
      expect(await clickhouse.sql('SELECT 1')).toBe('1\n');
    },
  );
});

describe('limits of one query', () => {
  it.each([
    ['time', '159', 408, ENDLESS, { max_execution_time: '0.3' }],
    ['memory', '241', 500, 'SELECT groupArray(number) FROM numbers(50000000)', { max_memory_usage: '20000000' }],
    [
      'rows of the answer',
      '396',
      500,
      'SELECT number FROM numbers(100000)',
      { max_result_rows: '10', max_block_size: '100' },
    ],
  ])('end it when it takes too much %s, and the next one runs', async (_what, code, status, body, limits) => {
    const response = await clickhouse.ask({ body, params: { ...limits, wait_end_of_query: '1' } });
    expect(response.status).toBe(status);
    expect(response.headers['x-clickhouse-exception-code']).toBe(code);
    expect(await clickhouse.sql('SELECT 1')).toBe('1\n');
  });
});
