import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { compressFrameSync } from 'lz4-napi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../infra/operations/start/free-port.ts';
import { encodeOwnBlocks } from '../../infra/wire/clickhouse/own-blocks.ts';
import { type Exchange, exchange } from '../contract/clickhouse/http-exchange.ts';
import { startTwoTeams, type TwoTeams } from './two-teams.ts';

let world: TwoTeams;
let port: number;
let authorization: string;

beforeAll(async () => {
  port = await freePort();
  world = await startTwoTeams(port);
  const { user, password } = world.sql;
  authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
});
afterAll(() => world.api.stop());

const ask = (
  body: string | Buffer,
  options: { params?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<Exchange> =>
  exchange(`http://127.0.0.1:${port}`, {
    params: options.params ?? {},
    headers: { Authorization: authorization, ...options.headers },
    body,
  });
const codeOf = ({ headers }: Exchange): number => Number(headers['x-clickhouse-exception-code'] ?? 0);

describe('requests for SQL', () => {
  it('are read packed, in own blocks and as forms; what cannot be unpacked is refused by a number', async () => {
    const statement = "SELECT 'a', {n:UInt8}";
    const blocks = await encodeOwnBlocks(Buffer.from(statement));
    const packed: [Buffer, Record<string, string>, Record<string, string>][] = [
      [gzipSync(statement), { 'Content-Encoding': 'gzip' }, {}],
      [brotliCompressSync(statement), { 'Content-Encoding': 'br' }, {}],
      [compressFrameSync(statement), { 'Content-Encoding': 'lz4' }, {}],
      [blocks, {}, { decompress: '1' }],
      [compressFrameSync(blocks), { 'Content-Encoding': 'lz4' }, { decompress: '1' }],
    ];
    for (const [body, headers, params] of packed) {
      const response = await ask(body, { headers, params: { ...params, param_n: '7' } });
      expect([response.status, response.text], JSON.stringify([headers, params])).toEqual([200, 'a\t7\n']);
    }
    const form = (...parts: string[]) =>
      ask(`${parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--x--\r\n`, {
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      });
    const fields = [`name="query"\r\n\r\n${statement}`, 'name="param_n"\r\n\r\n7', 'name="default_format"\r\n\r\nCSV'];
    expect((await form(...fields)).text).toBe('"a",7\n');
    const zeros = Buffer.alloc(5_000_000);
    const refused = [
      await form(...fields, 'name="t"; filename="t"\r\n\r\n1'),
      await form(...fields, 'name="max_rows_to_read"\r\n\r\n0'),
      await form('name="query"\r\n\r\nSELECT * FROM tapwise.charge_v1'),
      await ask('SELECT 1', { headers: { 'Content-Encoding': 'zstd' } }),
      await ask('SELECT 1', { headers: { 'Content-Encoding': 'lz4' } }),
      await ask('SELECT 1', { params: { decompress: '1' } }),
      await ask(compressFrameSync(zeros), { headers: { 'Content-Encoding': 'lz4' } }),
      await ask(gzipSync(zeros), { headers: { 'Content-Encoding': 'gzip' } }),
    ];
    expect(refused.map(codeOf)).toEqual([497, 164, 497, 48, 271, 33, 229, 229]);
  });

  it('are answered while 500 others send theirs byte by byte', async () => {
    const slow = await Promise.all(
      Array.from({ length: 500 }, async (_, index) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        const head = `POST / HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n`;
        // Half of them stop within their head, half within their body.
        socket.write(index % 2 === 0 ? head : `${head}Content-Length: 1000\r\n\r\nSELECT`);
        return socket;
      }),
    );
    const dribble = (socket: Socket) => socket.write(' ');
    for (const socket of slow) dribble(socket);
    const responses = await Promise.all(['SELECT 1', 'SELECT 2'].map((statement) => ask(statement)));
    expect(responses.map(({ text }) => text)).toEqual(['1\n', '2\n']);
    expect(slow.filter(({ destroyed }) => destroyed)).toEqual([]);
    for (const socket of slow) socket.destroy();
  });
});
