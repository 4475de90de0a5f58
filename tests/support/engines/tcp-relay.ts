import net, { type AddressInfo, type Socket } from 'node:net';

/** Passes connections on to a port until it is cut, as a failing network does. */
export interface TcpRelay {
  readonly port: number;
  /** Passes nothing on, in either direction. */
  freeze(): void;
  /** Passes on what the caller sends and none of the answers. */
  dropResponses(): void;
  /** Breaks the connections; new ones are passed on as before. */
  cut(): void;
  stop(): Promise<void>;
}

/** @param ownPort where it listens; 0: any that is free. */
export async function startTcpRelay(port: number, host = '127.0.0.1', ownPort = 0): Promise<TcpRelay> {
  const sockets = new Set<Socket>();
  const inners = new Set<Socket>();
  const server = net.createServer((outer) => {
    const inner = net.connect(port, host);
    inners.add(inner);
    outer.pipe(inner).pipe(outer);
    for (const [source, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(source);
      source.on('error', () => other.destroy());
      source.on('close', () => {
        sockets.delete(source);
        inners.delete(inner);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(ownPort, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    cut,
    dropResponses: () => {
      for (const inner of inners) inner.unpipe().resume();
    },
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
