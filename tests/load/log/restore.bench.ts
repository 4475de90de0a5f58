import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createLogger,
  type EventLog,
  openEventLog,
  openFileFolder,
  openSecrets,
  readEnvironment,
} from '@tapwise/adapters';
import { projections } from '@tapwise/projections';
import { makeBackup } from '../../../infra/operations/backup/make-backup.ts';
import { restoreBackup } from '../../../infra/operations/backup/restore-backup.ts';
import { dropTablesAsOf, fillTablesAsOf } from '../../../projections/src/writing/filling/tables-as-of.ts';
import { startClickHouseNode } from '../../support/engines/clickhouse-node.ts';
import { type SpawnedEventStore, spawnEventStore } from '../../support/engines/eventstore-node.ts';
import { printRatio } from '../measuring/figures.ts';
import { fillLog } from './long-log.ts';

/** Time and size of a backup and of its restore, on a log of 100,000 events or as many as the argument says. */
const wanted = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-restore-'));
const environment = readEnvironment({ DATA_DIR: join(folder, 'source') });
const nodes: SpawnedEventStore[] = [];
const clickHouse = await startClickHouseNode({ dataDirectory: join(folder, 'clickhouse') });
try {
  await measure();
} finally {
  for (const node of nodes) await node.stop('SIGKILL');
  await clickHouse.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const { url, log } = await openNode('source');
  await fillLog(url, wanted);
  const { files, vault } = await openSecrets(environment);
  for (let account = 1; account <= 1000; account += 1) await vault.encrypt(`account-${account}`, 'name');
  const backup = openFileFolder(join(folder, 'backup'));
  const request = { log, files, environment, backup, withMasterKey: true };
  const made = await timed(() => makeBackup({ ...request, now: new Date() }));
  const again = await timed(() => makeBackup({ ...request, now: new Date() }));
  const target = await openNode('target');
  const restoring = await timed(() =>
    restoreBackup({
      backup,
      openLog: async () => target.log,
      files: openFileFolder(join(folder, 'target')),
      environment,
      newestKeys: files,
      now: new Date(),
    }),
  );
  const rebuild = await timed(() => fill(target.log));
  const { events } = restoring.result;
  const perMillion = (value: number): number => (value / events) * 1e6;
  const megabytes = perMillion(made.result.bytes / 1e6).toFixed(0);
  console.log(
    `backup of a million events: ${perMillion(made.seconds).toFixed(1)} s, ${megabytes} MB (${events} measured)`,
  );
  console.log(`backup again, with nothing new: ${again.seconds.toFixed(1)} s`);
  console.log(`restore of a million events: ${perMillion(restoring.seconds).toFixed(1)} s, the log alone`);
  const ours = restoring.seconds + rebuild.seconds;
  printRatio('restore until reports are equal ÷ rebuild', { ours, base: rebuild.seconds, unit: 's' }, '≤ 3');
}

async function fill(log: EventLog): Promise<void> {
  const { url } = clickHouse;
  const database = 'as_of_restored';
  const part = { to: await log.lastPosition() };
  await fillTablesAsOf({ log, url, projections, database, part, logger: createLogger('bench', 'silent') });
  await dropTablesAsOf(url, database);
}

async function openNode(name: string): Promise<{ url: string; log: EventLog }> {
  const node = await spawnEventStore(join(folder, name, 'eventstore'));
  nodes.push(node);
  return { url: node.url, log: openEventLog(node.url) };
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const began = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - began) / 1000 };
}
