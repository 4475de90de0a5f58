import { randomUUID } from 'node:crypto';
import { DeadlineExceededError, EventStoreDBClient } from '@eventstore/db-client';
import { type DomainEvent, numbersStream } from '@tapwise/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rejection } from '../../../../tests/support/engines/eventstore-node.ts';
import { type FaultyEventStore, startFaultyEventStore } from '../../../../tests/support/engines/faulty-eventstore.ts';
import { claimNumber } from './commands/claim-number.ts';
import { type CommandOptions, handleCommand } from './commands/handle-command.ts';
import type { EventLog } from './event-log.ts';
import { transportOf } from './log-client.ts';
import { isRetryableLogFault } from './log-fault.ts';
import { openEventLog } from './open-event-log.ts';

let server: FaultyEventStore;
beforeAll(async () => {
  server = await startFaultyEventStore();
});
beforeEach(() => server.become({}));
afterAll(() => server.stop('SIGTERM'));

const context = { actor: { kind: 'system', id: 'test' } } as const;
const refused: DomainEvent = {
  type: 'StoreNotificationRefused',
  data: { application_id: 1, reason: 'a', received_at: '2026-01-01T00:00:00.000Z' },
};
const command = (cause = 'once'): CommandOptions<number, DomainEvent> => ({
  stream: `storeNotice-1.${randomUUID()}`,
  cause,
  context,
  assume: 'new',
  decider: { initialState: () => 0, evolve: (events) => events + 1 },
  decide: (events) => (events === 0 ? [refused] : []),
});

describe.each(['direct', 'library'] as const)('by way of the %s transport', (transport) => {
  let log: EventLog;
  beforeAll(() => {
    log = openEventLog(server.url, { transport });
  });
  afterAll(() => log.close());

  it.each([
    ['starting', { not_ready: 'starting' }],
    ['busy', { not_ready: 'busy' }],
    ['out of disk space', { full_disk: true }],
  ] as const)(
    'what a server that is %s says of an append passes, and the command is made when it is ready',
    async (_, faults) => {
      await server.become(faults);
      const request = command();
      const event = { id: randomUUID(), type: 'Tested', data: '{}', metadata: '{}' };
      const error = await rejection(transportOf(log).append(request.stream, 'no_stream', [event]));
      expect(isRetryableLogFault(error)).toBe(true);
      expect(isRetryableLogFault(await rejection(log.probeAppend()))).toBe(true);
      const made = handleCommand(log, request);
      await server.become({});
      expect((await made).events).toHaveLength(1);
      expect(await log.readStream(request.stream)).toHaveLength(1);
    },
  );

  it('an append that gets no answer fails after its time', async () => {
    const hasty = openEventLog(`${server.url}&defaultDeadline=300`, { transport });
    await handleCommand(hasty, command());
    await server.become({ slow_repeat: 60_000 });
    const event = { id: randomUUID(), type: 'Tested', data: '{}', metadata: '{}' };
    const error = await rejection(transportOf(hasty).append(`tested-${randomUUID()}`, 'no_stream', [event]));
    expect(error).toBeInstanceOf(DeadlineExceededError);
    await hasty.close();
  });

  it('a position at which no event begins holds none', async () => {
    const { position } = await handleCommand(log, command());
    await handleCommand(log, command());
    await server.become({ no_event_at: [Number(position)] });
    expect(await log.eventAt(position)).toBeUndefined();
    expect(await log.readAt(position)).toBeUndefined();
    expect(await log.eventAt(position + 1n)).toBeDefined();
    expect(await log.eventAt(position + 1_000_000n)).toBeUndefined();
  });

  it('readers that stop early leave no call open', async () => {
    await server.become({ streams: 100 });
    // Clients of the library with the same options share a connection.
    const limited = openEventLog(`${server.url}&keepAliveInterval=20000`, { transport });
    const stream = `storeNotice-1.${randomUUID()}`;
    const reason = 'x'.repeat(100_000);
    for (const cause of 'abcdefgh')
      await handleCommand(limited, {
        stream,
        cause,
        context,
        decider: { initialState: () => 0, evolve: (events: number) => events },
        decide: () =>
          Array.from({ length: 9 }, () => ({ ...refused, data: { ...refused.data, reason } }) as DomainEvent),
      });
    for (let reader = 0; reader < 120; reader += 1) {
      // More lies ahead than the connection sends unasked, so that a call does not end by itself.
      await new Promise<void>((resolve, reject) => {
        let begun = false;
        const reading = transportOf(limited).read(
          { kind: 'stream', stream, from: 'start' },
          {
            onEvent: () => {
              if (begun) return;
              begun = true;
              reading.cancel();
              resolve();
            },
            onEnd: (error) => reject(error ?? new Error('The read ended')),
          },
        );
      });
    }
    expect((await handleCommand(limited, command())).events).toHaveLength(1);
    await limited.close();
  });

  it('numbers are taken once by a server that forgets ids, each with an exact expectation', async () => {
    await server.become({ forget_ids: true });
    const purpose = `taken-${randomUUID()}`;
    const numbers = await Promise.all(
      Array.from({ length: 20 }, () => claimNumber(log, context, { purpose, first: 7 })),
    );
    expect(numbers.toSorted((left, other) => left - other)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 7),
    );
    expect(await log.readStream(numbersStream(purpose))).toHaveLength(20);
  });

  it('numbers that a log in trouble does not give are not waited for one after the other', async () => {
    const purpose = `troubled-${randomUUID()}`;
    const claim = (timeoutMs: number) => claimNumber(log, context, { purpose, first: 1, timeoutMs });
    await server.become({ not_ready: 'starting' });
    const rejections = await Promise.all([1, 2, 3].map(() => rejection(claim(400))));
    expect(rejections.every(isRetryableLogFault)).toBe(true);
    await server.become({});
    const number = await claim(60_000);
    // One asks at a time, so one append at most was under way when the time was over: it may still have been made, no other may.
    expect([1, 2]).toContain(number);
    expect(await log.readStream(numbersStream(purpose))).toHaveLength(number);
  });

  it('an age that a stream keeps already is not written again', async () => {
    const stream = `storeNotice-1.${randomUUID()}`;
    await log.keepFor(stream, 60);
    await log.keepFor(stream, 60);
    const client = EventStoreDBClient.connectionString(server.url);
    const written = async (): Promise<bigint | undefined> => {
      let revision: bigint | undefined;
      for await (const { event } of client.readStream(`$$${stream}`)) revision = event?.revision;
      return revision;
    };
    expect(await written()).toBe(0n);
    await log.keepFor(stream, 90);
    await log.keepNewest(stream, 5);
    await log.keepNewest(stream, 5);
    expect(await written()).toBe(2n);
    expect(await client.getStreamMetadata(stream)).toMatchObject({ metadata: { maxAge: 90, maxCount: 5 } });
    await client.dispose();
  });

  it('whether appends are taken is found out without writing', async () => {
    const before = await log.lastPosition();
    await log.probeAppend();
    expect(await log.lastPosition()).toBe(before);
  });

  it('a repeat while the first write is under way shares its answer', async () => {
    await server.become({ slow_repeat: 700 });
    const request = command();
    const answered: string[] = [];
    const first = handleCommand(log, request).then(() => answered.push('first'));
    const second = handleCommand(log, request).then(() => answered.push('second'));
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    // By itself the server answers a repeat only two seconds after it came.
    expect(answered).toEqual(['first', 'second']);
    await second;
    expect(await log.readStream(request.stream)).toHaveLength(1);
  });
});
