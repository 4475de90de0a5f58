import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '../store/event-log.ts';
import type { ProposedEvent } from '../store/event-record.ts';
import { firstReadable } from '../store/stream-state.ts';
import type { WriteOutcome } from '../store/write-command.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'scavenge-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const event = (text = '{}'): ProposedEvent => ({
  id: randomUUID(),
  type: 'Tested',
  isJson: true,
  data: Buffer.from(text),
  customMetadata: Buffer.alloc(0),
});
const events = (count: number, text?: string) => Array.from({ length: count }, () => event(text));
const append = (log: EventLog, streamName: string, appended: readonly ProposedEvent[]) =>
  new Promise<WriteOutcome>((resolve) =>
    log.submit({ kind: 'append', streamName, expected: 'any', events: appended }, resolve),
  );
const withoutPause = () => Promise.resolve();

/** Positions and ids of all that the log has. */
function content(log: EventLog): ReadonlyMap<number, string> {
  const events = new Map<number, string>();
  for (let position = 1; position <= log.lastPosition; position += 1) {
    const record = log.record(position);
    if (record !== undefined) events.set(position, record.id);
  }
  return events;
}

/** Ids of a stream's events from a revision on, undefined where there is none. */
function idsFrom(log: EventLog, streamName: string, first: number): (string | undefined)[] {
  const state = log.stream(streamName);
  if (state === undefined) return [];
  const count = Math.max(0, state.last + 1 - first);
  return Array.from({ length: count }, (_, offset) => log.eventAt(state, first + offset)?.id);
}

const reopen = async (log: EventLog, recentEntries: number): Promise<EventLog> => {
  await log.close();
  return EventLog.open(directory, false, { recentEntries });
};

describe.each([0, 7, 200])('a scavenge of a log that keeps %i index entries in memory', (recentEntries) => {
  it('leaves what is readable where it was, and takes only what is hidden', async () => {
    const streams = ['one', 'ten', 'cut', 'ended', 'free'];
    const written = new Map<string, ProposedEvent[]>(streams.map((name) => [name, []]));
    let log = await EventLog.open(directory, false, { recentEntries });
    let removed = 0;
    for (let round = 0; round < 30; round += 1) {
      for (const name of streams) {
        const appended = events(1 + ((round + name.length) % 4));
        written.get(name)?.push(...appended);
        await append(log, name, appended);
      }
      if (round % 5 === 0) await append(log, '$$one', [event('{"$maxCount":1}')]);
      if (round % 5 === 1) await append(log, '$$ten', [event('{"$maxCount":10}')]);
      if (round % 5 === 2) await append(log, '$$cut', [event(`{"$tb":${round}}`)]);
      if (round === 15) await append(log, '$$ended', [event('{"$maxAge":100000}')]);
      const before = content(log);
      removed += await log.scavenge(withoutPause);
      if (round % 7 === 3) log = await reopen(log, recentEntries);
      for (const [position, id] of content(log)) expect(before.get(position)).toBe(id);
    }
    log = await reopen(log, recentEntries);
    for (const [name, appended] of written) {
      const state = log.stream(name);
      expect(state?.last).toBe(appended.length - 1);
      if (state === undefined) continue;
      const first = firstReadable(name, state);
      const ids = appended.map(({ id }) => id);
      expect(idsFrom(log, name, first)).toEqual(ids.slice(first));
      // What is still there is recognized when it is repeated.
      expect(await append(log, name, appended.slice(first))).toMatchObject({ revision: state.last });
      expect(log.stream(name)?.last).toBe(state.last);
    }
    expect(content(log).size).toBe(log.lastPosition - removed);
    if (recentEntries < 200) expect(removed).toBeGreaterThan(60);
    await log.close();
  });
});

describe('a scavenge', () => {
  /** A log whose oldest entries are all in the tables. */
  async function logWith(streamName: string, metadata: string): Promise<EventLog> {
    const log = await EventLog.open(directory, false, { recentEntries: 0 });
    await append(log, streamName, events(40));
    await append(log, `$$${streamName}`, [event(metadata)]);
    for (const filler of events(3)) await append(log, 'filler', [filler]);
    return log;
  }

  it('removes what is older than the maximum age, but never the newest event', async () => {
    const log = await logWith('aged', '{"$maxAge":1}');
    expect(await log.scavenge(withoutPause)).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await log.scavenge(withoutPause)).toBe(39);
    expect(idsFrom(log, 'aged', 38)).toEqual([undefined, expect.any(String)]);
    await log.close();
  });

  it('lets events that were removed be left out when the limit is taken away again', async () => {
    let log = await logWith('relaxed', '{"$maxCount":3}');
    await log.scavenge(withoutPause);
    await append(log, '$$relaxed', [event('{}')]);
    log = await reopen(log, 0);
    const state = log.stream('relaxed');
    expect(state && log.firstRevision(state)).toBe(37);
    expect(idsFrom(log, 'relaxed', 0).filter((id) => id !== undefined)).toHaveLength(3);
    expect(await log.scavenge(withoutPause)).toBe(1);
    await log.close();
  });

  it('leaves events that are read again when the log is opened', async () => {
    let log = await EventLog.open(directory, false);
    await append(log, 'recent', events(40));
    await append(log, '$$recent', [event('{"$maxCount":1}')]);
    expect(await log.scavenge(withoutPause)).toBe(0);
    log = await reopen(log, 32_768);
    expect(log.stream('recent')?.last).toBe(39);
    await log.close();
  });
});

describe('the file of a log', () => {
  it('is replaced by a smaller one at the next start when more than half of it holds nothing, whatever an earlier copy left', async () => {
    const text = JSON.stringify({ filler: 'x'.repeat(4000) });
    let log = await EventLog.open(directory, false, { recentEntries: 0 });
    for (let round = 0; round < 30; round += 1) await append(log, 'large', events(1000, text));
    await append(log, 'kept', events(5, text));
    await append(log, '$$large', [event('{"$maxCount":5}')]);
    for (const filler of events(3)) await append(log, 'filler', [filler]);
    const sizeOf = () => statSync(path.join(directory, 'data.mdb')).size;
    const before = sizeOf();
    const written = content(log);
    expect(await log.scavenge(withoutPause)).toBe(29_995);
    mkdirSync(path.join(directory, 'compacted'));
    writeFileSync(path.join(directory, 'compacted', 'data.mdb'), 'unfinished');
    log = await reopen(log, 0);
    expect(sizeOf()).toBeLessThan(before / 10);
    const remaining = content(log);
    expect(remaining.size).toBe(log.lastPosition - 29_995);
    for (const [position, id] of remaining) expect(written.get(position)).toBe(id);
    expect(idsFrom(log, 'kept', 0)).toHaveLength(5);
    await append(log, 'kept', events(1));
    log = await reopen(log, 0);
    expect(log.stream('kept')?.last).toBe(5);
    await log.close();
  });
});
