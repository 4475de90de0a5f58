import { randomUUID } from 'node:crypto';
import { type EventStoreDBClient, MaxAppendSizeExceededError, StreamDeletedError } from '@eventstore/db-client';
import {
  type CommandOptions,
  claimNumber,
  type EventLog,
  handleCommand,
  isRetryableLogFault,
  openEventLog,
} from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, rejection, startEventStore } from '../../support/engines/eventstore-node.ts';
import { startTcpRelay, type TcpRelay } from '../../support/engines/tcp-relay.ts';
import { asTest } from '../../support/facts/settings.ts';

/** Both ways to the log do the same, against whichever server is under test. */
let server: EventStoreUnderTest;
let client: EventStoreDBClient;
beforeAll(async () => {
  server = await startEventStore();
  client = server.client;
});
afterAll(() => server.stop());

const refused = (reason: string): DomainEvent => ({
  type: 'StoreNotificationRefused',
  data: { application_id: 1, reason, received_at: '2026-01-01T00:00:00.000Z' },
});
type Count = CommandOptions<number, DomainEvent>;
const decider: Count['decider'] = { initialState: () => 0, evolve: (events) => events + 1 };
const command = (stream: string, decide: Count['decide'], more: Partial<Count> = {}): Count => ({
  stream,
  decider,
  decide,
  cause: randomUUID(),
  context: asTest,
  ...more,
});
const freshNotice = () => `storeNotice-1.${randomUUID()}`;
const reasonsOf = async (log: EventLog, stream: string) =>
  (await log.readStream(stream)).map(({ event }) =>
    event.type === 'StoreNotificationRefused' ? event.data.reason : '',
  );

describe.each(['direct', 'library'] as const)('the log by way of the %s transport', (transport) => {
  let log: EventLog;
  beforeAll(() => {
    log = openEventLog(server.url, { transport });
  });
  afterAll(() => log.close());

  it('forgets events of a stream that are older than it is to keep them', async () => {
    const kept = freshNotice();
    const short = freshNotice();
    for (const stream of [kept, short])
      await handleCommand(
        log,
        command(stream, () => [refused('old')]),
      );
    await log.keepFor(kept, 90 * 86_400);
    await log.keepFor(short, 1);
    await expect.poll(() => reasonsOf(log, short)).toEqual([]);
    expect(await reasonsOf(log, kept)).toEqual(['old']);
  });

  it('gives back what was appended, with who made it and where it is', async () => {
    const stream = freshNotice();
    const texts = ['plain', 'ä€𝄞\u0018', 'x'.repeat(100_000)];
    const { position, revision } = await handleCommand(
      log,
      command(stream, () => texts.map(refused), { assume: 'new', cause: 'first cause' }),
    );
    const read = await log.readStream(stream);
    expect(await reasonsOf(log, stream)).toEqual(texts);
    expect(read.map((event) => event.revision)).toEqual([0n, 1n, 2n]);
    expect(revision).toBe(2n);
    expect(read.at(-1)?.position).toBe(position);
    expect(read[0]?.metadata).toMatchObject({ actor: asTest.actor, causationId: 'first cause' });
    expect(read[0]?.stream).toBe(stream);
    const age = Date.now() - (read[0]?.recordedAt.getTime() ?? 0);
    expect(Math.abs(age)).toBeLessThan(60_000);
    expect((await log.readLast(stream))?.id).toBe(read[2]?.id);
    expect(await log.eventAt(position)).toMatchObject({ id: read[2]?.id });
    expect(await log.lastPosition()).toBeGreaterThanOrEqual(position);
  });

  it('is the same append when it is repeated with the same cause', async () => {
    const stream = freshNotice();
    const same = command(stream, () => [refused('a'), refused('b')], { assume: 'new' });
    const first = await handleCommand(log, same);
    const second = await handleCommand(log, same);
    expect(second.position).toBe(first.position);
    expect(await reasonsOf(log, stream)).toEqual(['a', 'b']);
  });

  it('lets many writers of one stream decide one after the other', async () => {
    const stream = freshNotice();
    const decide = (events: number) => [refused(String(events))];
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => handleCommand(log, command(stream, decide))),
    );
    const made = results.filter(({ status }) => status === 'fulfilled').length;
    expect(await reasonsOf(log, stream)).toEqual(Array.from({ length: made }, (_, index) => String(index)));
  });

  it('gives each number once', async () => {
    const purpose = `contract-${randomUUID()}`;
    const nextNumber = () => claimNumber(log, asTest, { purpose, first: 5 });
    const numbers = await Promise.all(Array.from({ length: 50 }, nextNumber));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 5));
  });

  it('says why it refuses, and changes nothing', async () => {
    const deleted = freshNotice();
    await handleCommand(
      log,
      command(deleted, () => [refused('before')]),
    );
    await client.tombstoneStream(deleted);
    const late = handleCommand(
      log,
      command(deleted, () => [refused('late')], { assume: 'new' }),
    );
    expect(await rejection(late)).toMatchObject({ type: new StreamDeletedError(undefined as never, deleted).type });
    const large = freshNotice();
    const tooMuch = handleCommand(
      log,
      command(large, () => [refused('x'.repeat(1_500_000))], { assume: 'new' }),
    );
    const error = await rejection(tooMuch);
    expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
    expect(isRetryableLogFault(error)).toBe(false);
    expect(await log.readStream(large)).toEqual([]);
  });
});

describe('an append whose answer is lost', () => {
  let relay: TcpRelay;
  beforeAll(async () => {
    const { port, hostname } = new URL(server.url);
    relay = await startTcpRelay(Number(port || 2113), hostname);
  });
  afterAll(() => relay.stop());

  it.each(['direct', 'library'] as const)('is found again and not repeated: %s', async (transport) => {
    const behind = openEventLog(server.url.replace(/\/\/[^?]*/, `//127.0.0.1:${relay.port}`), { transport });
    const beside = openEventLog(server.url);
    for (const assume of ['new', 'unknown'] as const) {
      const stream = freshNotice();
      await handleCommand(
        beside,
        command(stream, () => (assume === 'new' ? [] : [refused('earlier')])),
      );
      // What is asked once for each connection is asked before answers are lost.
      await handleCommand(
        behind,
        command(freshNotice(), () => [refused('warm')]),
      );
      const before = await beside.lastPosition();
      // A command that reads first has read by the time it decides.
      let attempts = 0;
      const decide = (events: number) => {
        attempts += 1;
        // Only the first attempt loses its answer.
        if (attempts === 1) relay.dropResponses();
        return events === (assume === 'new' ? 0 : 1) ? [refused('once')] : [];
      };
      const written = handleCommand(behind, command(stream, decide, { assume }));
      while ((await beside.lastPosition()) === before) await new Promise((resolve) => setImmediate(resolve));
      relay.cut();
      await written;
      expect(await reasonsOf(beside, stream)).toEqual(assume === 'new' ? ['once'] : ['earlier', 'once']);
    }
    await Promise.all([behind.close(), beside.close()]);
  });
});
