import { parseArgs } from 'node:util';
import {
  createLogger,
  exitWhenPrinted,
  guardCommand,
  type HeldLease,
  openClickHouse,
  openEventLog,
  readEnvironment,
  withDatabase,
  withLease,
} from '@tapwise/adapters';
import { projections } from '../projection-list.ts';
import type { RowInsert } from '../tables/insert-into.ts';
import { insertInto } from '../tables/insert-into.ts';
import { dropDatabase } from './filling/rebuild-tables.queries.ts';
import { type RebuildResult, rebuildTables } from './filling/rebuild-tables.ts';
import { databaseOf, prepareTables, refuseNewerTables } from './runner/prepare-tables.ts';

/**
 * Rebuilds the tables of the named projections from the log and swaps them in; of all together without a name.
 * `--accept-differences` swaps also where the new rows differ, after a projection has changed; `--measure` repeats all inserts
 * raw afterwards, into tables of their own, and prints both times.
 */
const environment = readEnvironment();
const { EVENTSTORE_URL, CLICKHOUSE_URL } = environment;
if (EVENTSTORE_URL === undefined || CLICKHOUSE_URL === undefined) {
  throw new Error('EVENTSTORE_URL and CLICKHOUSE_URL say where the log and the tables are; set both');
}
const { values, positionals } = parseArgs({
  options: { 'accept-differences': { type: 'boolean', default: false }, measure: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => projections.every((projection) => projection.name !== name));
const print = (line: string) => process.stdout.write(`${line}\n`);
if (unknown.length > 0) {
  const names = projections.map(({ name }) => name).sort();
  process.stderr.write(`There is no projection ${unknown.join(', ')}. Projections: ${names.join(', ')}\n`);
  process.exit(2);
}
/**
 * How long other rebuilds wait for one that is silent, in seconds. Only they wait for this lease, so it may be long: on a busy machine one
 * batch of events keeps the process from renewing it for several seconds.
 */
const leaseSeconds = 30;
const log = openEventLog(EVENTSTORE_URL);
const inserts: RowInsert[] = [];
let code = 1;
try {
  await guardCommand(log);
  await refuseNewerTables(CLICKHOUSE_URL);
  const done: { result?: RebuildResult } = {};
  const rebuild = async ({ epoch, signal }: HeldLease): Promise<void> => {
    done.result = await rebuildTables({
      log,
      url: CLICKHOUSE_URL,
      logger: createLogger('rebuild', environment.LOG_LEVEL),
      projections: projections.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
      acceptDifferences: values['accept-differences'],
      epoch,
      signal,
      onInsert: values.measure ? (insert) => inserts.push(insert) : undefined,
    });
  };
  const name = `rebuild-${databaseOf(CLICKHOUSE_URL)}`;
  // A rebuild waits for one that another process makes.
  const lease = { name, holder: 'rebuild', seconds: leaseSeconds, signal: new AbortController().signal };
  await withLease(log, lease, rebuild).catch((error: unknown) => {
    // What was exchanged is exchanged, also where the lease was lost after it.
    if (done.result === undefined) throw error;
  });
  if (done.result === undefined) throw new Error('It ended without a result');
  const { events, rows, seconds, differences, swapped } = done.result;
  for (const { table, current, rebuilt } of differences) {
    print(`${table} differs: ${current.rows} rows live, ${rebuilt.rows} rows rebuilt`);
  }
  print(`${events} events, ${rows} rows in ${seconds.toFixed(2)} s`);
  print(`${Math.round(events / seconds)} events/s, ${Math.round(rows / seconds)} rows/s`);
  if (values.measure) {
    const raw = await insertRaw(CLICKHOUSE_URL, inserts);
    print(`raw insert of the same rows: ${raw.toFixed(2)} s, ratio ${(raw / seconds).toFixed(2)}`);
  }
  print(swapped ? 'swapped' : 'not swapped');
  code = swapped ? 0 : 1;
} catch (error) {
  process.stderr.write(`Not swapped: ${error instanceof Error ? error.message : String(error)}\n`);
} finally {
  await log.close();
}
// A stream that was left half way keeps the log's client from ending.
await exitWhenPrinted(code);

async function insertRaw(url: string, planned: readonly RowInsert[]): Promise<number> {
  const database = `${databaseOf(url)}_raw`;
  await prepareTables(url, database);
  const client = openClickHouse(withDatabase(url, database));
  const began = performance.now();
  for (const insert of planned) await insertInto(client, insert);
  const seconds = (performance.now() - began) / 1000;
  await dropDatabase(client, database);
  await client.close();
  return seconds;
}
