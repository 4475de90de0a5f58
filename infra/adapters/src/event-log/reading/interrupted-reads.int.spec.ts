import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@tapwise/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type FaultyEventStore,
  startFaultyEventStore,
} from '../../../../../tests/support/engines/faulty-eventstore.ts';
import { startTcpRelay, type TcpRelay } from '../../../../../tests/support/engines/tcp-relay.ts';
import { handleCommand } from '../commands/handle-command.ts';
import type { EventLog } from '../event-log.ts';
import { openEventLog } from '../open-event-log.ts';
import type { RecordedEvent } from '../recorded-event.ts';
import { followLog } from './follow-log.ts';
import { readLog } from './read-log.ts';

let server: FaultyEventStore;
let relay: TcpRelay;
beforeAll(async () => {
  server = await startFaultyEventStore();
  relay = await startTcpRelay(server.port);
});
beforeEach(() => server.become({}));
afterAll(async () => {
  await relay.stop();
  await server.stop('SIGTERM');
});

const context = { actor: { kind: 'system', id: 'test' } } as const;
const notice = (reason: string): DomainEvent => ({
  type: 'StoreNotificationRefused',
  data: { application_id: 1, reason, received_at: '2026-01-01T00:00:00.000Z' },
});
const reasonsOf = (events: readonly RecordedEvent[]) =>
  events.map(({ event }) => (event.type === 'StoreNotificationRefused' ? event.data.reason : ''));
const texts = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `reason ${from + index}`);

/** Appends events to a stream, all in one append: a burst for who follows. */
const record = (log: EventLog, stream: string, reasons: readonly string[]) =>
  handleCommand(log, {
    stream,
    cause: randomUUID(),
    context,
    decide: () => reasons.map(notice),
    decider: { initialState: () => 0, evolve: (events: number) => events + 1 },
  });

describe.each(['direct', 'library'] as const)('by way of the %s transport', (transport) => {
  let log: EventLog;
  let stream: string;
  beforeAll(() => {
    log = openEventLog(server.url, { transport });
  });
  beforeEach(() => {
    stream = `storeNotice-1.${randomUUID()}`;
  });
  afterAll(() => log.close());

  it('a follower that the server finds too slow follows on at once, without gap, repetition or fault', async () => {
    await server.become({ too_slow: true });
    const seen: string[] = [];
    const faults: unknown[] = [];
    const stop = new AbortController();
    let subscriptions = 0;
    let after: bigint | undefined;
    let caughtUp = 0;
    const bursts = 4;
    await followLog(log, {
      after: () => {
        subscriptions += 1;
        return after;
      },
      streamPrefixes: [stream],
      maxBatch: 10,
      signal: stop.signal,
      onUnreadable: () => undefined,
      onBatch: (events) => {
        seen.push(...reasonsOf(events));
        after = events.at(-1)?.position;
        if (seen.length === bursts * 40) stop.abort();
      },
      onCaughtUp: () => {
        // More at once than a live subscriber may be behind.
        if (caughtUp < bursts) void record(log, stream, texts(40, caughtUp * 40));
        caughtUp += 1;
      },
      onFault: (error) => faults.push(error),
    });
    expect(seen).toEqual(texts(bursts * 40));
    expect(faults).toEqual([]);
    expect(subscriptions).toBeGreaterThan(bursts);
  });

  it('the pause of a follower grows with faults in a row only: whatever comes between them begins it again', async () => {
    const behind = openEventLog(`esdb://127.0.0.1:${relay.port}?tls=false`, { transport });
    const { position } = await record(log, stream, texts(1));
    const stop = new AbortController();
    const inARow: number[] = [];
    await followLog(behind, {
      // What is delivered counts before the log has caught up, and catching up counts where nothing is delivered.
      after: () => (inARow.length % 2 === 0 ? undefined : position),
      streamPrefixes: [stream],
      maxBatch: 10,
      signal: stop.signal,
      onUnreadable: () => undefined,
      onBatch: () => relay.cut(),
      onCaughtUp: () => {
        if (inARow.length === 5) stop.abort();
        else relay.cut();
      },
      onFault: (_error, count) => inARow.push(count),
    });
    await behind.close();
    expect(inARow).toEqual([1, 1, 1, 1, 1]);
  });

  it('a read of a part goes on after the last event that was handed over, each once', async () => {
    const behind = openEventLog(`esdb://127.0.0.1:${relay.port}?tls=false`, { transport });
    // More than a connection sends ahead, so that it is cut before all of it has come.
    const reasons = texts(100).map((text) => text.padEnd(100_000));
    let to = 0n;
    for (let from = 0; from < reasons.length; from += 5)
      to = (await record(log, stream, reasons.slice(from, from + 5))).position;
    const seen: string[] = [];
    let interruptions = 0;
    await readLog(behind, { to, streamPrefixes: [stream] }, (events) => {
      seen.push(...reasonsOf(events));
      if (interruptions === 2) return;
      interruptions += 1;
      relay.cut();
    });
    await behind.close();
    expect(interruptions).toBe(2);
    expect(seen.map((reason) => reason.trimEnd())).toEqual(texts(100));
    const short = `storeNotice-1.${randomUUID()}`;
    await record(log, short, texts(200));
    await server.become({ too_slow: true });
    const again: string[] = [];
    await readLog(log, { streamPrefixes: [short] }, async (events) => {
      again.push(...reasonsOf(events));
      // Written while the part is read, and more than a live subscriber may be behind.
      if (again.length === 200) await record(log, `storeNotice-1.${randomUUID()}`, texts(40));
    });
    expect(again).toEqual(texts(200));
  });

  it('a read of a part ends with the fault of a log that stays away', async () => {
    const gone = openEventLog('esdb://127.0.0.1:9?tls=false', { transport });
    await expect(readLog(gone, {}, () => undefined)).rejects.toThrow();
    await gone.close();
  });
});
