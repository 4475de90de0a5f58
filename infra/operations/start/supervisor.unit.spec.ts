import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keepStatusFile } from './status-file.ts';
import { type Part, supervise } from './supervisor.ts';

const folder = mkdtempSync(join(tmpdir(), 'supervisor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const partOf = (script: string): Part => ({
  name: 'api',
  command: '/bin/sh',
  args: ['-c', script],
  environment: {},
  isResponding: async () => true,
});

describe('a part', () => {
  it('that ends is reported with what it wrote last, once for the same reason', async () => {
    const lines: string[] = [];
    const part = supervise(partOf('echo "Error: the key is gone" >&2; exit 3'), folder, (line) => lines.push(line));
    await expect.poll(() => part.state().detail).toMatch(/again|started/);
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    await part.stop(1000);
    expect(lines).toEqual(['api: it ended with code 3: Error: the key is gone; it is started again']);
  });

  it('runs, and runs again, where neither its log nor its process id can be written', async () => {
    const dataDir = join(folder, 'full');
    mkdirSync(dataDir);
    // As on a disk that takes nothing: what should be folders are files.
    for (const name of ['log', 'run']) writeFileSync(join(dataDir, name), '');
    const marks = join(folder, 'marks');
    const lines: string[] = [];
    const part = supervise(partOf(`echo run >> ${marks}; exit 1`), dataDir, (line) => lines.push(line));
    await expect.poll(() => readFileSync(marks, 'utf8').split('\n').length, { interval: 20 }).toBeGreaterThan(2);
    await part.stop(1000);
    expect(lines.join('\n')).toMatch(/it runs without a log[\s\S]*process id could not be written down/);
  });
});

describe('the states of parts', () => {
  it('are written as soon as the disk takes them again, and a disk that does not ends nothing', async () => {
    const dataDir = join(folder, 'states');
    mkdirSync(dataDir);
    const run = join(dataDir, 'run');
    writeFileSync(run, '');
    const lines: string[] = [];
    const stop = keepStatusFile(
      dataDir,
      () => ({ api: { status: 'ok', detail: 'running' } }),
      (line) => lines.push(line),
    );
    expect(lines).toEqual([expect.stringContaining('DATA_DIR cannot be written: ENOTDIR')]);
    rmSync(run);
    mkdirSync(run);
    await expect.poll(() => lines.at(-1)).toBe('DATA_DIR can be written again');
    expect(readFileSync(join(run, 'status.json'), 'utf8')).toContain('"detail":"running"');
    stop();
  });
});
