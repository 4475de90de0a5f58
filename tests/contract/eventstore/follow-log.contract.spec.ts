import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type EventLog, type FollowOptions, followLog, handleCommand, openEventLog, readLog } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../support/engines/eventstore-node.ts';
import { startTcpRelay, type TcpRelay } from '../../support/engines/tcp-relay.ts';
import { asTest } from '../../support/facts/settings.ts';

let server: EventStoreUnderTest;
let relay: TcpRelay;
beforeAll(async () => {
  server = await startEventStore();
  const { port, hostname } = new URL(server.url);
  relay = await startTcpRelay(Number(port || 2113), hostname);
});
afterAll(async () => {
  await relay.stop();
  await server.stop();
});

const refused = (reason: string): DomainEvent => ({
  type: 'StoreNotificationRefused',
  data: { application_id: 1, reason, received_at: '2026-01-01T00:00:00.000Z' },
});

/** Appends events with these reasons to a stream, one append each. @returns the position of the last one. */
async function record(log: EventLog, stream: string, reasons: readonly string[]): Promise<bigint> {
  let position = 0n;
  for (const reason of reasons) {
    const recorded = await handleCommand(log, {
      stream,
      cause: randomUUID(),
      context: asTest,
      decide: () => [refused(reason)],
      decider: { initialState: () => 0, evolve: (events: number) => events + 1 },
    });
    position = recorded.position;
  }
  return position;
}
const texts = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `reason ${from + index}`);

/** Follows until a condition holds, and gives what came. */
function followed(log: EventLog, options: Partial<FollowOptions>, until: (seen: Seen) => boolean): Promise<Seen> {
  const seen: Seen = { reasons: [], positions: [], checkpoints: [], caughtUp: 0, faults: 0, batches: [] };
  return new Promise((resolve) => {
    const stop = new AbortController();
    const check = (): void => {
      if (!until(seen)) return;
      stop.abort();
      resolve(seen);
    };
    void followLog(log, {
      after: () => seen.positions.at(-1),
      maxBatch: 100,
      signal: stop.signal,
      onUnreadable: () => undefined,
      onCheckpoint: (position) => {
        seen.checkpoints.push(position);
        check();
      },
      onCaughtUp: () => {
        seen.caughtUp += 1;
        check();
      },
      onFault: () => {
        seen.faults += 1;
      },
      ...options,
      onBatch: async (batch) => {
        await options.onBatch?.(batch);
        seen.batches.push(batch.length);
        for (const { event, position } of batch) {
          if (event.type === 'StoreNotificationRefused') seen.reasons.push(event.data.reason);
          seen.positions.push(position);
        }
        check();
      },
    });
  });
}
interface Seen {
  readonly reasons: string[];
  readonly positions: bigint[];
  readonly checkpoints: bigint[];
  readonly batches: number[];
  caughtUp: number;
  faults: number;
}

describe.each(['direct', 'library'] as const)('following the log by way of the %s transport', (transport) => {
  let log: EventLog;
  let prefix: string;
  beforeAll(() => {
    log = openEventLog(server.url, { transport });
    prefix = `storeNotice-1.${randomUUID()}`;
  });
  afterAll(() => log.close());

  it('delivers what is there and what comes, of the streams that are asked for, in order', async () => {
    await record(log, `${prefix}-a`, texts(3));
    await record(log, `storeNotice-1.${randomUUID()}`, ['of another stream']);
    let more: Promise<unknown> | undefined;
    const seen = await followed(log, { streamPrefixes: [prefix] }, ({ reasons, caughtUp }) => {
      if (caughtUp > 0) more ??= record(log, `${prefix}-b`, texts(2, 3));
      return reasons.length === 5;
    });
    await more;
    expect(seen.reasons).toEqual(texts(5));
    expect(seen.positions).toEqual(seen.positions.toSorted((a, b) => Number(a - b)));
  });

  it('goes on after a position', async () => {
    const streams = `${prefix}-after`;
    await record(log, streams, texts(2));
    const between = await record(log, streams, texts(1, 2));
    await record(log, streams, texts(2, 3));
    const seen = await followed(
      log,
      { streamPrefixes: [streams], after: () => between },
      ({ reasons }) => reasons.length === 2,
    );
    expect(seen.reasons).toEqual(texts(2, 3));
  });

  it('says up to where the log was searched when little of it is asked for', async () => {
    const client = EventStoreDBClient.connectionString(server.url);
    const filler = Array.from({ length: 3000 }, () => jsonEvent({ type: 'OfAnotherProgram', data: {} }));
    await client.appendToStream(`filler-${randomUUID()}`, filler);
    await client.dispose();
    const until = await log.lastPosition();
    const seen = await followed(
      log,
      { streamPrefixes: [`${prefix}-nothing`] },
      ({ checkpoints, caughtUp }) => caughtUp > 0 && checkpoints.length > 0,
    );
    expect(seen.reasons).toEqual([]);
    expect(seen.checkpoints.at(-1)).toBeLessThanOrEqual(until);
    expect(seen.checkpoints.at(-1)).toBeGreaterThan(until / 3n);
  });

  it('loses and repeats nothing while its handler is slow, and hands over no more than was asked for', async () => {
    const streams = `${prefix}-slow`;
    const reasons = texts(2500);
    await handleCommand(log, {
      stream: streams,
      cause: 'slow',
      context: asTest,
      decide: () => reasons.map(refused),
      decider: { initialState: () => 0, evolve: (events: number) => events + 1 },
    });
    const onBatch = () => new Promise<void>((resolve) => setImmediate(resolve));
    const seen = await followed(
      log,
      { streamPrefixes: [streams], maxBatch: 10, onBatch },
      ({ reasons: seenReasons }) => seenReasons.length === reasons.length,
    );
    expect(seen.reasons).toEqual(reasons);
    expect(Math.max(...seen.batches)).toBeLessThanOrEqual(10);
  });

  it('goes on after its connection broke, without gap and without repetition', async () => {
    const behind = openEventLog(server.url.replace(/\/\/[^?]*/, `//127.0.0.1:${relay.port}`), { transport });
    const streams = `${prefix}-broken`;
    await record(log, streams, texts(3));
    let cuts = 0;
    const seen = await followed(behind, { streamPrefixes: [streams] }, ({ reasons, faults }) => {
      if (reasons.length >= 3 * (cuts + 1) && cuts < 3) {
        cuts += 1;
        relay.cut();
        void record(log, streams, texts(3, 3 * cuts));
      }
      return reasons.length === 12 && faults > 0;
    });
    expect(seen.reasons).toEqual(texts(12));
    await behind.close();
  });

  it('ends a read of a part where it was asked to', async () => {
    const streams = `${prefix}-part`;
    await record(log, streams, texts(2));
    const to = await record(log, streams, texts(1, 2));
    await record(log, streams, texts(3, 3));
    const reasons: string[] = [];
    await readLog(log, { to, streamPrefixes: [streams] }, (batch) => {
      for (const { event } of batch) if (event.type === 'StoreNotificationRefused') reasons.push(event.data.reason);
    });
    expect(reasons).toEqual(texts(3));
  });
});
