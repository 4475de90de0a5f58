import { Agent } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { againstRealServer, type ClickHouseUnderTest, openClickHouse } from './clickhouse-under-test.ts';

let clickhouse: ClickHouseUnderTest;

beforeAll(async () => {
  clickhouse = await openClickHouse({ CLICKHOUSE_USER: 'reporter', CLICKHOUSE_PASSWORD: 'p:ss wörd' });
});

afterAll(() => clickhouse.close());

describe('paths and methods', () => {
  it.each(['GET', 'HEAD'])('%s /ping is answered for every caller', async (method) => {
    const headers = { 'X-ClickHouse-User': 'unknown', 'X-ClickHouse-Key': 'wrong' };
    for (const path of ['/ping', '/replicas_status']) {
      const response = await clickhouse.ask({ method, path, headers });
      expect(response).toMatchObject({ status: 200, text: method === 'HEAD' ? '' : 'Ok.\n' });
    }
  });

  it('says Ok to a bare GET and to the ping of the client', async () => {
    const response = await fetch(clickhouse.url);
    expect(await response.text()).toBe('Ok.\n');
    expect(await clickhouse.client().ping()).toEqual({ success: true });
    expect(await clickhouse.client().ping({ select: true })).toEqual({ success: true });
  });

  it('answers HEAD with the headers of the query alone', async () => {
    const response = await clickhouse.ask({ method: 'HEAD', params: { query: 'SELECT 1 FORMAT JSONEachRow' } });
    expect(response).toMatchObject({ status: 200, text: '' });
    expect(response.headers['x-clickhouse-format']).toBe('JSONEachRow');
  });

  it('answers 404 with a plain sentence elsewhere', async () => {
    const response = await clickhouse.ask({ method: 'GET', path: '/unknown' });
    expect(response.status).toBe(404);
    expect(response.text).toContain('/unknown');
  });

  it('answers OPTIONS without a query', async () => {
    const response = await clickhouse.ask({ method: 'OPTIONS', headers: { Origin: 'http://example.org' } });
    expect([200, 204]).toContain(response.status);
  });

  it('lets pages of other origins read when asked to', async () => {
    const headers = { Origin: 'http://example.org' };
    const response = await clickhouse.ask({ body: 'SELECT 1', headers, params: { add_http_cors_header: '1' } });
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-expose-headers']).toContain('X-ClickHouse-Summary');
  });

  it('refuses a POST that does not say how long it is', async () => {
    const text = await rawRequest('POST /?query=SELECT+1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 411 /);
    expect(text).toContain('Code: 381.');
  });

  it('speaks HTTP/1.0 without chunks', async () => {
    const text = await rawRequest('GET /?query=SELECT+number+FROM+numbers(3) HTTP/1.0\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.[01] 200 /);
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe('0\n1\n2\n');
  });

  it('takes an address of 200 kB', async () => {
    const query = `SELECT length('${'x'.repeat(200_000)}')`;
    expect(await clickhouse.ask({ method: 'GET', params: { query } })).toMatchObject({ status: 200, text: '200000\n' });
  });
});

describe('headers of an answer', () => {
  it('carry id, time zone, summary, tag and keep-alive', async () => {
    const response = await clickhouse.ask({
      body: 'SELECT number FROM numbers(7)',
      params: { query_id: 'my-id', wait_end_of_query: '1' },
      headers: { Connection: 'keep-alive' },
    });
    const { headers } = response;
    expect(headers['x-clickhouse-query-id']).toBe('my-id');
    expect(headers['x-clickhouse-timezone']).toMatch(/\w/);
    expect(headers['x-clickhouse-server-display-name']).toMatch(/\w/);
    expect(headers['keep-alive']).toMatch(/timeout=\d+/);
    const summary: unknown = JSON.parse(String(headers['x-clickhouse-summary']));
    expect(summary).toMatchObject({
      read_rows: '7',
      written_rows: '0',
      total_rows_to_read: expect.any(String),
      memory_usage: expect.any(String),
    });
    expect(Object.values(summary as object).every((value) => /^\d+$/.test(String(value)))).toBe(true);
  });

  it('name an id of their own when the client gives none, and take it from a header', async () => {
    const made = (await clickhouse.ask({ body: 'SELECT 1' })).headers['x-clickhouse-query-id'];
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-/);
    const response = await clickhouse.ask({ body: 'SELECT 1', headers: { 'X-ClickHouse-Query-Id': 'from-header' } });
    expect(response.headers['x-clickhouse-query-id']).toBe('from-header');
  });

  it.each([
    ['a line feed', 'a%0d%0aX-Injected:%20b', 'aX-Injected: b'],
    ['control characters', 'a%00%01%7f%1fb', 'ab'],
    ['letters beyond Latin-1', 'ź-имя-名', 'ź-имя-名'],
    ['quotes', `a'"\\\\b`, `a'"\\\\b`],
  ])('send a query id with %s back on one line, for every caller', async (_what, id, sent) => {
    for (const user of ['default', 'stranger']) {
      const response = await rawRequest(
        `GET /?user=${user}&query=SELECT+1&query_id=${encodeURI(decodeURIComponent(id))} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(response).toMatch(user === 'default' ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 403 /);
      expect(response.split('\r\n')).toContain(`X-ClickHouse-Query-Id: ${sent}`);
    }
  });

  it('make an id when nothing of the one given can be sent back', async () => {
    const response = await clickhouse.ask({ body: 'SELECT 1', params: { query_id: '\r\n' } });
    expect(response.headers['x-clickhouse-query-id']).toMatch(/^[0-9a-f]{8}-/);
  });

  it.each([
    ['session_timezone', 36],
    ['default_format', 73],
  ])('do not repeat a bad %s', async (name, code) => {
    const response = await clickhouse.ask({ body: 'SELECT 1', params: { [name]: 'a\r\nX-Injected: имя' } });
    expect(response.headers['x-clickhouse-exception-code']).toBe(String(code));
    expect(response.headers['x-injected']).toBeUndefined();
  });

  it('name the time zone of the session', async () => {
    const response = await clickhouse.ask({
      body: "SELECT toString(toDateTime('2024-01-01 12:00:00', 'UTC')::DateTime)",
      params: { session_timezone: 'Asia/Tokyo' },
    });
    expect(response.headers['x-clickhouse-timezone']).toBe('Asia/Tokyo');
  });
});

describe('one connection', () => {
  it('serves query after query, also after errors that left a body unread', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const body = 'x'.repeat(3_000_000);
    for (let round = 0; round < 3; round += 1) {
      expect((await clickhouse.ask({ agent, body, params: { query: 'SELEC 1' } })).status).toBe(400);
      const wrong = { 'X-ClickHouse-User': 'unknown' };
      expect((await clickhouse.ask({ agent, body, headers: wrong })).status).toBe(403);
      expect((await clickhouse.ask({ agent, body, path: '/unknown', chunked: true })).status).toBe(404);
      expect((await clickhouse.ask({ agent, body: 'SELECT 1' })).text).toBe('1\n');
    }
    agent.destroy();
  });
});

describe.skipIf(againstRealServer)('credentials (those of a real server are not known here)', () => {
  const user = 'reporter';
  const password = 'p:ss wörd';
  const basic = (name: string, secret: string): string =>
    `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
  const encoded = Buffer.from(password, 'utf8').toString('latin1');

  it.each([
    ['nothing: the user default', {}, {}],
    ['Basic', { Authorization: basic(user, password) }, {}],
    ['parameters', {}, { user, password }],
    ['headers for default', { 'X-ClickHouse-User': 'default', 'X-ClickHouse-Key': '' }, {}],
    ['a key as UTF-8 bytes', { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': encoded }, {}],
  ])('accepted by %s', async (_way, headers, params) => {
    expect(await clickhouse.ask({ body: 'SELECT 1', headers, params })).toMatchObject({ status: 200, text: '1\n' });
  });

  it.each([
    [
      'a wrong password',
      { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': 'wrong' },
      {},
      'reporter: Authentication failed: password is incorrect',
    ],
    ['an unknown user', {}, { user: 'stranger' }, 'stranger: Authentication failed'],
    ['a password for default', { Authorization: basic('default', 'x') }, {}, 'Authentication failed'],
    ['an empty name', { Authorization: basic('', '') }, {}, 'Invalid authentication'],
    ['another scheme', { Authorization: 'Bearer abc' }, {}, 'Invalid authentication'],
    [
      'two ways at once',
      { Authorization: basic(user, password), 'X-ClickHouse-User': user },
      {},
      'it is not allowed to use X-ClickHouse HTTP headers and Authorization HTTP header simultaneously',
    ],
  ])('keep out %s', async (_what, headers, params, text) => {
    const response = await clickhouse.ask({ body: 'SELECT 1', headers, params });
    expect(response).toMatchObject({ status: 403, text: expect.stringContaining(`Code: 516. DB::Exception: `) });
    expect(response.text).toContain(text);
  });

  it('are an error of the client', async () => {
    const client = clickhouse.client({ username: user, password: 'wrong' });
    await expect(client.query({ query: 'SELECT 1' })).rejects.toMatchObject({ code: '516' });
    const allowed = clickhouse.client({ username: user, password });
    expect(await (await allowed.query({ query: 'SELECT 1', format: 'TabSeparated' })).text()).toBe('1\n');
  });
});

function rawRequest(text: string): Promise<string> {
  const { hostname, port } = new URL(clickhouse.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}
