import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  childEnvironment,
  type Environment,
  openClickHouse,
  openEventLog,
  openFileFolder,
  openFiles,
  programFlags,
  readEnvironment,
  saysNoTables,
} from '@tapwise/adapters';
import { tablesPosition } from '@tapwise/projections/queries';
import { readRestoreArguments } from './restore-arguments.ts';
import { restoreBackup } from './restore-backup.ts';

/*
 * Restores a backup on an empty machine, before the product is started there. Tables are made from the log when it starts.
 */

/** Bundled under another name when this file is. */
const logProgram = fileURLToPath(new URL('../../../infra/engines/eventstore/src/main.ts', import.meta.url));
/** What an installation keeps in its DATA_DIR that must not meet the log of another time. */
const usedFolders = ['eventstore', 'clickhouse', 'temporal', 'snapshots'];
let startedLog: ChildProcess | undefined;

try {
  const { folder, newestKeys } = readRestoreArguments(process.argv.slice(2));
  const environment = readEnvironment();
  await refuseUsedMachine(environment);
  const began = performance.now();
  const files = await openFiles(environment);
  const result = await restoreBackup({
    backup: openFileFolder(folder),
    openLog: async () => openEventLog(environment.EVENTSTORE_URL ?? (await startLog(environment))),
    files,
    environment,
    newestKeys: newestKeys === undefined ? files : openFileFolder(dirname(newestKeys)),
    now: new Date(),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${result.events} events restored in ${seconds} s: the log up to position ${result.position ?? 'none'} of the backup`,
  );
  console.log(`${result.keys} keys are there; ${result.destroyed} of the backup were destroyed since and stay so`);
  if (result.erasedAgain > 0)
    console.log(`${result.erasedAgain} accounts are erased once more when the product starts`);
  console.log('Start the product now: it makes its tables from the log.');
  await leave(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  await leave(1);
}

async function refuseUsedMachine({ DATA_DIR, EVENTSTORE_URL, CLICKHOUSE_URL }: Environment): Promise<void> {
  const used = usedFolders.filter((name) => existsSync(join(DATA_DIR, name)));
  const others = EVENTSTORE_URL === undefined ? used : used.filter((name) => name !== 'eventstore');
  if (others.length > 0)
    throw new Error(
      `${DATA_DIR} is not empty: it has ${others.join(', ')}. Nothing was changed: move them away, or name an empty DATA_DIR.`,
    );
  if (CLICKHOUSE_URL === undefined || !(await hasTables(CLICKHOUSE_URL))) return;
  throw new Error(
    'CLICKHOUSE_URL has tables of another log. Nothing was changed: drop their database, or name another one.',
  );
}

async function hasTables(url: string): Promise<boolean> {
  try {
    return (await tablesPosition(openClickHouse(url))) !== undefined;
  } catch (error) {
    if (saysNoTables(error)) return false;
    throw error;
  }
}

/** Starts the embedded log of this `DATA_DIR` for as long as it is filled. @returns its address. */
async function startLog({ DATA_DIR }: Environment): Promise<string> {
  const child = spawn(process.execPath, [...programFlags(logProgram), logProgram], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: resolve(DATA_DIR, 'eventstore') }),
  });
  startedLog = child;
  for await (const line of createInterface(child.stdout)) {
    const port = /^LISTENING (\d+)$/.exec(line)?.[1];
    if (port !== undefined) return `esdb://127.0.0.1:${port}?tls=false`;
  }
  throw new Error('The log does not start');
}

/** Ends the log that was started, which has everything on disk. */
async function leave(code: number): Promise<never> {
  const child = startedLog;
  if (child !== undefined && child.exitCode === null) {
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    child.kill('SIGTERM');
    await gone;
  }
  process.exit(code);
}
