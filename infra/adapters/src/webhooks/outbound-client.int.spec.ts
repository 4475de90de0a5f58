import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutboundClient, type OutboundClient } from './outbound-client.ts';

/** The target that nothing may reach. */
let forbidden: ReturnType<typeof createTcpServer>;
let receiver: Server;
let reached = 0;
let port = 0;
let forbiddenPort = 0;
let respond: (path: string) => { status: number; headers?: Record<string, string>; body?: string } = () => ({
  status: 200,
});
const bodies: Buffer[] = [];
const drips: NodeJS.Timeout[] = [];
let sent = 0;
let endless: () => void = () => undefined;
const endlessEnded = new Promise<void>((resolve) => {
  endless = resolve;
});
let client: OutboundClient;

const listen = (server: { listen: Server['listen']; address: Server['address'] }): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

beforeAll(async () => {
  forbidden = createTcpServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  forbiddenPort = await listen(forbidden as unknown as Server);
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks));
      if (request.url === '/hang') return;
      if (request.url === '/late') {
        setTimeout(() => response.end('late'), 600);
        return;
      }
      if (request.url === '/huge') {
        // Says how much is to come, as a file would.
        response.writeHead(200, { 'content-length': 10 * 1024 ** 3 });
        response.write(Buffer.alloc(128 * 1024, 'x'));
        return;
      }
      if (request.url === '/drip') {
        response.writeHead(200);
        drips.push(setInterval(() => response.write('x'), 20));
        return;
      }
      if (request.url === '/endless') {
        response.writeHead(200);
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
          sent += 1;
        };
        response.on('drain', more);
        response.on('close', () => endless());
        more();
        return;
      }
      const { status, headers, body } = respond(request.url ?? '');
      response.writeHead(status, headers).end(body);
    });
  });
  port = await listen(receiver);
  client = createOutboundClient({
    targets: new Set([`127.0.0.1:${port}`]),
    totalMs: 300,
    resolve: async () => {
      throw new Error('no such name');
    },
  });
});
beforeEach(() => {
  bodies.length = 0;
});
afterAll(async () => {
  await client.close();
  forbidden.close();
  receiver.close();
});

describe('a name', () => {
  it('without an address is a failed connection', async () => {
    expect((await client.post('https://none.example/', Buffer.of(1), {})).error).toBe('connection_failed');
  });
});

describe('a post', () => {
  const post = (path: string) => client.post(`http://127.0.0.1:${port}${path}`, Buffer.from('{"a": 1}\n'), {});

  it('sends the very bytes and keeps the beginning of the answer', async () => {
    respond = () => ({ status: 503, headers: { 'retry-after': '7' }, body: 'x'.repeat(9000) });
    const result = await post('/');
    expect(result).toMatchObject({ status: 503, retryAfter: '7', error: null });
    expect(result.responseBody).toHaveLength(4096);
    expect(bodies.map(String)).toEqual(['{"a": 1}\n']);
  });

  it('does not go where it is redirected to', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      respond = () => ({ status, headers: { location: `http://127.0.0.1:${forbiddenPort}/` } });
      expect(await post('/')).toMatchObject({ status, error: null });
    }
    expect(bodies).toHaveLength(5);
    expect(reached).toBe(0);
  });

  it('ends when the answer comes a byte at a time', async () => {
    expect(await post('/drip')).toMatchObject({ error: 'timeout' });
    for (const drip of drips) clearInterval(drip);
  });

  it('reads an endless answer for 64 kB and ends the connection', async () => {
    const result = await post('/endless');
    expect(result).toMatchObject({ status: 200, error: null });
    expect(result.responseBody.length).toBeLessThanOrEqual(4096);
    await endlessEnded;
    expect(sent).toBeLessThan(1000);
  });

  it('does not trust a certificate without a trusted root', async () => {
    const [cert, key] = ['certificate', 'key'].map((part) =>
      readFileSync(`tests/contract/eventstore/localhost-${part}.pem`),
    );
    let called = 0;
    const server = createTlsServer({ cert, key } as { cert: Buffer; key: Buffer }, (_request, response) => {
      called += 1;
      response.end();
    });
    const tlsPort = await listen(server as unknown as Server);
    const trusting = createOutboundClient({ targets: new Set([`127.0.0.1:${tlsPort}`]) });
    const result = await trusting.post(`https://127.0.0.1:${tlsPort}/`, Buffer.of(1), {});
    expect(result).toMatchObject({ status: null, error: 'connection_failed' });
    expect(called).toBe(0);
    await trusting.close();
    server.close();
  });

  it('ends when no answer comes in time, also when one comes later', async () => {
    expect(await post('/hang')).toMatchObject({ status: null, error: 'timeout' });
    expect(await post('/late')).toMatchObject({ status: null, error: 'timeout', responseBody: '' });
  });

  it('reads 64 kB of an answer of 10 GB', async () => {
    const result = await post('/huge');
    expect(result).toMatchObject({ status: 200, error: null });
    expect(result.responseBody).toHaveLength(4096);
  });

  it.each([
    ['nothing', ''],
    ['bytes of no protocol', '\u0000\u0001\u00ff\u0016garbage\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a status that is no number', 'HTTP/1.1 okay\r\n\r\n'],
    ['headers without an end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`],
    ['a body of another length', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx'],
    ['pieces of no size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
  ])('answered with %s is no answer', async (_what, bytes) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.from(bytes, 'latin1')));
    });
    const at = `127.0.0.1:${await listen(server as unknown as Server)}`;
    const localClient = createOutboundClient({ targets: new Set([at]), totalMs: 2000 });
    expect(await localClient.post(`http://${at}/`, Buffer.of(1), {})).toMatchObject({ error: 'connection_failed' });
    await localClient.close();
    server.close();
  });
});
