import { createLogger, insertRows, openClickHouse, openEventLog, readEnvironment } from '@tapwise/adapters';
import type { PlannedInsert } from './runner/insert-plan.ts';
import { databaseOf, prepareTables, withDatabase } from './runner/prepare-tables.ts';
import { rebuild } from './runner/rebuild.ts';
import { dropDatabase } from './runner/rebuild-tables.queries.ts';

/**
 * Makes all tables anew from the log and swaps them in. `--accept-differences` swaps also where the new rows differ, after a
 * projection has changed; `--measure` repeats all inserts raw afterwards, into tables of their own, and prints both times.
 */
const environment = readEnvironment();
const { EVENTSTORE_URL, CLICKHOUSE_URL } = environment;
if (EVENTSTORE_URL === undefined || CLICKHOUSE_URL === undefined) {
  throw new Error('EVENTSTORE_URL and CLICKHOUSE_URL say where the log and the tables are; set both');
}
const measure = process.argv.includes('--measure');
const log = openEventLog(EVENTSTORE_URL);
const inserts: PlannedInsert[] = [];
try {
  const result = await rebuild({
    log,
    url: CLICKHOUSE_URL,
    logger: createLogger('rebuild', environment.LOG_LEVEL),
    acceptDifferences: process.argv.includes('--accept-differences'),
    ...(measure ? { onInsert: (insert: PlannedInsert) => inserts.push(insert) } : {}),
  });
  const { events, rows, seconds, differences, swapped } = result;
  const print = (line: string) => process.stdout.write(`${line}\n`);
  for (const { table, live, rebuilt } of differences) {
    print(`${table} differs: ${live.rows} rows live, ${rebuilt.rows} rows rebuilt`);
  }
  print(`${events} events, ${rows} rows in ${seconds.toFixed(2)} s`);
  print(`${Math.round(events / seconds)} events/s, ${Math.round(rows / seconds)} rows/s`);
  if (measure) {
    const raw = await insertRaw(CLICKHOUSE_URL, inserts);
    print(`raw insert of the same rows: ${raw.toFixed(2)} s, ratio ${(raw / seconds).toFixed(2)}`);
  }
  print(swapped ? 'swapped' : 'not swapped');
  process.exitCode = swapped ? 0 : 1;
} finally {
  await log.close();
}

async function insertRaw(url: string, planned: readonly PlannedInsert[]): Promise<number> {
  const database = `${databaseOf(url)}_raw`;
  await prepareTables(url, database);
  const client = openClickHouse(withDatabase(url, database));
  const began = performance.now();
  for (const insert of planned) await insertRows(client, insert);
  const seconds = (performance.now() - began) / 1000;
  await dropDatabase(client, database);
  await client.close();
  return seconds;
}
