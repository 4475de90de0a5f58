import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SpawnedEventStore, spawnEventStore, temporaryDirectory } from '../support/engines/eventstore-node.ts';

const directory = temporaryDirectory();
let eventStore: SpawnedEventStore;

beforeAll(async () => {
  eventStore = await spawnEventStore(directory.path);
});
afterAll(async () => {
  eventStore.process.kill('SIGCONT');
  await eventStore.stop('SIGTERM');
  directory.remove();
});

function run(what: string, transport = 'direct'): ChildProcess & { errors(): string } {
  const url = `${eventStore.url}&keepAliveInterval=1000&keepAliveTimeout=1000`;
  const file = join(import.meta.dirname, 'append-flood.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file, url, what, transport], { stdio: 'pipe' });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return Object.assign(child, { errors: () => errors });
}

describe('a process whose appends wait behind backpressure', () => {
  it.each(['direct', 'library'])(
    'outlives a log that is silent past the keepalive, and each append is made or fails as retryable, the next one is made: %s',
    async (transport) => {
      const child = run('flood', transport);
      const lines = createInterface(child.stdout as NodeJS.ReadableStream)[Symbol.asyncIterator]();
      expect((await lines.next()).value).toBe('READY');
      eventStore.process.kill('SIGSTOP');
      child.stdin?.write('go\n');
      // Longer than the two keepalive times after which the client gives the connection up.
      await pause(15_000);
      eventStore.process.kill('SIGCONT');
      const ended = (await lines.next()).value;
      expect(ended, child.errors().slice(-2000)).toMatch(/^ENDED/);
      const { made, retryable, other } = JSON.parse(ended.slice('ENDED '.length)) as Record<string, number>;
      expect(other).toBe(0);
      expect((made ?? 0) + (retryable ?? 0)).toBe(3000);
      expect((await lines.next()).value, child.errors().slice(-2000)).toBe('MADE');
    },
    90_000,
  );

  it('still dies of any other rejection that is not awaited', async () => {
    const child = run('stray');
    const [code] = await once(child, 'exit');
    expect(code).not.toBe(0);
    expect(child.errors()).toContain('a stray rejection');
  });
});
