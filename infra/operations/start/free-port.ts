import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the range from which systems take ports for outgoing connections and for servers that ask for any port: what was free
// when it was chosen is not given to another program before its part listens, or while the part starts again.
const firstPort = 20_000;
const endOfPorts = 32_000;
const mostTries = 100;

/**
 * A port of this machine that is free now, another one at each call.
 * @throws Error when none was found.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = randomInt(firstPort, endOfPorts);
    if (!chosen.has(port) && (await isFree(port))) {
      chosen.add(port);
      return port;
    }
  }
  throw new Error(`No free port between ${firstPort} and ${endOfPorts}`);
}

const chosen = new Set<number>();

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
