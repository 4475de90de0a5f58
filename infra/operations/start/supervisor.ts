import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnvironment, formatPartStart, type PartStart, partStartVariable } from '@tapwise/adapters';
import { type Ending, endOfLog, whyEnded } from '../doctor/why-ended.ts';
import { createRestartPause } from './restart-pause.ts';

/** One process of the product on this machine. */
export interface Part {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves true when the part answers; asked again until it does. */
  readonly isResponding: () => Promise<boolean>;
}

/** A part that is started again whenever it dies, until it is stopped: at once when it was well, slower each time when not. */
export interface RunningPart {
  readonly name: string;
  /** Resolves when the part has answered for the first time. */
  readonly ready: Promise<void>;
  state(): { status: 'ok' | 'starting' | 'down'; detail: string };
  /** Ends the part: SIGTERM, and SIGKILL if it has not gone after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

const rotateAtBytes = 20_000_000;
/** One that ends again and again for the same reason is reported no more often. */
const reportsEveryMs = 60_000;

/**
 * Starts a part and keeps it running, whatever the disk takes. Its process id is in `run/<part>.pid`, its output in `log/<part>.log`.
 * @param report Called with a line when the part has ended, and with what could not be written.
 */
export function supervise(part: Part, dataDir: string, report: (line: string) => void = () => undefined): RunningPart {
  let child: ChildProcess | undefined;
  let stopping = false;
  let deaths = 0;
  const series = randomUUID();
  let reason = '';
  /** When the present process first answered, by the steady clock. */
  let answeredAt: number | undefined;
  const restart = createRestartPause();
  let becomeReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });
  const say = throttled((line) => report(`${part.name}: ${line}`));

  const run = async (): Promise<void> => {
    while (!stopping) {
      const since = sizeOf(logOf(part, dataDir));
      child = launch(part, dataDir, { series, number: deaths + 1 }, say);
      const gone = endOf(child);
      void untilAnswering(part, () => child?.exitCode === null && child.signalCode === null).then((yes) => {
        if (!yes) return;
        answeredAt = performance.now();
        becomeReady();
      });
      const ending = await gone;
      const answeredMs = answeredAt === undefined ? 0 : performance.now() - answeredAt;
      answeredAt = undefined;
      removePid(part, dataDir);
      if (stopping) return;
      deaths += 1;
      reason = whyEnded(ending, endOfLog(dataDir, part.name, since));
      say(`${reason}; it is started again`);
      await pause(restart.afterDeath(answeredMs));
    }
  };
  const running = run();

  return {
    name: part.name,
    ready,
    state: () => {
      if (answeredAt !== undefined)
        return { status: 'ok', detail: deaths === 0 ? 'running' : `running, started ${deaths + 1} times` };
      if (deaths === 0) return { status: 'starting', detail: 'starting' };
      // Anybody may read the state, and nothing but the machine of a program that failed.
      const publicReason = reason.startsWith('it ran out of memory') ? `: ${reason}` : '';
      return { status: 'down', detail: `being started again${publicReason}` };
    },
    stop: async (graceMs) => {
      stopping = true;
      child?.kill('SIGTERM');
      const killer = setTimeout(() => child?.kill('SIGKILL'), graceMs);
      await Promise.race([running, pause(graceMs + 500, undefined, { ref: false })]);
      clearTimeout(killer);
    },
  };
}

const logOf = ({ name }: Part, dataDir: string): string => join(dataDir, 'log', `${name}.log`);
const pidFile = ({ name }: Part, dataDir: string): string => join(dataDir, 'run', `${name}.pid`);

function sizeOf(file: string): number {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}

function removePid(part: Part, dataDir: string): void {
  try {
    rmSync(pidFile(part, dataDir), { force: true });
  } catch {
    // On a disk that is read-only it stays, and names a process that is gone.
  }
}

function throttled(say: (line: string) => void): (line: string) => void {
  let last: { line: string; at: number } | undefined;
  return (line) => {
    const at = performance.now();
    if (last?.line === line && at - last.at < reportsEveryMs) return;
    last = { line, at };
    say(line);
  };
}

function launch(part: Part, dataDir: string, start: PartStart, say: (line: string) => void): ChildProcess {
  const output = openLog(part, dataDir, say);
  // A group of its own keeps a Ctrl-C in the terminal from reaching the parts before they are stopped in order.
  const child = spawn(part.command, part.args, {
    env: childEnvironment({ ...part.environment, [partStartVariable]: formatPartStart(start) }),
    stdio: ['ignore', output, output],
    detached: true,
  });
  if (output !== 'ignore') closeSync(output);
  try {
    if (child.pid !== undefined) writeFileSync(pidFile(part, dataDir), `${child.pid}\n`);
  } catch (error) {
    say(`its process id could not be written down (${messageOf(error)})`);
  }
  return child;
}

/** A part without a log is better than none. */
function openLog(part: Part, dataDir: string, say: (line: string) => void): number | 'ignore' {
  const log = logOf(part, dataDir);
  try {
    for (const folder of ['log', 'run']) mkdirSync(join(dataDir, folder), { recursive: true });
    if (sizeOf(log) > rotateAtBytes) renameSync(log, `${log}.1`);
    return openSync(log, 'a');
  } catch (error) {
    say(`it runs without a log (${messageOf(error)})`);
    return 'ignore';
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function endOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    // The next start ends the leases of this one, so no error counts as an end of a process that was there.
    child.on('error', () => child.pid === undefined && resolve({ code: null, signal: null }));
  });
}

async function untilAnswering(part: Part, alive: () => boolean): Promise<boolean> {
  while (alive()) {
    if (await part.isResponding().catch(() => false)) return alive();
    await pause(50);
  }
  return false;
}
