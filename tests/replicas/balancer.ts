import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RandomDraws } from '../predictions/random-draws.ts';

/** What a load balancer does before two processes: each call goes to one of them at random. */
export interface Balancer {
  readonly port: number;
  /** Calls that each process got, in order of the ports. */
  readonly calls: readonly number[];
  stop(): Promise<void>;
}

/**
 * Sends each call and each WebSocket to one of the processes on this machine. One that does not accept connections is passed over; a call
 * that was cut off is answered with 502 and not repeated, because nobody knows what became of it.
 */
export async function startBalancer(ports: readonly number[], draws: RandomDraws): Promise<Balancer> {
  const calls = ports.map(() => 0);
  /** Indexes of the processes, in the order in which they are tried. */
  const order = (): number[] => {
    const first = Math.floor(draws.uniform() * ports.length);
    return ports.map((_, index) => (first + index) % ports.length);
  };
  const open = async (): Promise<Socket | undefined> => {
    for (const index of order()) {
      const socket = await connected(ports[index] ?? 0);
      if (socket === undefined) continue;
      calls[index] = (calls[index] ?? 0) + 1;
      return socket;
    }
    return undefined;
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
    void open().then((socket) => (socket === undefined ? refuse(response) : passOn(incoming, response, socket)));
  });
  server.on('upgrade', (incoming, client: Duplex, head: Buffer) => {
    void open().then((socket) => (socket === undefined ? client.destroy() : join(incoming, client, head, socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @returns `undefined` when nothing listens there. */
function connected(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

function passOn(incoming: IncomingMessage, response: ServerResponse, socket: Socket): void {
  const { method, url: path, rawHeaders } = incoming;
  const outgoing = request({ createConnection: () => socket, method, path, headers: rawHeaders });
  outgoing.once('response', (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.rawHeaders);
    upstream.pipe(response);
    upstream.once('error', () => response.destroy());
  });
  outgoing.once('error', () => (response.headersSent ? response.destroy() : refuse(response)));
  response.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

function refuse(response: ServerResponse): void {
  const body = { status: 'error', error_message: 'The process does not answer.', code: 'unavailable' };
  response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** From here on both ends speak to each other. */
function join({ method, url, rawHeaders }: IncomingMessage, client: Duplex, head: Buffer, socket: Socket): void {
  const headers = rawHeaders.flatMap((text, index) => (index % 2 === 0 ? [`${text}: ${rawHeaders[index + 1]}`] : []));
  socket.write(`${method} ${url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  socket.write(head);
  socket.pipe(client).pipe(socket);
  endTogether(client, socket);
  endTogether(socket, client);
}

function endTogether(end: Duplex, other: Duplex): void {
  end.on('error', () => undefined);
  end.once('close', () => other.destroy());
}
