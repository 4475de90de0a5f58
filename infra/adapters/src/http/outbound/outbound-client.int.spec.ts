import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutboundClient, type OutboundClient } from './outbound-client.ts';

/** Stands where nothing may arrive. */
let forbidden: ReturnType<typeof createTcpServer>;
let receiver: Server;
let [reached, port, forbiddenPort] = [0, 0, 0];
let answers: (path: string) => { status: number; headers?: Record<string, string>; body?: string } = () => ({
  status: 200,
});
const bodies: Buffer[] = [];
const drips: NodeJS.Timeout[] = [];
let sent = 0;
let endless: () => void = () => undefined;
const endlessEnded = new Promise<void>((resolve) => {
  endless = resolve;
});
let names: Record<string, string[][]> = {};
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
      const { status, headers, body } = answers(request.url ?? '');
      response.writeHead(status, headers).end(body);
    });
  });
  port = await listen(receiver);
  client = createOutboundClient({
    targets: new Set([`127.0.0.1:${port}`]),
    totalMs: 300,
    resolve: async (host) => {
      const turns = names[host] ?? [];
      const found = turns.length > 1 ? turns.shift() : turns[0];
      if (found === undefined) throw new Error('no such name');
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });
});
beforeEach(() => {
  bodies.length = 0;
  names = {};
});
afterAll(async () => {
  await client.close();
  forbidden.close();
  receiver.close();
});

const literals = [
  ...['127.0.0.1', '127.0.0.2', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '017700000001'],
  ...[
    '0177.0.0.1',
    '0',
    '0.0.0.0',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127.0.0.1.',
    '0x7f.1',
    '127.0.0.01',
  ],
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::7f00:1]'],
  ...['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::1]', '[fc00::1]', '[fd12::1]'],
  ...['[fe80::1]', '[fe80::1%25lo]', '[ff02::1]', '[2001:db8::1]', '[fec0::1]', '[100::1]', '[::ffff:0:127.0.0.1]'],
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '169.254.0.1'],
  ...['100.64.0.1', '100.100.100.200', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '2852039166', '0xa9fea9fe', '3232235521', 'localhost', 'LOCALHOST'],
  ...['localhost.', 'a.localhost', 'metadata.google.internal', 'printer.local', 'intranet'],
];
const others = (at: number): string[] => [
  ...[`http://127.0.0.1:${at}/`, `https://127.0.0.1:${at}/`, 'http://shop.example/', 'https://shop.example:80/'],
  ...['https://shop.example:8443/', 'https://user@shop.example/', 'https://user:secret@shop.example/'],
  ...[
    `https://shop.example@127.0.0.1:${at}/`,
    'ftp://shop.example/',
    'file:///etc/passwd',
    'javascript:1',
    'shop.example',
  ],
  ...['', 'https://', ' https://shop.example/', `http://127.1:${at}/`, `http://2130706433:${at}/`],
];

describe('an address that a customer named', () => {
  it('is refused in any spelling of what is not public', async () => {
    const tried = [...literals.map((host) => `https://${host}/`), ...others(forbiddenPort)];
    tried.push(...literals.map((host) => `https://${host}:${forbiddenPort}/`));
    expect(tried.length).toBeGreaterThanOrEqual(60);
    const results = await Promise.all(
      tried.map(async (url) => [url, (await client.post(url, Buffer.of(1), {})).error]),
    );
    expect(results.filter(([, error]) => error !== 'forbidden_address')).toEqual([]);
    expect(reached).toBe(0);
  });

  it.each([
    ['loopback', [['127.0.0.1']]],
    ['a mapped address', [['::ffff:127.0.0.1']]],
    ['metadata', [['169.254.169.254']]],
    ['a public and a private address', [['93.184.215.14', '10.0.0.1']]],
    ['nothing', [[]]],
  ])('is refused when its name means %s', async (_what, found) => {
    names['shop.example'] = found;
    expect(await client.post('https://shop.example/', Buffer.of(1), {})).toMatchObject({
      ...{ error: 'forbidden_address', status: null },
    });
  });

  it('is looked up again for the next attempt', async () => {
    names['shop.example'] = [['10.0.0.1'], ['127.0.0.1']];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect((await client.post('https://shop.example/', Buffer.of(1), {})).error).toBe('forbidden_address');
    }
  });

  it('without an address is a failed connection', async () => {
    expect((await client.post('https://none.example/', Buffer.of(1), {})).error).toBe('connection_failed');
  });
});

describe('a post', () => {
  const post = (path: string) => client.post(`http://127.0.0.1:${port}${path}`, Buffer.from('{"a": 1}\n'), {});

  it('sends the very bytes and keeps the beginning of the answer', async () => {
    answers = () => ({ status: 503, headers: { 'retry-after': '7' }, body: 'x'.repeat(9000) });
    const result = await post('/');
    expect(result).toMatchObject({ status: 503, retryAfter: '7', error: null });
    expect(result.answer).toHaveLength(4096);
    expect(bodies.map(String)).toEqual(['{"a": 1}\n']);
  });

  it('does not go where it is redirected to', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      answers = () => ({ status, headers: { location: `http://127.0.0.1:${forbiddenPort}/` } });
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
    expect(result.answer.length).toBeLessThanOrEqual(4096);
    await endlessEnded;
    expect(sent).toBeLessThan(1000);
  });

  it('does not trust a certificate that nobody vouches for', async () => {
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

  it('ends when no answer comes in time', async () => {
    expect(await post('/hang')).toMatchObject({ status: null, error: 'timeout' });
  });
});
