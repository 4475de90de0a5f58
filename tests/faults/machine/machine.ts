import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childEnvironment } from '@tapwise/adapters';
import { closedOutside } from '../../../infra/operations/addresses/closed-outside.ts';
import { freePort } from '../../../infra/operations/start/free-port.ts';
import { type Disk, mountDisk } from './disk.ts';

/** A user without rights, whom a disk and a mode can keep out. */
export const plainUser = 65_534;

/** A machine of its own: a disk for the data, another for the log, a clock, and a user without rights. */
export interface Machine {
  readonly dataDir: string;
  readonly data: Disk;
  readonly log: Disk;
  /** One more, with nothing on it. */
  readonly spare: Disk;
  readonly spareDir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The clock of all programs is off by so much from now on. */
  shiftClock(ms: number): void;
  /** Starts a command of ours as the user without rights. */
  start(command: string): Command;
  remove(): void;
}

/** A command that runs. */
export interface Command {
  readonly process: ChildProcess;
  /** All that it printed. */
  output(): string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

const root = join(import.meta.dirname, '..', '..', '..');
const clock = pathToFileURL(join(import.meta.dirname, 'shift-clock.mjs')).href;

/** Makes the machine. Everything on it is in memory. */
export async function openMachine(): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-machine-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const data = mountDisk(dataDir, { bytes: 1_500_000_000, files: 60_000 }, plainUser);
  const log = mountDisk(join(dataDir, 'eventstore'), { bytes: 200_000_000, files: 100 }, plainUser);
  const spareDir = join(folder, 'spare');
  const spare = mountDisk(spareDir, { bytes: 10_000_000, files: 100 }, plainUser);
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '0');
  const environment = {
    ...closedOutside,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    PATH: process.env.PATH ?? '',
    NODE_OPTIONS: `--import ${clock}`,
    TAPWISE_CLOCK_FILE: clockFile,
    DATA_DIR: dataDir,
    DEMO: 'off',
    PORT: String(await freePort()),
    INGEST_PORT: String(await freePort()),
    SQL_PORT: String(await freePort()),
  };
  return {
    dataDir,
    data,
    log,
    spare,
    spareDir,
    environment,
    shiftClock: (ms) => writeFileSync(clockFile, String(ms)),
    start: (command) => startCommand(command, environment),
    remove: () => {
      for (const disk of [spare, log, data]) disk.unmount();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a command of ours as the user without rights. */
export function startCommand(command: string, environment: Readonly<Record<string, string>>): Command {
  const as = [`--reuid=${plainUser}`, `--regid=${plainUser}`, '--clear-groups'];
  const child = spawn('setpriv', [...as, process.execPath, 'infra/operations/bootstrap.mjs', command], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { process: child, output: () => output, ended };
}

/** What a part wrote into its log. */
export function logText({ dataDir }: Pick<Machine, 'dataDir'>, part: string): string {
  const file = join(dataDir, 'log', `${part}.log`);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Process id of a part, by its command line: what is written down may be old. */
export function pidOf(part: string, dataDir: string): number {
  const file = join(dataDir, 'run', `${part}.pid`);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN;
}

const mountsVariable = 'TAPWISE_MACHINE';

/** Runs this command again where no other process sees what it mounts, and ends with its exit code; returns where it runs so already. */
export function requireOwnMounts(command: string): void {
  if (childEnvironment({})[mountsVariable] !== undefined) return;
  const again = [process.execPath, 'infra/operations/bootstrap.mjs', command, ...process.argv.slice(2)];
  const ended = spawnSync('unshare', ['-m', '--propagation', 'private', ...again], {
    stdio: 'inherit',
    env: childEnvironment({ [mountsVariable]: 'own' }),
  });
  process.exit(ended.status ?? 1);
}

/** Whether this process may mount file systems that no other sees. */
export const canMount = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;
