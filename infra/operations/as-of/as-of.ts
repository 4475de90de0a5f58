import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { childEnvironment, programFlags, readEnvironment, withDatabase } from '@tapwise/adapters';
import { z } from 'zod';
import { engineAddresses } from '../addresses/engine-addresses.ts';
import { readAsOfRequest } from './as-of-request.ts';

/** Bundled under other names when this file is. */
const tablesProgram = fileURLToPath(new URL('../../../projections/src/writing/as-of.ts', import.meta.url));
const reportProgram = fileURLToPath(new URL('../../../api/src/reports/past/as-of.ts', import.meta.url));
const filledSchema = z.object({ position: z.string(), events: z.number() });
const began = Date.now();

/**
 * Reports as they were known at an instant: the log up to then is projected into a database of its own, from which the API
 * answers as it was then. Prints one answer a line; the database is dropped unless `--keep` is given. With the `x-log-position` of
 * an answer as `--position` its very tables are made, which may have been a moment behind the log.
 */
const {
  at,
  position: lastPosition,
  keep,
  seconds,
  calls,
} = orLeave(() => readAsOfRequest(process.argv.slice(2), began));
const addresses = orLeave(() => engineAddresses(readEnvironment()));

const database = `as_of_${randomBytes(6).toString('hex')}`;
let running: ChildProcess | undefined;
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopped = true;
    running?.kill('SIGTERM');
  });
}

try {
  process.exitCode = await printResponses();
} finally {
  if (keep && !stopped) console.error(`The tables are kept in the database ${database}`);
  else await run(tablesProgram, ['--database', database, '--drop'], addresses);
}

/** Prints the answers. @returns the exit code. */
async function printResponses(): Promise<number> {
  const instant = at.toISOString();
  const end = lastPosition === undefined ? [] : ['--position', lastPosition];
  const made = await run(tablesProgram, ['--database', database, '--at', instant, ...end], addresses);
  if (made.code !== 0 || stopped) return 1;
  const { position, events } = filledSchema.parse(JSON.parse(made.output));
  const reportArguments = ['--at', instant, '--position', position, ...calls];
  const { code, output } = await run(reportProgram, reportArguments, {
    ...addresses,
    CLICKHOUSE_URL: withDatabase(addresses.CLICKHOUSE_URL, database),
  });
  process.stdout.write(output);
  console.error(`${events} events up to position ${position}, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  return code;
}

/** Runs a program of ours; what takes longer than all may take together is ended. */
function run(
  program: string,
  args: readonly string[],
  overrides: Record<string, string>,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...programFlags(program), program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: childEnvironment({ LOG_LEVEL: 'error', ...overrides }),
    });
    running = child;
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), Math.max(10_000, began + seconds * 1000 - Date.now()));
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** What cannot be understood ends the command before anything is made. */
function orLeave<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}
