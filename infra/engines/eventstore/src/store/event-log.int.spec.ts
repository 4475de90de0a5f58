import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from './event-log.ts';
import type { ProposedEvent } from './event-record.ts';
import type { WriteCommand, WriteOutcome } from './write-command.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'event-log-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const event = (text = '{}'): ProposedEvent => ({
  id: randomUUID(),
  type: 'Tested',
  isJson: true,
  data: Buffer.from(text),
  customMetadata: Buffer.alloc(0),
});
const submit = (log: EventLog, command: WriteCommand) =>
  new Promise<WriteOutcome>((resolve) => log.submit(command, resolve));
const append = (log: EventLog, streamName: string, events: readonly ProposedEvent[]) =>
  submit(log, { kind: 'append', streamName, expected: 'any', events });

/** Small numbers that look random and are the same in every run. */
function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe.each([0, 1, 7, 40, 200, 100_000])('a log that keeps %i index entries in memory', (recentEntries) => {
  it('finds every event by revision and knows every id, before and after it is opened again', async () => {
    const pickNumber = seededNumbers(recentEntries + 1);
    const written = new Map<string, ProposedEvent[]>();
    let log = await EventLog.open(directory, false, { recentEntries });
    for (let round = 0; round < 60; round += 1) {
      const appends = Array.from({ length: 1 + pickNumber(6) }, () => {
        const streamName = `stream-${pickNumber(pickNumber(2) === 0 ? 3 : 30)}`;
        const events = Array.from({ length: 1 + pickNumber(5) }, () => event());
        written.set(streamName, [...(written.get(streamName) ?? []), ...events]);
        return append(log, streamName, events);
      });
      if (round % 9 === 0)
        appends.push(append(log, `$$stream-${pickNumber(30)}`, [event(`{"$maxCount":${round + 1}}`)]));
      await Promise.all(appends);
      if (round % 20 === 19) {
        await log.close();
        log = await EventLog.open(directory, false, { recentEntries });
      }
    }
    for (const [streamName, events] of written) {
      const state = log.stream(streamName);
      expect(state?.last).toBe(events.length - 1);
      if (state === undefined) continue;
      expect(events.map((_, revision) => log.eventAt(state, revision)?.id)).toEqual(events.map(({ id }) => id));
      const again = await append(log, streamName, events);
      expect(again).toMatchObject({ kind: 'written', revision: events.length - 1 });
      expect(log.stream(streamName)?.last).toBe(events.length - 1);
    }
    await log.close();
  });

  it('keeps the newest metadata and tombstones of streams whose entries were moved or not', async () => {
    let log = await EventLog.open(directory, false, { recentEntries });
    for (const streamName of ['limited', 'ended', 'hidden']) await append(log, streamName, [event(), event()]);
    for (const count of [3, 2, 1]) await append(log, '$$limited', [event(`{"$maxCount":${count}}`)]);
    await submit(log, { kind: 'tombstone', streamName: 'ended', expected: 'any' });
    await submit(log, { kind: 'delete', streamName: 'hidden', expected: 'any' });
    for (let round = 0; round < 3; round += 1) {
      await append(
        log,
        `filler-${round}`,
        Array.from({ length: 50 }, () => event()),
      );
      await log.close();
      log = await EventLog.open(directory, false, { recentEntries });
      const ended = log.stream('ended');
      expect(log.stream('limited')?.limits.maxCount).toBe(1);
      expect(log.stream('hidden')?.limits.truncateBefore).toBe(Number.POSITIVE_INFINITY);
      expect(ended?.tombstoned).toBe(true);
      expect(ended && log.tombstoneOf(ended).isTombstone).toBe(true);
    }
    await log.close();
  });
});
