import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { createLogger } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTables } from '../../support/facts/ads-world.ts';
import { eventually } from '../../support/product/product.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';

/** What the service that collects faults was sent. */
const collected: { path: string; auth: string; text: string }[] = [];
const lines: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'tapwise-maps-'));
let collector: Server;
let api: ApiService;
beforeAll(async () => {
  collector = createServer((request, reply) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      collected.push({ path: request.url ?? '', auth: String(request.headers['x-sentry-auth']), text });
      reply.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  mkdirSync(folder, { recursive: true });
  // Line 1, column 9 of the script is line 5, column 3 of the source.
  const map = { version: 3, sources: ['../../src/features/reports/table.tsx'], names: [], mappings: 'QAIE' };
  writeFileSync(join(folder, 'index-4f3a.js.map'), JSON.stringify(map));
  api = await startApi({
    tables: true,
    demo: true,
    settings: { sourceMaps: folder, errorsDsn: `http://public-key@127.0.0.1:${port}/errors/42` },
    logger: createLogger('test', 'warn', { write: (line: string) => void lines.push(line) }),
  });
});
afterAll(async () => {
  await api.stop();
  collector.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = '2026-11-24T10:00:00.000Z';
const opened = { name: 'reports_level_opened', at, properties: { level: 'keywords' } };
const failed = { name: 'page_error_shown', at, properties: { code: 'internal', route: '/client/reports' } };
let callers = 0;
/** Each from an address of its own, so that no limit counts two of them together. */
function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  callers += 1;
  return api.call('POST', path, { body, headers, from: `10.9.${Math.floor(callers / 250)}.${(callers % 250) + 1}` });
}
const report = async (events: unknown[], token?: string, headers: Record<string, string> = {}) =>
  (await post('/api/usage', { events, ...(token === undefined ? {} : { token }) }, headers)).body;
const stream = () => `usage-${new Date().toISOString().slice(0, 10)}`;
const recorded = async (): Promise<DomainEvent[]> => (await api.log.readStream(stream())).map(({ event }) => event);
const entries = async () =>
  (await recorded()).flatMap((event) => (event.type === 'UsageReported' ? event.data.events : []));

describe('POST /api/usage', () => {
  it('records what is in the catalogue, by the account, and drops and counts everything else', async () => {
    const { token, accountId } = await api.signUp('Used');
    const response = await report(
      [
        opened,
        { name: 'bids_submitted', at, properties: { count: 3 } },
        { name: 'keyword_typed', at, properties: {} },
        { ...opened, properties: { level: 'keywords', keyword: 'secret word' } },
        { ...opened, properties: { level: 'ada@example.com' } },
        { ...opened, at: 'soon' },
        { name: 'bids_submitted', at, properties: { count: 'many' } },
        'nonsense',
        null,
      ],
      token,
    );
    expect(response).toEqual({ status: 'ok', accepted: 2, dropped: 7 });
    expect(await entries()).toEqual([
      { ...opened, account_id: accountId },
      { name: 'bids_submitted', at, account_id: accountId, properties: { count: 3 } },
    ]);
    expect(JSON.stringify(await recorded())).not.toMatch(/secret word|ada@example/);
  });

  it('is empty for who does not share, and for browsers that ask not to be tracked', async () => {
    const { token } = await api.signUp('Private');
    const before = (await entries()).length;
    for (const name of ['sec-gpc', 'dnt']) {
      const headers = { [name]: '1' };
      expect(await report([opened, failed], token, headers)).toMatchObject({ accepted: 0, dropped: 2 });
      expect(await report([failed], undefined, headers)).toMatchObject({ accepted: 0, dropped: 1 });
    }
    await api.call('PUT', '/api/account', { token, body: { share_usage: false } });
    expect(await report([opened], token)).toEqual({ status: 'ok', accepted: 0, dropped: 1 });
    expect(await entries()).toHaveLength(before);
    await api.call('PUT', '/api/account', { token, body: { share_usage: true } });
    expect(await report([opened], token)).toMatchObject({ accepted: 1 });
  });

  it('takes two names from who is not signed in, also with a session that has ended', async () => {
    const joined = { name: 'signup_completed', at, properties: { by: 'invitation' } };
    expect(await report([opened, failed, joined])).toEqual({ status: 'ok', accepted: 2, dropped: 1 });
    expect(await report([opened, failed], 'tws_over')).toMatchObject({ accepted: 1, dropped: 1 });
    expect((await entries()).at(-1)).toEqual({ ...failed, account_id: null });
  });

  it('takes the demo’s, fifty at once, and 16 kB', async () => {
    const token = String((await api.call('POST', '/api/session', { body: { demo: true } })).body.token);
    expect(
      await report(
        Array.from({ length: 60 }, () => opened),
        token,
      ),
    ).toMatchObject({ accepted: 50, dropped: 10 });
    expect((await post('/api/usage', { events: ['x'.repeat(17_000)] })).status).toBe(413);
    expect((await post('/api/usage', { events: {} })).status).toBe(400);
  });

  it('is in a table of its own, and in the log for 13 months', async () => {
    const events = await api.log.readStream(stream());
    await inTables(api, events.at(-1)?.position ?? 0n);
    const database = new URL(api.addresses.CLICKHOUSE_URL).pathname.slice(1);
    const response = await fetch(new URL('/', api.addresses.CLICKHOUSE_URL), {
      method: 'POST',
      body: `SELECT count(), countIf(account_id IS NULL), any(properties) FROM ${database}.usage_event_v1 FINAL
             WHERE name != 'reports_level_opened' FORMAT JSONCompact`,
    });
    const all = await entries();
    const others = all.filter(({ name }) => name !== 'reports_level_opened');
    const { data } = (await response.json()) as { data: [string, string, string][] };
    expect(data[0]?.slice(0, 2).map(Number)).toEqual([
      others.length,
      others.filter(({ account_id }) => account_id === null).length,
    ]);
    expect(JSON.parse(data[0]?.[2] ?? '')).toEqual(expect.any(Object));
    const client = EventStoreDBClient.connectionString(api.addresses.EVENTSTORE_URL);
    const { metadata } = await client.getStreamMetadata(stream());
    await client.dispose();
    expect(metadata?.maxAge).toBe(396 * 86_400);
  });
});

describe('POST /api/client_error', () => {
  const fault = {
    message: 'TypeError: cannot read /client/reports?token=tws_abcdef of ada@example.com',
    stack:
      'TypeError: x\n    at Row (http://127.0.0.1:1/assets/index-4f3a.js:1:9)\n    at http://h/assets/gone-1.js:2:3?a=b',
    route: '/client/reports',
    build: 'index-4f3a',
    request_id: '6e7a1f0c-aaaa-4bbb-8ccc-1234567890ab',
  };

  it('is logged and passed on in terms of the sources, without anything of the person', async () => {
    expect(await post('/api/client_error', fault)).toMatchObject({ status: 200, body: { status: 'ok' } });
    const [sent] = await eventually(
      async () => collected,
      (all) => all.length > 0,
    );
    expect(sent).toMatchObject({
      path: '/errors/api/42/envelope/',
      auth: expect.stringContaining('sentry_key=public-key'),
    });
    const [header, item, event] = (sent?.text ?? '')
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect([header?.event_id, item]).toEqual([event?.event_id, { type: 'event' }]);
    expect(event).toMatchObject({ platform: 'javascript', transaction: '/client/reports', release: 'index-4f3a' });
    const { exception } = event as unknown as {
      exception: { values: { type: string; stacktrace: { frames: object[] } }[] };
    };
    expect(exception.values[0]).toMatchObject({ type: 'TypeError' });
    expect(exception.values[0]?.stacktrace.frames).toEqual([
      expect.objectContaining({ filename: 'gone-1.js', lineno: 2, colno: 3 }),
      expect.objectContaining({ function: 'Row', filename: 'src/features/reports/table.tsx', lineno: 5, colno: 3 }),
    ]);
    for (const text of [sent?.text ?? '', lines.join('\n')]) {
      expect(text).toContain('src/features/reports/table.tsx');
      expect(text).not.toMatch(/tws_|ada@|token=|a=b/);
    }
  });

  it('is below 8 kB, ten a minute of one address, and well-formed', async () => {
    expect((await post('/api/client_error', { ...fault, stack: 'x'.repeat(9000) })).status).toBe(413);
    expect((await post('/api/client_error', { ...fault, message: 7 })).status).toBe(400);
    const statuses = [];
    for (let call = 0; call < 11; call += 1) {
      statuses.push((await api.call('POST', '/api/client_error', { body: fault, from: '10.10.0.1' })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});
