import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ClickHouseClient } from '@tapwise/adapters';
import { type ProjectionEvent, projectionWriterStream } from '@tapwise/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { programArguments } from '../../../../tests/support/programs/program-arguments.ts';
import { projections } from '../../projection-list.ts';
import { readTablesPosition } from '../../tables/checkpoint.queries.ts';
import { currentDatabase } from '../../tables/current-database.queries.ts';
import { startFollowing } from '../../testing/followed-tables.ts';
import { type LogUnderTest, startLog } from '../../testing/log-under-test.ts';
import { randomWorld } from '../../testing/random/random-world.ts';
import { contentOf, quiet, startTables, type TablesUnderTest } from '../../testing/tables-under-test.ts';

let tables: TablesUnderTest;
let log: LogUnderTest;
const writers: ChildProcess[] = [];
beforeAll(async () => {
  [tables, log] = await Promise.all([startTables(), startLog()]);
});
afterAll(async () => {
  for (const writer of writers) writer.kill('SIGKILL');
  await Promise.all([tables.stop(), log.stop()]);
});

function startWriter(database: string): ChildProcess {
  const writer = spawn(process.execPath, programArguments('projections'), {
    env: {
      PATH: process.env.PATH,
      EVENTSTORE_URL: log.url,
      CLICKHOUSE_URL: `${tables.url}/${database}`,
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writers.push(writer);
  return writer;
}

async function reached(client: ClickHouseClient, position: bigint): Promise<void> {
  await expect.poll(async () => (await readTablesPosition(client))?.position ?? 0n).toBe(position);
}

/** What the log alone makes of the tables. */
async function recomputed(until: bigint): Promise<Record<string, string[]>> {
  const client = await tables.emptyTables();
  const stop = new AbortController();
  const following = startFollowing({ log: log.log, projections, client, logger: quiet, signal: stop.signal });
  await following.reached(until);
  stop.abort();
  await following.ended;
  return await contentOf(client);
}

it('of two processes one writes, the other goes on when that one is frozen or killed, and the frozen one is shut out', async () => {
  const { events } = randomWorld(11);
  const part = (index: number) => events.filter((_, at) => at % 4 === index);
  const client = await tables.emptyTables();
  const database = await currentDatabase(client);
  const journal = async (): Promise<ProjectionEvent[]> =>
    (await log.log.readStream(projectionWriterStream(database))).map(({ event }) => event as ProjectionEvent);
  const epochs = async (): Promise<number[]> => [...new Set((await journal()).map(({ data }) => data.epoch))];
  const rangesOf = async (epoch: number): Promise<number> =>
    (await journal()).filter(({ type, data }) => type === 'ProjectionRangeBegun' && data.epoch === epoch).length;

  const frozen = startWriter(database);
  await expect.poll(epochs).toEqual([1]);
  const second = startWriter(database);
  const first = log.appendWorld(part(0));
  await expect.poll(() => rangesOf(1), { interval: 1 }).toBeGreaterThan(0);
  frozen.kill('SIGSTOP');
  await first;
  const behind = await log.appendWorld(part(1));
  await expect.poll(epochs).toEqual([1, 2]);
  await reached(client, behind);

  // It goes on amid what it was doing, and with what has come since.
  const begunBefore = await rangesOf(1);
  frozen.kill('SIGCONT');
  const beside = await log.appendWorld(part(2));
  await reached(client, beside);
  expect(await rangesOf(1)).toBe(begunBefore);
  expect(await contentOf(client)).toEqual(await recomputed(beside));

  const ended = once(second, 'exit');
  second.kill('SIGKILL');
  await ended;
  const last = await log.appendWorld(part(3));
  await expect.poll(epochs).toEqual([1, 2, 3]);
  await reached(client, last);
  expect(await contentOf(client)).toEqual(await recomputed(last));
});
