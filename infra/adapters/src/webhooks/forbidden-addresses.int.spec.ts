import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundClient, type OutboundClient } from './outbound-client.ts';

/** Spellings of what is not public: of the machine itself, of its networks, and of addresses that carry one inside. */
const hosts = [
  '127.0.0.1',
  '127.0.0.2',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '017700000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127.0.0.1.',
  '0x7f.1',
  '127.0.0.01',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::1]',
  '[fc00::1]',
  '[fd12::1]',
  '[fe80::1]',
  '[fe80::1%25lo]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[fec0::1]',
  '[100::1]',
  '[::ffff:0:127.0.0.1]',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '169.254.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '2852039166',
  '0xa9fea9fe',
  '3232235521',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'metadata.google.internal',
  'printer.local',
  'intranet',
];
const addresses = (port: number): string[] => [
  ...hosts.flatMap((host) => [`https://${host}/`, `https://${host}:${port}/`, `http://${host}:${port}/`]),
  'http://shop.example/',
  'https://shop.example:80/',
  'https://shop.example:8443/',
  'https://user@shop.example/',
  'https://user:secret@shop.example/',
  `https://shop.example@127.0.0.1:${port}/`,
  'ftp://shop.example/',
  'file:///etc/passwd',
  'javascript:1',
  'shop.example',
  '',
  'https://',
  ' https://shop.example/',
  'https://shop.example/\r\nHost: other.example',
  'https://shop.example/\tx',
  `https://127.0.0.1:${port}\\@shop.example/`,
  `https://shop.example#@127.0.0.1:${port}/`,
];
/** What a name resolves to, one answer of the resolver after the other. */
const names: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'loopback.example': [['127.0.0.1']],
  'other-loopback.example': [['127.9.9.9']],
  'six.example': [['::1']],
  'mapped.example': [['::ffff:127.0.0.1']],
  'compatible.example': [['::7f00:1']],
  'translated.example': [['64:ff9b::7f00:1']],
  'tunnel.example': [['2002:7f00:1::']],
  'unspecified.example': [['0.0.0.0']],
  'unspecified-six.example': [['::']],
  'private.example': [['10.0.0.1']],
  'local.example': [['fe80::1']],
  'metadata.example': [['169.254.169.254']],
  'mixed.example': [['93.184.215.14', '127.0.0.1']],
  'mixed-first.example': [['127.0.0.1', '93.184.215.14']],
  'mixed-six.example': [['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::1']],
  'nothing.example': [[]],
  'rebinding.example': [['10.0.0.1'], ['127.0.0.1'], ['::1'], ['169.254.169.254']],
  'rebinding-mixed.example': [['93.184.215.14', '10.0.0.1'], ['127.0.0.1', '93.184.215.14'], ['127.0.0.1']],
};
const statuses = [301, 302, 303, 307, 308];
const redirects = (port: number): string[] => [
  `http://127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  `http://[::1]:${port}/`,
  `http://2130706433:${port}/`,
  `//127.0.0.1:${port}/`,
  'https://127.0.0.1/',
  'https://loopback.example/',
  `http://0:${port}/`,
];

/** Stand where nothing may arrive: at any port, and at the one that addresses may name. */
const standIns: Server[] = [];
let reached = 0;
let port = 0;
let securePort = false;
let receiver: ReturnType<typeof createServer>;
let receiverPort = 0;
let location = { status: 302, to: '' };
const lookupCounts = new Map<string, number>();
let client: OutboundClient;

/** @returns the port; `undefined` when this user may not listen there. */
function standAt(wanted: number): Promise<number | undefined> {
  const server = createTcpServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  standIns.push(server);
  return new Promise((resolve) => {
    server.on('error', () => resolve(undefined));
    server.listen(wanted, () => resolve((server.address() as AddressInfo).port));
  });
}

const knock = (at: number): Promise<void> =>
  new Promise((resolve) => {
    connect(at, '127.0.0.1')
      .on('close', () => resolve())
      .on('error', () => undefined);
  });

beforeAll(async () => {
  port = (await standAt(0)) ?? 0;
  securePort = (await standAt(443)) !== undefined;
  receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(location.status, { location: location.to }).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  receiverPort = (receiver.address() as AddressInfo).port;
  client = createOutboundClient({
    targets: new Set([`127.0.0.1:${receiverPort}`]),
    totalMs: 2000,
    resolve: async (host) => {
      const turns = names[host] ?? [];
      const turn = lookupCounts.get(host) ?? 0;
      lookupCounts.set(host, turn + 1);
      const resolved = turns[Math.min(turn, turns.length - 1)] ?? [];
      return resolved.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });
});
afterAll(async () => {
  await client.close();
  receiver.close();
  for (const server of standIns) server.close();
});

const post = async (url: string) => [url, (await client.post(url, Buffer.of(1), {})).error] as const;
const forbidden = (results: readonly (readonly [string, string | null])[]) =>
  results.filter(([, error]) => error !== 'forbidden_address');

describe('attempts to have us call what is not public', () => {
  it('reach nothing, by spellings, names, answers that change and redirects', async () => {
    // What is there can be reached.
    await knock(port);
    if (securePort) await knock(443);
    expect(reached).toBe(securePort ? 2 : 1);
    reached = 0;

    const spelt = await Promise.all(addresses(port).map(post));
    expect(forbidden(spelt)).toEqual([]);
    const named = [];
    for (const [host, turns] of Object.entries(names)) {
      for (let attempt = 0; attempt <= turns.length; attempt += 1) named.push(await post(`https://${host}/`));
    }
    expect(forbidden(named)).toEqual([]);
    // Each attempt looks the name up again, once.
    expect(Object.keys(names).map((host) => lookupCounts.get(host))).toEqual(
      Object.values(names).map((turns) => turns.length + 1),
    );
    let redirected = 0;
    for (const to of redirects(port)) {
      for (const status of statuses) {
        location = { status, to };
        expect(await client.post(`http://127.0.0.1:${receiverPort}/`, Buffer.of(1), {})).toMatchObject({
          status,
          error: null,
        });
        redirected += 1;
      }
    }
    const attempts = spelt.length + named.length + redirected;
    const at = securePort ? 'two ports' : 'one port, because this user may not listen at 443';
    console.log(
      `${attempts} attempts (${spelt.length} spellings, ${named.length} by name, ${redirected} redirects) reached the stand-in at ${at} ${reached} times`,
    );
    expect(attempts).toBeGreaterThanOrEqual(60);
    expect(reached).toBe(0);
  });
});
