import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type IngestService, startIngestService } from '../support/services/ingest-service.ts';
import { attributedRecord } from '../support/stand-ins/stand-in-store.ts';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'web/content/docs/sdk_http_calls.md'), 'utf8');
const client = /^```js runnable\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '';

/** What is in the way of a call; `undefined`: it reaches the service. */
type Obstacle =
  | { readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
  | undefined;

let ingest: IngestService;
let apiKey: string;
let relay: Server;
let obstacles: Obstacle[] = [];
let statuses: number[] = [];
let folder: string;

beforeAll(async () => {
  ingest = await startIngestService();
  apiKey = await ingest.addApplication({ id: 61, adamId: 1500000061, bundleId: 'com.example.docs' });
  relay = createServer((request, response) => void pass(request, response)).listen(0, '127.0.0.1');
  await once(relay, 'listening');
});
afterAll(async () => {
  relay.close();
  await ingest.stop();
});
beforeEach(() => {
  statuses = [];
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  folder = mkdtempSync(join(root, 'node_modules/.cache/sdk-client-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const obstacle = obstacles.shift();
  const reply = obstacle ?? (await ingest.post(request.url ?? '', body));
  const content = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
  statuses.push(reply.status);
  response.writeHead(reply.status, obstacle?.headers).end(content);
}

/** Starts the client of the page. Its waits are a hundredth of what they say, and it has a token. */
async function launch(token: string, key = apiKey): Promise<{ code: number | null; state: Record<string, unknown> }> {
  const file = join(folder, 'client.mjs');
  writeFileSync(
    file,
    client.replace('attribution_token: null', `attribution_token: '${token}'`).replace('wait(1000 *', 'wait(10 *'),
  );
  const { port } = relay.address() as AddressInfo;
  const env = { ...process.env, TAPWISE_INGEST_URL: `http://127.0.0.1:${port}`, TAPWISE_API_KEY: key };
  const child: ChildProcess = spawn(process.execPath, [file], { cwd: root, env });
  const [out, [code]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, state: JSON.parse(out || '{}') as Record<string, unknown> };
}

describe('the client of the page about SDK calls', () => {
  it('reports an install through an overload, a page, a redirect and an answer that comes later', async () => {
    ingest.store.tokens.set('of-docs', 404);
    obstacles = [
      { status: 503, body: 'busy', headers: { 'retry-after': '1' } },
      { status: 200, body: '<html>Welcome to the hotel</html>' },
      { status: 302, body: '', headers: { location: '/welcome' } },
      undefined,
      { status: 200, body: '{}' },
    ];
    const first = await launch('of-docs');
    expect({ statuses, code: first.code }).toEqual({ statuses: [503, 200, 302, 202, 200], code: 0 });
    expect(first.state.answered).toBeUndefined();
    ingest.store.tokens.set('of-docs', attributedRecord);
    const second = await launch('of-docs');
    expect(second.state).toMatchObject({ installId: first.state.installId, attribution: { campaign_id: 70 } });
    const events = await ingest.events(`install-61.${first.state.installId}`);
    expect(events.map(({ type }) => type)).toEqual(['InstallReported', 'InstallAttributed']);
  });

  it('asks nothing again once it was answered, nor before the time that it was asked to wait', async () => {
    obstacles = [{ status: 503, body: '{"retry_after":3600}' }];
    const held = await launch('waiting');
    expect((await launch('waiting')).state).toEqual(held.state);
    expect(statuses).toEqual([503]);
  });

  it('makes up no second install where its file cannot be read', async () => {
    mkdirSync(join(folder, 'tapwise.json'));
    expect((await launch('unread')).code).not.toBe(0);
    expect(statuses).toEqual([]);
  });

  it('does not ask again with a key that is refused', async () => {
    await launch('refused', 'unknown');
    await launch('refused', 'unknown');
    expect(statuses).toEqual([401]);
  });
});
