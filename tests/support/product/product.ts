import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../../infra/operations/test/limits.ts';
import { timeFactor } from '../../../infra/operations/test/time-factor.ts';

const factor = timeFactor();
const root = join(import.meta.dirname, '..', '..', '..');

/** The whole product, started as an operator starts it. */
export interface Product {
  readonly url: string;
  readonly ingestUrl: string;
  readonly simulatorUrl: string | undefined;
  readonly dataDir: string;
  /** Process id of a part, as its pid file says now. */
  pid(part: string): number;
  /** What the command printed so far. */
  output(): string;
  /** Closes the pipes that the command prints to, as a terminal that goes away does. */
  closeOutput(): void;
  /** SIGTERM; resolves with the exit code. The data stay unless `remove` is set. */
  stop(options?: { remove: boolean }): Promise<number | null>;
}

/** Starts the product on free ports over a data directory of its own, and waits until it says where it is. */
export async function startProduct(
  options: {
    environment?: Record<string, string>;
    dataDir?: string;
    timeoutMs?: number;
    /** The checkout that is started; this one if absent. */
    root?: string;
  } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tapwise-product-'));
  const child = spawn(process.execPath, ['infra/operations/bootstrap.mjs', 'start'], {
    cwd: options.root ?? root,
    env: {
      ...process.env,
      PORT: '0',
      INGEST_PORT: '0',
      DATA_DIR: dataDir,
      // Nothing goes wrong unless a test wants it to.
      SIMULATOR_INCIDENT: 'off',
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const printed = await waitForLine(child, () => output, (options.timeoutMs ?? 180_000) * factor);
  const stop = async (end = { remove: true }): Promise<number | null> => {
    const code = await stopped(child);
    if (end.remove) rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  return {
    url: printed.web,
    ingestUrl: printed.ingest,
    simulatorUrl: printed.simulator,
    dataDir,
    pid: (part) => Number(readFileSync(join(dataDir, 'run', `${part}.pid`), 'utf8')),
    output: () => output,
    closeOutput() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    stop,
  };
}

async function waitForLine(
  child: ChildProcess,
  output: () => string,
  timeoutMs: number,
): Promise<{ web: string; ingest: string; simulator: string | undefined }> {
  for (const began = Date.now(); Date.now() - began < timeoutMs; await pause(50)) {
    const web = /Tapwise is at (\S+)/.exec(output())?.[1];
    const ingest = /endpoints are at (\S+)/.exec(output())?.[1];
    const simulator = /simulator is at (\S+)/.exec(output())?.[1];
    if (web !== undefined && ingest !== undefined) return { web, ingest, simulator };
    if (child.exitCode !== null) break;
  }
  // In order, so that no part is left behind.
  await stopped(child);
  throw new Error(`The product did not start:\n${output()}`);
}

function stopped(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    const killer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    child.once('exit', (code) => {
      clearTimeout(killer);
      resolve(code);
    });
    child.kill('SIGTERM');
  });
}

/** Asks until the answer satisfies, and fails with the last answer when it never does. */
export async function eventually<T>(
  ask: () => Promise<T>,
  satisfies: (result: T) => boolean,
  options: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  let last: unknown;
  for (
    const began = Date.now();
    Date.now() - began < (options.timeoutMs === undefined ? limits.pollMs : options.timeoutMs * factor);
    await pause(options.everyMs ?? 100)
  ) {
    try {
      const result = await ask();
      if (satisfies(result)) return result;
      last = result;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`Never came true; last seen: ${last instanceof Error ? last.message : JSON.stringify(last)}`);
}
