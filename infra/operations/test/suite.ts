import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnvironment } from '@tapwise/adapters';

/** What a suite has started may keep its output open after its end. */
const lastLinesMs = 1_000;

const running = new Set<ChildProcess>();
let ended = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    ended = true;
    // An interrupt stops the suites, which end what they have started.
    if (signal === 'SIGTERM') for (const suite of running) suite.kill('SIGINT');
  });
}

/** How a suite is run. */
export interface SuiteOptions {
  readonly overrides?: Record<string, string>;
  /** It gets what the others leave of the processor. */
  readonly isInBackground?: boolean;
}

/**
 * Runs a suite, also beside others: lines are printed whole.
 * @returns its exit code.
 */
export async function runSuite(
  command: string,
  args: readonly string[],
  { overrides = {}, isInBackground = false }: SuiteOptions = {},
): Promise<number> {
  if (ended) process.exit(130);
  const suite = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: childEnvironment(overrides) });
  if (isInBackground && suite.pid !== undefined) setPriority(suite.pid, constants.priority.PRIORITY_LOW);
  running.add(suite);
  printLines(suite.stdout);
  printLines(suite.stderr);
  const closed = once(suite, 'close').catch(() => undefined);
  const [code] = (await once(suite, 'exit').catch(() => [1])) as [number | null];
  await Promise.race([closed, pause(lastLinesMs)]);
  running.delete(suite);
  if (ended) await leave();
  return code ?? 1;
}

function printLines(from: Readable): void {
  createInterface({ input: from }).on('line', (line) => process.stdout.write(`${line}\n`));
}

/** The last suite to end after an interrupt ends the command. */
async function leave(): Promise<never> {
  if (running.size === 0) process.exit(130);
  return new Promise(() => undefined);
}
