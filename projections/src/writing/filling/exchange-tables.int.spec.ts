import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentDatabase } from '../../tables/current-database.queries.ts';
import { readExchanges } from '../../tables/exchange.queries.ts';
import { type LogUnderTest, startLog } from '../../testing/log-under-test.ts';
import { startTables, type TablesUnderTest } from '../../testing/tables-under-test.ts';
import { cohortProjection } from '../cohort/cohort.projection.ts';
import { openRangeJournal, type RangeJournal, readRangesBegun } from '../runner/range-journal.ts';
import { untilReleased } from '../runner/table-lock.ts';
import { lockTables } from './exchange-tables.ts';

let tables: TablesUnderTest;
let log: LogUnderTest;
beforeAll(async () => {
  [tables, log] = await Promise.all([startTables(), startLog()]);
});
afterAll(async () => {
  await Promise.all([tables.stop(), log.stop()]);
});

it('locks tables amid a range by the word of their newest writer, not by that of one that is late', async () => {
  const client = await tables.emptyTables();
  const database = await currentDatabase(client);
  const open = (epoch: number) => openRangeJournal(log.log, { tables: database, epoch });
  const waiting = (journal: RangeJournal, signal: AbortSignal) =>
    untilReleased(client, ['cohort'], { signal, writer: { journal, throwIfLate: () => undefined } });
  const acknowledged = async () =>
    (await readExchanges(client)).filter((exchange) => exchange.acknowledged).map(({ detail }) => detail);
  const late = await open(1);
  const writer = await open(2);
  await writer.begin([cohortProjection], { from: 1n, to: 5n }, undefined);

  let isLocked = false;
  const locking = lockTables(client, [cohortProjection], [cohortProjection], () => readRangesBegun(log.log, database));
  void locking.then(() => (isLocked = true));
  await expect.poll(() => readExchanges(client)).toMatchObject([{ state: 'held' }]);
  const stop = new AbortController();
  const lateWait = waiting(late, stop.signal);
  await expect.poll(acknowledged).toEqual(['1']);
  stop.abort();
  await expect(lateWait).rejects.toThrow();
  // Long enough for several looks of the one who locks.
  await pause(300);
  expect(isLocked).toBe(false);

  const wait = waiting(writer, new AbortController().signal);
  const lock = await locking;
  expect(await acknowledged()).toEqual(['2']);
  await lock.release();
  await wait;
});
