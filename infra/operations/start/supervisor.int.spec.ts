import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partStartVariable, readPartStart } from '@tapwise/adapters';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Part, type RunningPart, supervise } from './supervisor.ts';

let dataDir: string;
const running: RunningPart[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'supervisor-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((part) => part.stop(1000)));
  rmSync(dataDir, { recursive: true, force: true });
});

function start(part: Pick<Part, 'name' | 'command' | 'args'>): void {
  running.push(supervise({ ...part, environment: {}, isResponding: async () => false }, dataDir));
}

const printStart = (name: string) => ({ name, command: '/bin/sh', args: ['-c', `echo "$${partStartVariable}"`] });
const linesOf = (name: string): string[] =>
  readFileSync(join(dataDir, 'log', `${name}.log`), 'utf8')
    .trim()
    .split('\n');
const startsOf = (name: string) => linesOf(name).map((text) => readPartStart({ [partStartVariable]: text }));

it('numbers the starts of a part, each part for itself', async () => {
  start(printStart('first'));
  start(printStart('second'));
  await vi.waitUntil(() => ['first', 'second'].every((name) => linesOf(name).length >= 3), { timeout: 20_000 });
  const first = startsOf('first');
  const second = startsOf('second');
  for (const starts of [first, second]) {
    expect(starts.slice(0, 3).map((present) => present?.number)).toEqual([1, 2, 3]);
    expect(new Set(starts.map((present) => present?.series)).size).toBe(1);
  }
  expect(first[0]?.series).not.toBe(second[0]?.series);
});

it('tries again when a program could not be started', async () => {
  start({ name: 'missing', command: join(dataDir, 'missing'), args: [] });
  await vi.waitUntil(() => running[0]?.state().status === 'down', { timeout: 20_000 });
  expect(running[0]?.state().detail).toMatch(/^being started again/);
});
