import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMachine } from './environment.ts';
import { obtainTemporal, type TemporalProgress } from './obtain-temporal.ts';

const unreachable = 'http://127.0.0.1:9';

let folder: string;
let server: Server | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obtain-temporal-'));
});

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function script(path: string, body: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

async function obtain(options: { archivesUrl?: string; bin?: string; signal?: AbortSignal } = {}) {
  const progress: TemporalProgress[] = [];
  const path = await obtainTemporal({
    archivesUrl: options.archivesUrl ?? unreachable,
    machine: { searchPath: [options.bin ?? join(folder, 'bin')], cacheFolder: join(folder, 'cache') },
    signal: options.signal ?? new AbortController().signal,
    onProgress: (step) => progress.push(step),
  });
  return { path, states: progress.map((step) => step.state), progress };
}

const cachedFile = () => join(folder, 'cache', 'tapwise', 'temporal-1.5.1', 'temporal');

/** Serves an archive that holds a program of that body under the name `temporal`. */
async function serveArchive(body: string): Promise<string> {
  script(join(folder, 'archive', 'temporal'), body);
  const archive = execFileSync('tar', ['-czf', '-', '-C', join(folder, 'archive'), 'temporal']);
  const listening = createServer((_request, response) => response.end(archive));
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

describe('getting the Temporal server', () => {
  it('prefers the one on the search path', async () => {
    const onPath = script(join(folder, 'bin', 'temporal'), 'exit 0');
    script(cachedFile(), 'exit 0');
    expect(await obtain()).toMatchObject({ path: onPath, states: ['found'] });
  });

  it('takes the one in the cache folder', async () => {
    expect(await obtain({ bin: script(cachedFile(), 'exit 0') })).toMatchObject({
      path: cachedFile(),
      states: ['found'],
    });
  });

  it('keeps what it downloaded in the cache folder', async () => {
    const archivesUrl = await serveArchive('echo temporal version 1.5.1');
    expect(await obtain({ archivesUrl })).toMatchObject({ path: cachedFile(), states: ['downloading'] });
    expect(readdirSync(dirname(cachedFile()))).toEqual(['temporal']);
  });

  it('builds it when the download is not there', async () => {
    const go =
      'printf \'#!/bin/sh\\nexit 0\\n\' > "$GOBIN/temporal" && chmod +x "$GOBIN/temporal"\necho "$@" > "$GOBIN/../asked"';
    script(join(folder, 'bin', 'go'), go);
    expect(await obtain()).toMatchObject({ path: cachedFile(), states: ['downloading', 'building'] });
    expect(readFileSync(join(dirname(cachedFile()), 'asked'), 'utf8').trim()).toBe(
      'install -ldflags=-s -w github.com/temporalio/cli/cmd/temporal@v1.5.1',
    );
  });

  it('is built once when several starts need it at the same time', async () => {
    const go =
      'echo built >> "$GOBIN/../../builds"\nsleep 1\nprintf \'#!/bin/sh\\nexit 0\\n\' > "$GOBIN/temporal" && chmod +x "$GOBIN/temporal"';
    script(join(folder, 'bin', 'go'), go);
    const starts = await Promise.all([obtain(), obtain(), obtain()]);
    expect(starts.map(({ path }) => path)).toEqual([cachedFile(), cachedFile(), cachedFile()]);
    expect(readFileSync(join(dirname(cachedFile()), '..', 'builds'), 'utf8')).toBe('built\n');
    expect(starts.filter(({ states }) => states.includes('building'))).toHaveLength(1);
    expect(starts.filter(({ states }) => states.join() === 'waiting,found')).toHaveLength(2);
  });

  it('is tried by the next start when the one before could not get it', async () => {
    script(join(folder, 'bin', 'go'), 'exit 1');
    const starts = await Promise.all([obtain(), obtain()]);
    expect(starts.map(({ path }) => path)).toEqual([undefined, undefined]);
    expect(starts.filter(({ states }) => states.at(-1) === 'failed')).toHaveLength(2);
  });

  it('never keeps a program that does not run', async () => {
    const archivesUrl = await serveArchive('exit 1');
    expect(await obtain({ archivesUrl })).toMatchObject({
      path: undefined,
      states: ['downloading', 'building', 'failed'],
    });
    expect(existsSync(cachedFile())).toBe(false);
    expect(readdirSync(dirname(cachedFile()))).toEqual([]);
  });

  it('says why it cannot be had', async () => {
    const { path, progress } = await obtain();
    expect(path).toBeUndefined();
    expect(progress.at(-1)?.detail).toContain('Go is not installed');
  });

  it('gives up without an error when it is aborted', async () => {
    const stop = new AbortController();
    script(join(folder, 'bin', 'go'), 'exec sleep 60');
    const obtaining = obtain({ signal: stop.signal });
    stop.abort();
    expect((await obtaining).path).toBeUndefined();
    expect((await obtaining).states).not.toContain('failed');
  });
});

describe('the machine', () => {
  it('keeps caches where the user says', () => {
    expect(readMachine({ PATH: `/one${delimiter}${delimiter}/two`, XDG_CACHE_HOME: '/somewhere' })).toEqual({
      searchPath: ['/one', '/two'],
      cacheFolder: '/somewhere',
    });
  });
});
