import { randomUUID } from 'node:crypto';
import { jsonEvent } from '@eventstore/db-client';
import { type DomainEventOf, numbersStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  collect,
  type EventStoreUnderTest,
  startEventStore,
} from '../../../../../tests/support/engines/eventstore-node.ts';
import { asTest } from '../../../../../tests/support/facts/settings.ts';
import type { EventLog } from '../event-log.ts';
import { openEventLog } from '../open-event-log.ts';
import { claimNumber } from './claim-number.ts';
import { recordedVersion } from './command-context.ts';
import { eventIdFrom } from './event-id.ts';
import { handleCommand } from './handle-command.ts';

type Closed = DomainEventOf<'SessionClosed'>;
let server: EventStoreUnderTest;
let log: EventLog;

beforeAll(async () => {
  server = await startEventStore();
  log = openEventLog(server.url);
});
afterAll(async () => {
  await log.close();
  await server.stop();
});

const decider = { initialState: () => 0, evolve: (count: number, _event: Closed) => count + 1 };
const closed: Closed = { type: 'SessionClosed', data: { token_hash: 'hash', account_id: 1, reason: 'signed_out' } };
const fresh = () => `session-${randomUUID()}`;
const command = (stream: string) => ({ stream, decider, cause: 'a', decide: () => [closed, closed] });
const written = async (stream: string) =>
  (await collect(server.client.readStream(stream))).map(({ event }) => event?.metadata);

describe('every append', () => {
  it('carries who, why, and the reason given, in the form EventStoreDB knows', async () => {
    const stream = fresh();
    const origin = { actor: { kind: 'rule', id: '7' }, reason: 'CPA above the goal' } as const;
    const correlationId = randomUUID();
    await handleCommand(log, { ...command(stream), context: { ...origin, correlationId } });
    const stored = { $correlationId: correlationId, $causationId: 'a', ...origin, version: 1 };
    expect(await written(stream)).toEqual([stored, stored]);
    const [read] = await log.readStream(stream);
    expect(read?.metadata).toEqual({ ...origin, correlationId, causationId: 'a' });
  });

  it('starts a chain of its own where no request did', async () => {
    const stream = fresh();
    await handleCommand(log, { ...command(stream), context: asTest });
    const [read] = await log.readStream(stream);
    expect(read?.metadata).toEqual({ ...asTest, correlationId: eventIdFrom(`${stream}|a`), causationId: 'a' });
  });

  it('writes only a digest of a cause that may hold more than an id', async () => {
    const stream = fresh();
    const cause = 'open|$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA';
    await handleCommand(log, { ...command(stream), cause, context: asTest });
    expect(JSON.stringify(await written(stream))).not.toContain('argon2id');
    expect((await log.readStream(stream))[0]?.metadata?.causationId).toBe(eventIdFrom(`${stream}|${cause}`));
  });

  it('does not compile without an actor, and does not write', async () => {
    const stream = fresh();
    // @ts-expect-error: a command says who gives it.
    await expect(handleCommand(log, command(stream))).rejects.toThrow();
    // @ts-expect-error: an actor has a kind and an id.
    await expect(handleCommand(log, { ...command(stream), context: {} })).rejects.toThrow('actor');
    expect(await log.readStream(stream)).toEqual([]);
  });

  it.each(['Rosalind Franklin', 'rosalind@example.com', ''])('refuses %j as an actor, which is no id', async (id) => {
    const stream = fresh();
    const context = { actor: { kind: 'account', id } } as const;
    await expect(handleCommand(log, { ...command(stream), context })).rejects.toThrow();
    expect(await log.readStream(stream)).toEqual([]);
  });

  it('of a number says so, too', async () => {
    const purpose = randomUUID();
    await claimNumber(log, asTest, { purpose, first: 1 });
    expect(await written(numbersStream(purpose))).toEqual([expect.objectContaining({ actor: asTest.actor })]);
  });

  it('refuses a type that is not in the catalogue', async () => {
    const stream = fresh();
    const unknown = { type: 'OfAnotherProgram', data: {} } as unknown as Closed;
    const appending = handleCommand(log, { ...command(stream), context: asTest, decide: () => [unknown] });
    await expect(appending).rejects.toThrow('OfAnotherProgram is not in the catalogue');
    expect(await log.readStream(stream)).toEqual([]);
  });
});

describe('the version an event was recorded in', () => {
  it.each([
    ['', 1, false],
    ['{}', 1, false],
    ['{"version":3}', 3, true],
    ['{"version":3,"a":1}', 3, true],
    ['{"version": 3}', 3, true],
    ['{"a":{"version":3}}', 1, false],
    ['{"a\\"version":3}', 1, false],
    ['{"a":",\\"version\\":3}"}', 1, false],
    ['{"version":"3"}', Number.NaN, true],
    ['[{"version":3}]', 1, false],
  ])('is what its metadata say: %s', (metadata, version, checked) => {
    expect(recordedVersion(metadata)).toEqual({ version, checked });
  });
});

describe('the log', () => {
  it('does not give out the client that appends unchecked', () => {
    expect(Object.values(log).every((member) => typeof member === 'function')).toBe(true);
    // @ts-expect-error: the client is not a member.
    expect(log.client).toBeUndefined();
  });

  it('reads events recorded before there was metadata', async () => {
    const stream = fresh();
    await server.client.appendToStream(stream, jsonEvent(closed));
    expect(await log.readStream(stream)).toMatchObject([{ event: closed, metadata: undefined }]);
  });

  it('refuses an event of a newer program instead of dropping what it does not understand', async () => {
    const stream = fresh();
    await server.client.appendToStream(stream, jsonEvent({ ...closed, metadata: { version: 999 } }));
    await expect(log.readStream(stream)).rejects.toThrow('SessionClosed was recorded in version 999');
  });

  it('counts what comes after a position, up to a limit', async () => {
    const stream = fresh();
    const { position } = await handleCommand(log, { ...command(stream), context: asTest });
    expect(await log.countAfter(position, 10)).toBe(0);
    await handleCommand(log, { ...command(stream), cause: 'b', context: asTest });
    expect(await log.countAfter(position, 10)).toBe(2);
    expect(await log.countAfter(position, 1)).toBe(1);
  });
});
