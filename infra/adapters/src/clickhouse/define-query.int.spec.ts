import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openClickHouse } from './client.ts';
import { defineQuery } from './define-query.ts';

const numbers = defineQuery({
  name: 'numbers',
  sql: 'SELECT 1 AS number',
  params: z.object({}),
  row: z.object({ number: z.number() }),
});
let server: Server;
let requestCount = 0;

afterEach(() => new Promise((resolve) => server.close(resolve)));

/** An engine that loses the first connections, then answers. */
async function engineLosing(connections: number): Promise<string> {
  requestCount = 0;
  server = createServer((request, response) => {
    requestCount += 1;
    if (requestCount <= connections) return void request.socket.destroy();
    // One column, two rows, its name and type, its values.
    const block = [1, 2, 6, ...Buffer.from('number'), 5, ...Buffer.from('UInt8'), 1, 2];
    response.setHeader('connection', 'close').end(Buffer.from(block));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('asks a second time when the connection is lost, and puts rows together from columns', async () => {
  const client = openClickHouse(await engineLosing(1));
  expect(await numbers(client, {})).toEqual([{ number: 1 }, { number: 2 }]);
  expect(requestCount).toBe(2);
  await client.close();
});

it('gives up after the second time', async () => {
  const client = openClickHouse(await engineLosing(9));
  await expect(numbers(client, {})).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(requestCount).toBe(2);
  await client.close();
});
