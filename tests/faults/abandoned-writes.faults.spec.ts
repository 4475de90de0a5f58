import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { spawnEventStore, temporaryDirectory } from '../support/engines/eventstore-node.ts';
import { specProgramArguments } from '../support/programs/spec-programs.ts';

const keepaliveMs = 1000;
/** Longer than the two keepalive times after which the client gives the connection up. */
const silentMs = 15_000;

// They wait most of their time.
describe.concurrent('a process whose appends wait behind backpressure', () => {
  it.each(['direct', 'library'])(
    'outlives a log that is silent past the keepalive, and each append is made or fails as retryable, the next one is made; any other rejection that is not awaited still ends it: %s',
    async (transport) => {
      const directory = temporaryDirectory();
      const eventStore = await spawnEventStore(directory.path);
      const url = `${eventStore.url}&keepAliveInterval=${keepaliveMs}&keepAliveTimeout=${keepaliveMs}`;
      const child = spawn(process.execPath, [...specProgramArguments('append-flood'), url, transport], {
        stdio: 'pipe',
      });
      try {
        let errors = '';
        child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
        const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
        expect((await lines.next()).value).toBe('READY');
        eventStore.process.kill('SIGSTOP');
        child.stdin.write('flood\n');
        await pause(silentMs);
        eventStore.process.kill('SIGCONT');
        const ended = (await lines.next()).value;
        expect(ended, errors.slice(-2000)).toMatch(/^ENDED/);
        const { made, retryable, other } = JSON.parse(ended.slice('ENDED '.length)) as Record<string, number>;
        expect(other).toBe(0);
        expect((made ?? 0) + (retryable ?? 0)).toBe(3000);
        expect((await lines.next()).value, errors.slice(-2000)).toBe('MADE');
        child.stdin.write('stray\n');
        const [code] = await once(child, 'close');
        expect(code).not.toBe(0);
        expect(errors).toContain('a stray rejection');
      } finally {
        child.kill('SIGKILL');
        eventStore.process.kill('SIGCONT');
        await eventStore.stop('SIGTERM');
        directory.remove();
      }
    },
    120_000,
  );
});
