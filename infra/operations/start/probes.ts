import { connect } from 'node:net';

/** Whether something accepts connections there. */
export function accepts(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1000 });
    const done = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
    socket.once('timeout', () => done(false));
  });
}

/** Whether a GET is answered with 200. */
export async function answersOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
  await response.arrayBuffer();
  return response.ok;
}

/** Whether sign-ins are accepted: accounts have been read from the log and, in the demo, its account exists. */
export async function acceptsSignIns(url: string, demo: boolean): Promise<boolean> {
  const response = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demo ? { demo: true } : { email: '', password: '' }),
    signal: AbortSignal.timeout(2000),
  });
  await response.arrayBuffer();
  return demo ? response.ok : response.status < 500;
}

/** Throws a sentence a person can act on when a port is taken. */
export async function requireFree(port: number, host: string, variable: string): Promise<void> {
  if (port !== 0 && (await accepts(port, host === '0.0.0.0' ? '127.0.0.1' : host))) {
    throw new Error(`Port ${port} is in use. Stop what uses it or set ${variable} to another one.`);
  }
}
