import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LogUnderTest, startLog } from '../../testing/log-under-test.ts';
import { LateWriterError, openRangeJournal, readRangesBegun } from './range-journal.ts';

let log: LogUnderTest;
beforeAll(async () => {
  log = await startLog();
});
afterAll(() => log.stop());

const cohort = { name: 'cohort', version: 3 };
const usage = { name: 'usage', version: 1 };
const at = (position: bigint) => ({ position, recordedAt: new Date(0) });
const newTables = (): string => `tables-${randomUUID()}`;

describe('the journal of ranges', () => {
  it('lets no late writer begin a range, which is how it learns that it is late', async () => {
    const tables = newTables();
    const first = await openRangeJournal(log.log, { tables, epoch: 1 });
    await first.begin([cohort], { from: 1n, to: 5n }, undefined);
    const second = await openRangeJournal(log.log, { tables, epoch: 2 });
    await expect(first.begin([cohort], { from: 6n, to: 9n }, 5n)).rejects.toBeInstanceOf(LateWriterError);
    expect([first.isLate(), second.isLate()]).toEqual([true, false]);
    await second.begin([cohort], { from: 6n, to: 7n }, 5n);
    expect((await readRangesBegun(log.log, tables)).unfinishedOf(cohort, at(5n))).toEqual({ from: 6n, to: 7n });
    await expect(openRangeJournal(log.log, { tables, epoch: 1 })).rejects.toBeInstanceOf(LateWriterError);
  });

  it('gives a successor the ends of the range that its predecessor began', async () => {
    const tables = newTables();
    const first = await openRangeJournal(log.log, { tables, epoch: 1 });
    await first.begin([cohort, usage], { from: 11n, to: 15n }, 10n);
    const second = await openRangeJournal(log.log, { tables, epoch: 2 });
    for (const projection of [cohort, usage])
      expect(second.unfinishedOf(projection, at(10n))).toEqual({ from: 11n, to: 15n });
    expect(second.unfinishedOf(cohort, at(15n))).toBeUndefined();
    expect(second.unfinishedOf({ ...cohort, version: 4 }, at(10n))).toBeUndefined();
  });

  it('says nothing about tables that were emptied, or restored from a copy', async () => {
    const tables = newTables();
    const journal = await openRangeJournal(log.log, { tables, epoch: 1 });
    await journal.begin([cohort], { from: 11n, to: 15n }, 10n);
    expect(journal.unfinishedOf(cohort, undefined)).toBeUndefined();
    expect(journal.unfinishedOf(cohort, at(4n))).toBeUndefined();
  });

  it('takes the ranges of groups that write side by side', async () => {
    const tables = newTables();
    const journal = await openRangeJournal(log.log, { tables, epoch: 1 });
    await Promise.all([
      journal.begin([cohort], { from: 11n, to: 15n }, 10n),
      journal.begin([usage], { from: 3n, to: 4n }, undefined),
    ]);
    const begun = await readRangesBegun(log.log, tables);
    expect([begun.unfinishedOf(cohort, at(10n)), begun.unfinishedOf(usage, undefined)]).toEqual([
      { from: 11n, to: 15n },
      { from: 3n, to: 4n },
    ]);
  });
});
