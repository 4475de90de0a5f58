import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { z } from 'zod';

/** Lets a process open its inspector at a port of its own when it is told to; without it all would take the same one. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

const longestWaitMs = 30_000;
/** Positions in sources are read once, by the first error that is printed; that takes 10 MB and is no growth. */
const readSourceMaps = `
  const { findSourceMap } = process.getBuiltinModule('node:module');
  const { readdirSync } = process.getBuiltinModule('node:fs');
  const { dirname, join } = process.getBuiltinModule('node:path');
  const folder = dirname(process.argv[1]);
  for (const name of readdirSync(folder)) findSourceMap(join(folder, name));
`;
const usage = z.object({ result: z.object({ result: z.object({ value: z.number() }) }) });

/**
 * What a process of Node holds after its garbage was collected: objects of its main thread, and buffers outside of them, in megabytes. What the
 * system counts for a process also holds garbage, room for new objects, and compiled code, and grows until the collector has found its pace.
 * @param logFile where the process prints to.
 * @returns `undefined` when it opened no inspector: it is not a program of Node.
 */
export async function heldMegabytes(pid: number, logFile: string): Promise<number | undefined> {
  const inspector = await openInspector(pid, logFile);
  if (inspector === undefined) return undefined;
  const socket = new WebSocket(inspector, { perMessageDeflate: false });
  try {
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    await ask(socket, 0, 'Runtime.evaluate', { expression: `{ ${readSourceMaps} }` });
    // What finalizers let go in the first collection goes in the second.
    await ask(socket, 1, 'HeapProfiler.collectGarbage', {});
    await ask(socket, 2, 'HeapProfiler.collectGarbage', {});
    const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
    const answer = usage.parse(await ask(socket, 3, 'Runtime.evaluate', { expression, returnByValue: true }));
    return answer.result.result.value / 1024 ** 2;
  } finally {
    socket.terminate();
  }
}

/** @returns its address. A process that has opened its inspector keeps it, and says so once. */
async function openInspector(pid: number, logFile: string): Promise<string | undefined> {
  const openedAt = (): string | undefined =>
    [...readFileSync(logFile, 'utf8').matchAll(/Debugger listening on (ws:\/\/127\.0\.0\.1:\d+\/[\w-]+)/g)].at(-1)?.[1];
  const isNode = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] === process.execPath;
  if (!isNode) return undefined;
  if (openedAt() === undefined) process.kill(pid, 'SIGUSR1');
  for (let waited = 0; waited < longestWaitMs && openedAt() === undefined; waited += 100) await pause(100);
  return openedAt();
}

function ask(socket: WebSocket, id: number, method: string, params: object): Promise<unknown> {
  const answered = new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${method} was not answered`)), longestWaitMs);
    const listen = (data: unknown): void => {
      const message: unknown = JSON.parse(String(data));
      if (typeof message !== 'object' || message === null || !('id' in message) || message.id !== id) return;
      clearTimeout(timer);
      socket.off('message', listen);
      resolve(message);
    };
    socket.on('message', listen);
  });
  socket.send(JSON.stringify({ id, method, params }));
  return answered;
}
