import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnvironment, formatPartStart, type PartStart, partStartVariable } from '@tapwise/adapters';
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

/** Starts a part and keeps it running. Its process id is in `run/<part>.pid`, its output in `log/<part>.log`. */
export function supervise(part: Part, dataDir: string): RunningPart {
  let child: ChildProcess | undefined;
  let stopping = false;
  let deaths = 0;
  const series = randomUUID();
  /** When the present process first answered. */
  let answeredAt: number | undefined;
  const restart = createRestartPause();
  let becomeReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });
  const pidFile = join(dataDir, 'run', `${part.name}.pid`);

  const run = async (): Promise<void> => {
    while (!stopping) {
      const launched = launch(part, dataDir, { series, number: deaths + 1 });
      child = launched;
      if (launched.pid !== undefined) writeFileSync(pidFile, `${launched.pid}\n`);
      // The next start ends the leases of this one, so no error counts as an end of a process that was there.
      const gone = new Promise<void>((resolve) => {
        launched.once('exit', () => resolve());
        launched.on('error', () => launched.pid === undefined && resolve());
      });
      void untilAnswering(part, () => child?.exitCode === null && child.signalCode === null).then((yes) => {
        if (!yes) return;
        answeredAt = Date.now();
        becomeReady();
      });
      await gone;
      const answeredMs = answeredAt === undefined ? 0 : Date.now() - answeredAt;
      answeredAt = undefined;
      rmSync(pidFile, { force: true });
      if (stopping) return;
      deaths += 1;
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
      return deaths === 0
        ? { status: 'starting', detail: 'starting' }
        : { status: 'down', detail: 'being started again' };
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

function launch(part: Part, dataDir: string, start: PartStart): ChildProcess {
  const log = join(dataDir, 'log', `${part.name}.log`);
  mkdirSync(join(dataDir, 'log'), { recursive: true });
  mkdirSync(join(dataDir, 'run'), { recursive: true });
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > rotateAtBytes) renameSync(log, `${log}.1`);
  const output = openSync(log, 'a');
  // A group of its own keeps a Ctrl-C in the terminal from reaching the parts before they are stopped in order.
  const child = spawn(part.command, part.args, {
    env: childEnvironment({ ...part.environment, [partStartVariable]: formatPartStart(start) }),
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  return child;
}

async function untilAnswering(part: Part, alive: () => boolean): Promise<boolean> {
  while (alive()) {
    if (await part.isResponding().catch(() => false)) return alive();
    await pause(50);
  }
  return false;
}
