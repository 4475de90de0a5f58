import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Exchange, exchange } from '../contract/clickhouse/http-exchange.ts';
import { type AdsObjects, inTables, linkOrganization } from '../support/facts/ads-world.ts';
import { joinTeam } from '../support/people/team-member.ts';
import { eventually } from '../support/product/product.ts';
import { type ApiService, startApi } from '../support/services/api-service.ts';

const mine: AdsObjects = { orgId: 4001, campaignId: 5001, adGroupId: 6001, keywordId: 7001 };
const theirs: AdsObjects = { orgId: 4003, campaignId: 5003, adGroupId: 6003, keywordId: 7003 };

let api: ApiService;
let url: string;
let me: Awaited<ReturnType<ApiService['signUp']>>;
let they: Awaited<ReturnType<ApiService['signUp']>>;
let user: string;
let password: string;

const ask = (
  statement: string,
  options: { params?: Record<string, string>; as?: [string, string]; headers?: Record<string, string> } = {},
): Promise<Exchange> => {
  const [name, key] = options.as ?? [user, password];
  return exchange(url, {
    path: '/clickhouse/',
    params: options.params ?? {},
    headers: { Authorization: `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`, ...options.headers },
    body: statement,
  });
};
const codeOf = ({ headers }: Exchange): number => Number(headers['x-clickhouse-exception-code'] ?? 0);

beforeAll(async () => {
  api = await startApi({ tables: true, ownEngine: true, demo: true });
  url = await api.listen();
  [me, they] = [await api.signUp(), await api.signUp()];
  const ids = await Promise.all(
    [me, they].map(async ({ token }) => {
      const body = { name: 'App', url: 'https://apps.apple.com/app/id1500000001' };
      return Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
    }),
  );
  await linkOrganization(api, { id: ids[0] ?? 0, adamId: 1500000001, accountId: me.accountId }, mine);
  await inTables(
    api,
    await linkOrganization(api, { id: ids[1] ?? 0, adamId: 1500000001, accountId: they.accountId }, theirs),
  );
  const made = await api.call('POST', '/api/sql_user', { token: me.token, body: { label: 'Métabase — BI' } });
  expect(made.status).toBe(200);
  user = String(made.body.user);
  password = String(made.body.password);
});
afterAll(() => api.stop());

/** Reads little and works until it is ended. */
const longStatement =
  'SELECT count() FROM numbers(100000) AS a CROSS JOIN numbers(100000) AS b WHERE cityHash64(a.number, b.number) = 1';

describe('SQL of analysts', () => {
  it('shows a team its own campaigns and says as of which position', async () => {
    const response = await ask('SELECT campaign_id FROM campaigns FORMAT CSV');
    expect([response.status, response.text]).toEqual([200, `${mine.campaignId}\n`]);
    expect(response.headers['x-clickhouse-server-display-name']).toBe('tapwise');
    await eventually(
      () => ask('SELECT 1'),
      ({ headers }) => Number(headers['x-log-position']) > 0,
      { everyMs: 300 },
    );
    const summary = JSON.parse(String(response.headers['x-clickhouse-summary']));
    expect([summary.read_rows, summary.total_rows_to_read]).toEqual([summary.result_rows, summary.result_rows]);
    const json = await ask(`SELECT campaign_id FROM team_${me.accountId}.campaigns`, {
      params: { default_format: 'JSON' },
    });
    expect(JSON.parse(json.text)).toMatchObject({ data: [{ campaign_id: mine.campaignId }], rows: 1 });
    expect(json.text).not.toContain('statistics');
  });

  it('answers by address and without credentials where the protocol does', async () => {
    const get = (path: string) => exchange(url, { method: 'GET', path });
    const responses = await Promise.all(
      ['/clickhouse/ping', '/clickhouse', '/clickhouse/', '/clickhouse/play'].map(get),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
    const response = await get(`/clickhouse?query=SELECT%201&user=${user}&password=${password}`);
    expect([response.status, response.text]).toEqual([200, '1\n']);
    expect((await exchange(url, { method: 'OPTIONS', path: '/clickhouse/' })).status).toBe(204);
  });

  it('accepts no user without the right password, and none by two ways at once', async () => {
    const wrong = await ask('SELECT 1', { as: [user, 'wrong'] });
    const unknown = await ask('SELECT 1', { as: ['t1_nobody_0000', 'wrong'] });
    expect([wrong.status, codeOf(wrong), unknown.status, codeOf(unknown)]).toEqual([403, 516, 403, 516]);
    expect(unknown.text.replace('t1_nobody_0000', user)).toBe(wrong.text);
    const twice = await ask('SELECT 1', { headers: { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': password } });
    expect(codeOf(twice)).toBe(516);
    expect(codeOf(await exchange(url, { path: '/clickhouse/', body: 'SELECT 1' }))).toBe(516);
  });

  it('refuses what it may not do in the engine’s words', async () => {
    const cases: [string, Record<string, string>, number][] = [
      ['SELECT nope FROM campaigns', {}, 47],
      ['SELECT 1', { database: 'tapwise' }, 81],
      ['SELECT 1', { database: `team_${they.accountId}` }, 81],
      ['SELECT 1', { dialect: 'prql' }, 164],
      ['SELECT 1', { profile: 'default' }, 164],
      ['SELECT 1', { max_rows_to_read: '0' }, 164],
      ['SELECT 1', { additional_table_filters: "{'a':'1'}" }, 164],
      ['SELECT 1', { http_response_headers: "{'a':'b'}" }, 164],
      ['SELECT 1', { query_id: 'x'.repeat(201) }, 36],
      ['SELECT 1', { query_id: 'a\r\nSet-Cookie: b' }, 36],
      ['SELECT 1', { session_id: 'a', session_check: '1' }, 372],
      ['SELECT 1', { session_id: 'a', session_timeout: '99999' }, 374],
      ['SELECT 1', { default_format: 'Template' }, 73],
      ['SELECT 1 FORMAT Nope', {}, 73],
      ['SELECT 1 FORMAT CSV SETTINGS max_rows_to_read = 0', {}, 164],
      ['SELECT * FROM tapwise.charge_v1', {}, 497],
      ['DROP VIEW campaigns', {}, 164],
      ["SELECT file('/etc/passwd')", {}, 497],
      ['SELECT 1; SELECT 2', {}, 62],
      ["SELECT 'a\0b'", {}, 62],
      [`SELECT '${'x'.repeat(300_000)}'`, {}, 62],
      [`SELECT ${'('.repeat(1_100)}1${')'.repeat(1_100)}`, {}, 306],
      ['SELECT number FROM numbers(1000001)', {}, 396],
    ];
    for (const [statement, params, code] of cases) {
      const response = await ask(statement, { params });
      const trailer = Number(/Code: (\d+)/.exec(response.text.slice(-2000))?.[1] ?? 0);
      expect(
        codeOf(response) || trailer,
        `${statement.slice(0, 60)} ${JSON.stringify(params)} ${response.text.slice(0, 200)}`,
      ).toBe(code);
      expect(response.text).not.toMatch(/formatQuery|_reader|node_modules|\/tmp\//);
    }
    const ignored = await ask('SELECT 1', {
      params: { max_threads: '64', readonly: '0', role: 'x', async_insert: '0' },
    });
    expect([ignored.status, ignored.text]).toEqual([200, '1\n']);
  });

  it('keeps what SET said for the session alone', async () => {
    const inSession = { params: { session_id: 'one' } };
    expect((await ask("SET session_timezone = 'Asia/Tokyo'", inSession)).status).toBe(200);
    expect((await ask('SELECT timezone()', inSession)).text).toBe('Asia/Tokyo\n');
    expect((await ask('SELECT timezone()')).text).not.toBe('Asia/Tokyo\n');
    expect(codeOf(await ask('SET max_rows_to_read = 0', inSession))).toBe(164);
  });

  it('ends a running statement by its id, of the same user alone', async () => {
    const long = ask(longStatement, { params: { query_id: 'slow' } });
    let over = false;
    void long.then(() => {
      over = true;
    });
    // The kill finds it as soon as it runs.
    while (!over) expect((await ask("KILL QUERY WHERE query_id = 'slow'")).status).toBe(200);
    expect(codeOf(await long)).toBe(394);
  });

  it('makes, rotates and revokes users by the calls', async () => {
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = me.token) =>
      api.call(method, path, { token, ...(body && { body }) });
    const listed = await call('GET', '/api/sql_users');
    expect(listed.body).toMatchObject({
      database: `team_${me.accountId}`,
      path: '/clickhouse',
      users: [{ user, label: 'Métabase — BI' }],
    });
    expect(JSON.stringify(listed.body)).not.toContain(password);
    const rotated = await call('POST', '/api/sql_user/rotate', { user, keep_hours: 1 });
    const next = String(rotated.body.password);
    for (const key of [password, next]) expect((await ask('SELECT 1', { as: [user, key] })).status).toBe(200);
    password = String((await call('POST', '/api/sql_user/rotate', { user })).body.password);
    expect(codeOf(await ask('SELECT 1', { as: [user, next] }))).toBe(516);
    const member = await joinTeam(api, me, 'member');
    const restricted = await joinTeam(api, me, 'restricted');
    expect((await call('GET', '/api/sql_users', undefined, member.token)).body).toMatchObject({ users: [] });
    expect((await call('GET', '/api/sql_users', undefined, restricted.token)).status).toBe(403);
    expect((await call('DELETE', '/api/sql_user', { user }, member.token)).status).toBe(404);
    expect((await call('DELETE', '/api/sql_user', { user }, they.token)).status).toBe(404);
    const foreignIds = { label: 'x', application_ids: [999_999] };
    expect((await call('POST', '/api/sql_user', foreignIds)).status).toBe(404);
    expect((await call('POST', '/api/sql_user', { label: 'x', addresses: ['nowhere'] })).status).toBe(400);
    const far = (await call('POST', '/api/sql_user', { label: 'Far', addresses: ['192.0.2.0/24'] }, member.token)).body;
    expect(codeOf(await ask('SELECT 1', { as: [String(far.user), String(far.password)] }))).toBe(516);
    await call('PUT', '/api/sql_user', { user: far.user, addresses: [] }, member.token);
    expect((await ask('SELECT 1', { as: [String(far.user), String(far.password)] })).status).toBe(200);
    await call('DELETE', '/api/sql_user', { user: far.user });
    expect(codeOf(await ask('SELECT 1', { as: [String(far.user), String(far.password)] }))).toBe(516);
    const response = await call('GET', '/api/sql_queries', undefined);
    expect(response.body.queries).toContainEqual(
      expect.objectContaining({ user, text: 'SELECT nope FROM campaigns', code: 47 }),
    );
    expect((await call('GET', '/api/sql_queries', undefined, member.token)).status).toBe(403);
  });

  it('answers the page for a signed-in person, as users whom they may manage', async () => {
    const run = (token: string, body: object) =>
      exchange(url, {
        path: '/api/sql_query',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ user, ...body }),
      });
    const response = await run(me.token, {
      query: 'SELECT toUInt64(1) AS n, campaign_id FROM campaigns',
      query_id: 'page',
    });
    expect(JSON.parse(response.text)).toMatchObject({
      data: [['1', String(mine.campaignId)]],
      meta: [{ name: 'n' }, {}],
    });
    expect(response.headers).toMatchObject({ 'x-clickhouse-query-id': 'page', 'x-content-type-options': 'nosniff' });
    expect(response.headers['content-security-policy']).toContain('sandbox');
    const cut = await run(me.token, {
      query: 'SELECT number FROM numbers(10) ORDER BY number',
      format: 'CSV',
      max_rows: 3,
    });
    expect(cut.text).toBe('0\n1\n2\n');
    const parquet = await run(me.token, { query: 'SELECT 1 AS a', format: 'Parquet' });
    expect(parquet.bytes.subarray(0, 4).toString()).toBe('PAR1');
    const refused = await run(me.token, { query: "SELECT file('/etc/passwd')" });
    expect([refused.status, codeOf(refused)]).toEqual([403, 497]);
    const member = await joinTeam(api, me, 'member');
    for (const token of [member.token, they.token]) expect((await run(token, { query: 'SELECT 1' })).status).toBe(404);
    const near = { label: 'Near', addresses: ['192.0.2.0/24'] };
    const limited = await api.call('POST', '/api/sql_user', { token: me.token, body: near });
    expect(codeOf(await run(me.token, { user: limited.body.user, query: 'SELECT 1' }))).toBe(516);
    await api.call('DELETE', '/api/sql_user', { token: me.token, body: { user: limited.body.user } });
    const { body } = await api.call('GET', '/api/sql_views', { token: me.token });
    expect(body.views).toContainEqual(expect.objectContaining({ name: 'charges', columns: expect.any(Array) }));
  });

  it('saves statements, for one person or the team', async () => {
    const member = await joinTeam(api, me, 'member');
    const save = (token: string, body: object) => api.call('POST', '/api/sql_saved_query', { token, body });
    const listed = async (token: string) => (await api.call('GET', '/api/sql_saved_queries', { token })).body.queries;
    const savedQuery = { name: 'CPA', text: 'SELECT 1', shared: false };
    const { id } = (await save(member.token, savedQuery)).body;
    expect(await listed(me.token)).toEqual([]);
    expect((await save(me.token, { ...savedQuery, id })).status).toBe(404);
    await save(member.token, { ...savedQuery, id, text: 'SELECT 2', shared: true });
    const listedQuery = { ...savedQuery, id, text: 'SELECT 2', shared: true, owner: member.accountId, own: false };
    expect(await listed(me.token)).toMatchObject([{ ...listedQuery, may_change: true }]);
    expect(await listed(they.token)).toEqual([]);
    const gone = { token: me.token, body: { id } };
    expect((await api.call('DELETE', '/api/sql_saved_query', { ...gone, token: they.token })).status).toBe(404);
    expect((await api.call('DELETE', '/api/sql_saved_query', gone)).status).toBe(200);
    expect(await listed(member.token)).toEqual([]);
  });

  it('has the demo’s user ready, whose password every visitor sees and no one changes', async () => {
    const token = String((await api.call('POST', '/api/session', { body: { demo: true } })).body.token);
    const { body } = await api.call('GET', '/api/sql_users', { token });
    const [demoUser] = body.users as { user: string; password: string }[];
    const response = await ask('SELECT name FROM applications ORDER BY name', {
      as: ['demo', String(demoUser?.password)],
    });
    expect([demoUser?.user, response.text]).toEqual(['demo', 'Ledgerly\nMoonvale\n']);
    const refused = await Promise.all([
      api.call('POST', '/api/sql_user', { token, body: { label: 'x' } }),
      api.call('POST', '/api/sql_user/rotate', { token, body: { user: 'demo' } }),
      api.call('DELETE', '/api/sql_user', { token, body: { user: 'demo' } }),
    ]);
    expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(Array(3).fill([403, 'demo_account']));
  });

  it('sees an application that is added, and ends what a user of another scope reads', async () => {
    const limited = await api.call('POST', '/api/sql_user', { token: me.token, body: { label: 'All' } });
    const name = String(limited.body.user);
    const key = String(limited.body.password);
    const running = ask(longStatement, { as: [name, key] });
    const count = async () => Number((await ask('SELECT count() FROM applications', { as: [name, key] })).text);
    expect(await count()).toBe(1);
    const body = { name: 'Second', url: 'https://apps.apple.com/app/id1500000002' };
    await api.call('POST', '/api/application', { token: me.token, body });
    expect(codeOf(await running)).toBe(394);
    expect(await count()).toBe(2);
  });

  it('lets no one guess: after five wrong passwords the right one waits too', async () => {
    for (let guess = 0; guess < 5; guess += 1) await ask('SELECT 1', { as: [user, `guess ${guess}`] });
    const response = await ask('SELECT 1');
    expect([response.status, Number(response.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});
