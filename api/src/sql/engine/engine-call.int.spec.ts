import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { askText } from './engine-call.ts';

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** A server that answers the first so many requests of each connection and resets the connection at the next. */
async function startServer(answered: number): Promise<{ url: URL; requests: () => number }> {
  let requests = 0;
  server = createServer((socket) => {
    let answers = 0;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => {
      answers += 1;
      requests += 1;
      if (answers > answered) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n1\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: new URL(`http://127.0.0.1:${port}`), requests: () => requests };
}

const question = { statement: 'SELECT 1', parameters: new URLSearchParams() };

describe('a question to the engine', () => {
  it('is repeated when the engine closes a connection that was idle as it is used again', async () => {
    const { url, requests } = await startServer(1);
    const engine = { url, user: 'u', password: 'p' };
    expect(await askText(engine, question)).toBe('1\n');
    expect(await askText(engine, question)).toBe('1\n');
    expect(requests()).toBe(3);
  });

  it('is not repeated on a new connection', async () => {
    const { url, requests } = await startServer(0);
    await expect(askText({ url, user: 'u', password: 'p' }, question)).rejects.toMatchObject({ code: 209 });
    expect(requests()).toBe(1);
  });
});
