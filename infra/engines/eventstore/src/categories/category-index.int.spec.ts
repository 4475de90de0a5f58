import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../store/event-log.ts';
import type { WriteOutcome } from '../store/write-command.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'category-index-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const blockPositions = 16;
const open = () => EventLog.open(directory, false, { blockPositions });

const append = (log: EventLog, streamName: string, count: number) =>
  new Promise<WriteOutcome>((resolve) => {
    const events = Array.from({ length: count }, () => ({
      id: randomUUID(),
      type: 'Tested',
      isJson: true,
      data: Buffer.from('{}'),
      customMetadata: Buffer.alloc(0),
    }));
    log.submit({ kind: 'append', streamName, expected: 'any', events }, resolve);
  });

/** Names of the streams of all records that a reader of these prefixes looks at, by position. */
function lookedAt(log: EventLog, prefixes: readonly string[]): Map<number, string> {
  const reader = log.categoryReader(prefixes);
  const names = new Map<number, string>();
  for (let position = reader.after(0); position <= log.lastPosition; position = reader.after(position))
    names.set(position, log.record(position)?.streamName ?? '');
  return names;
}

const matching = (names: ReadonlyMap<number, string>, prefixes: readonly string[]) =>
  [...names].filter(([, name]) => prefixes.some((prefix) => name.startsWith(prefix)));

/** Names of the streams of all records, without the index. */
function everything(log: EventLog): Map<number, string> {
  const names = new Map<number, string>();
  for (let position = 1; position <= log.lastPosition; position += 1)
    names.set(position, log.record(position)?.streamName ?? '');
  return names;
}
const isIndexed = (log: EventLog) =>
  expect.poll(() => lookedAt(log, ['none-']).size, { timeout: 5000 }).toBeLessThan(log.lastPosition / 2);

/** Thirty rounds of a few streams; their names share beginnings, or have none. */
async function fill(log: EventLog): Promise<void> {
  const names = ['order-1', 'order-2', 'orders-1', 'bill-7', 'plain', `${'long'.repeat(40)}-1`, 'other-1', '-'];
  for (let round = 0; round < 30; round += 1) {
    await Promise.all(
      names.filter((_, index) => (round + index) % 3 === 0).map((name) => append(log, name, 1 + (round % 4))),
    );
    if (round % 10 === 0) await append(log, '$$order-1', 1);
  }
}

const filters = [
  ['order-'],
  ['order-1'],
  ['ord'],
  ['bill-', 'other-'],
  ['plain'],
  ['$$'],
  ['longlong'],
  ['-'],
  ['none-'],
];

describe('the index by categories', () => {
  it.each(filters)(
    'leaves out no record of %s, in order, before and after the log is opened again',
    async (...prefixes) => {
      let log = await open();
      await fill(log);
      await isIndexed(log);
      for (let opened = 0; opened < 2; opened += 1) {
        const names = lookedAt(log, prefixes);
        expect(matching(names, prefixes)).toEqual(matching(everything(log), prefixes));
        expect([...names.keys()]).toEqual([...names.keys()].sort((left, right) => left - right));
        await log.close();
        log = await open();
      }
      await log.close();
    },
  );

  it('looks at the records of one category, not at those between', async () => {
    const log = await open();
    await append(log, 'rare-1', 1);
    await append(log, 'common-1', 40 * blockPositions);
    await append(log, 'rare-2', 1);
    await append(log, 'common-2', 2 * blockPositions);
    await expect.poll(() => lookedAt(log, ['rare-']).size, { timeout: 5000 }).toBeLessThan(43 + blockPositions);
    expect(matching(lookedAt(log, ['rare-']), ['rare-'])).toHaveLength(2);
    await log.close();
  });

  it('is made of a log that was written without one', async () => {
    const before = await EventLog.open(directory, false, { blockPositions: 1_000_000 });
    await fill(before);
    const prefixes = ['bill-'];
    const expected = matching(everything(before), prefixes);
    await before.close();
    const log = await open();
    await isIndexed(log);
    expect(matching(lookedAt(log, prefixes), prefixes)).toEqual(expected);
    await append(log, 'bill-8', 3);
    expect(matching(lookedAt(log, prefixes), prefixes)).toHaveLength(expected.length + 3);
    await log.close();
  });
});
