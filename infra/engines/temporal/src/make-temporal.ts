import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { findExecutable } from './find-executable.ts';
import { runCommand } from './run-command.ts';

/** Last version whose module can be installed by name alone; its server is 1.29.1. */
export const temporalVersion = '1.5.1';
const goModule = 'github.com/temporalio/cli/cmd/temporal';
const buildTimeoutMs = 20 * 60_000;
const downloadTimeoutMs = 5 * 60_000;
const maxDownloadBytes = 400_000_000;

/** One way to get the server: puts a program named `temporal` into the folder, or throws. */
export type Making = (folder: string, signal: AbortSignal) => Promise<void>;

/** @param baseUrl Address of the official archives. */
export function byDownload(baseUrl: string): Making {
  return async (folder, signal) => {
    const machine = arch() === 'x64' ? 'amd64' : arch();
    const url = `${baseUrl}/v${temporalVersion}?platform=${platform()}&arch=${machine}`;
    const archive = await fetchArchive(url, AbortSignal.any([signal, AbortSignal.timeout(downloadTimeoutMs)]));
    await runCommand('tar', ['-xzf', '-', '-C', folder, 'temporal'], {
      input: bounded(archive),
      timeoutMs: downloadTimeoutMs,
      signal,
    });
  };
}

/** Builds the server from the Go module proxy, which checks what it gives against the public checksum database. */
export function byBuilding(searchPath: readonly string[]): Making {
  return async (folder, signal) => {
    const go = await findExecutable('go', searchPath);
    if (go === undefined) throw new Error('Go is not installed');
    await runCommand(go, ['install', '-ldflags=-s -w', `${goModule}@v${temporalVersion}`], {
      environment: { GOBIN: folder },
      timeoutMs: buildTimeoutMs,
      signal,
    });
  };
}

/**
 * Makes the server beside its final place and moves it there whole, so that a broken or parallel attempt is never taken for
 * a finished one.
 * @throws Error when it cannot be made, or does not run here.
 */
export async function makeTemporal(file: string, making: Making, signal: AbortSignal): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const folder = await mkdtemp(join(dirname(file), 'making-'));
  try {
    await making(folder, signal);
    const made = join(folder, 'temporal');
    await runCommand(made, ['--version'], { timeoutMs: 30_000, signal });
    await rename(made, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fetchArchive(url: string, signal: AbortSignal, redirects = 3): Promise<AsyncIterable<Uint8Array>> {
  // Loaded only here: a start that finds the server does not need it.
  const { request } = await import('undici');
  const { statusCode, headers, body } = await request(url, { signal, headersTimeout: 15_000 });
  if (statusCode === 200) return body;
  await body.dump();
  const location = headers.location;
  if (statusCode < 300 || statusCode >= 400 || typeof location !== 'string' || redirects === 0) {
    throw new Error(`The download answered ${statusCode}`);
  }
  return fetchArchive(new URL(location, url).href, signal, redirects - 1);
}

async function* bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxDownloadBytes) throw new Error('The download is larger than it can be');
    yield chunk;
  }
}
