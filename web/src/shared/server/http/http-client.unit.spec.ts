import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttpClient } from './http-client.ts';

let server: Server;
let url: string;
/** The key of each call that arrived. */
let keys: (string | undefined)[];
/** The position each call brought. */
let positions: (string | undefined)[];
/** The position the next answer carries. */
let answered: string | undefined;
/** Calls that arrive and are left without an answer. */
let unanswered: number;

beforeEach(async () => {
  keys = [];
  positions = [];
  answered = undefined;
  unanswered = 0;
  server = createServer((request: IncomingMessage, reply: ServerResponse) => {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    positions.push(request.headers['x-log-position'] as string | undefined);
    if (keys.length <= unanswered) return void request.socket.destroy();
    if (answered !== undefined) reply.setHeader('x-log-position', answered);
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

const request = createHttpClient({ token: () => 'session', onUnauthorized: () => undefined });

describe('a write call', () => {
  it('is sent again under the same key when no answer came, and under another key next time', async () => {
    unanswered = 1;
    await request({ method: 'POST', path: url, body: {} });
    await request({ method: 'PUT', path: url, body: {} });
    const [first, again, next] = keys;
    expect(keys).toHaveLength(3);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });

  it('fails when it was without an answer twice', async () => {
    unanswered = 2;
    await expect(request({ method: 'DELETE', path: url })).rejects.toMatchObject({ status: 0, code: 'unreachable' });
    expect(keys).toHaveLength(2);
  });
});

describe('questions and sign-ins', () => {
  it('carry no key and are not repeated here', async () => {
    await request({ method: 'GET', path: url });
    await request({ method: 'POST', path: url, body: {}, signIn: true });
    expect(keys).toEqual([undefined, undefined]);
  });
});

describe('the position of what a page wrote', () => {
  it('is sent with every call after, the highest of all writes, and not that of a report', async () => {
    const calls = [
      { method: 'POST', position: '18446744073709551614' },
      { method: 'DELETE', position: '9' },
      { method: 'PUT', position: 'none' },
      { method: 'GET', position: '18446744073709551615' },
      { method: 'GET', position: undefined },
    ] as const;
    for (const { method, position } of calls) {
      answered = position;
      await request({ method, path: url });
    }
    expect(positions.slice(1)).toEqual(Array.from({ length: 4 }, () => '18446744073709551614'));
  });
});
