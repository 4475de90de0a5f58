import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readEnvironment } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressFindings } from './address-findings.ts';

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, reply) => {
    const isHealthCheck = request.url === '/healthz';
    reply
      .writeHead(isHealthCheck ? 200 : 404, { 'content-type': 'application/json' })
      .end(isHealthCheck ? '{"status":"ok"}' : '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const find = (overrides: Record<string, string>, runs = true) =>
  addressFindings(readEnvironment({ DEMO: 'on', ...overrides }), runs);

describe('the doctor on the address for the SDK and the store', () => {
  it('asks there, and says when something else or nothing answers', async () => {
    expect(await find({ PUBLIC_INGEST_URL: url })).toMatchObject([{ ok: true }]);
    const elsewhere = await find({ PUBLIC_INGEST_URL: `${url}/api` });
    expect(elsewhere).toMatchObject([
      { ok: false, what: expect.stringContaining('something else answers there (404)') },
    ]);
    const unanswered = await find({ PUBLIC_INGEST_URL: 'http://127.0.0.1:9' });
    expect(unanswered).toMatchObject([{ ok: false, what: expect.stringContaining('nothing answers there') }]);
  });

  it('warns of one that only this machine reaches, or without https, once nothing is simulated', async () => {
    const off = { DEMO: 'off' };
    expect(await find(off, false)).toMatchObject([
      { ok: false, optional: true, what: expect.stringContaining('only this machine') },
    ]);
    const plain = await find({ ...off, PUBLIC_INGEST_URL: 'http://in.example.com' }, false);
    expect(plain).toMatchObject([{ ok: false, optional: true, what: expect.stringContaining('https') }]);
    expect(await find({ ...off, PUBLIC_INGEST_URL: 'https://in.example.com' }, false)).toMatchObject([{ ok: true }]);
    expect(await find({}, false)).toEqual([]);
  });

  it('refuses one with a query', async () => {
    expect(await find({ PUBLIC_INGEST_URL: 'https://in.example.com/?a=b' })).toMatchObject([{ ok: false }]);
  });
});
