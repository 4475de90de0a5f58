import { randomUUID } from 'node:crypto';
import { DomainError, type DomainEventOf } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../../tests/support/engines/eventstore-node.ts';
import { asTest } from '../../../../../tests/support/facts/settings.ts';
import type { EventLog } from '../event-log.ts';
import { startFoldFollower } from '../folds/fold-follower.ts';
import { openEventLog } from '../open-event-log.ts';
import { claimNumber } from './claim-number.ts';
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

const counter = { initialState: () => 0, evolve: (count: number, _event: Closed) => count + 1 };
const closed = (account_id: number): Closed => ({
  type: 'SessionClosed',
  data: { token_hash: 'hash', account_id, reason: 'signed_out' },
});
const fresh = () => `session-${randomUUID()}`;

describe('handleCommand', () => {
  it('decides on what the stream holds and appends after it', async () => {
    const stream = fresh();
    await handleCommand(log, {
      stream,
      decider: counter,
      cause: 'a',
      context: asTest,
      decide: () => [closed(1), closed(2)],
    });
    const second = await handleCommand(log, {
      stream,
      decider: counter,
      cause: 'b',
      context: asTest,
      decide: (count) => [closed(count)],
    });
    expect(second).toMatchObject({ state: 3, revision: 2n, events: [{ data: { account_id: 2 } }] });
  });

  it('lets every one of many writers at once decide on all that came before', async () => {
    const stream = fresh();
    await Promise.all(
      Array.from({ length: 6 }, (_, writer) =>
        handleCommand(log, {
          stream,
          decider: counter,
          cause: `writer ${writer}`,
          context: asTest,
          decide: (count) => [closed(count + 1)],
        }),
      ),
    );
    const counts = (await log.readStream(stream)).map(({ event }) => (event as Closed).data.account_id);
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('appends once when the same cause is handled again from the same state', async () => {
    const stream = fresh();
    const once = () =>
      handleCommand(log, {
        stream,
        decider: counter,
        cause: 'same',
        context: asTest,
        assume: 'new',
        decide: () => [closed(1)],
      });
    const first = await once();
    const second = await once();
    expect(second.position).toBe(first.position);
    expect(await log.readStream(stream)).toHaveLength(1);
  });

  it('does not believe "nothing to do" or a refusal that is based on the guess of a new stream', async () => {
    const stream = fresh();
    await handleCommand(log, { stream, decider: counter, cause: 'a', context: asTest, decide: () => [closed(1)] });
    const seen: number[] = [];
    const guess = { context: asTest, stream, decider: counter, cause: 'b', assume: 'new' as const };
    await handleCommand(log, {
      ...guess,
      decide: (count) => {
        seen.push(count);
        return [];
      },
    });
    const refuse = (count: number): Closed[] => {
      if (count === 0) throw new DomainError('not_found');
      return [];
    };
    const settled = await handleCommand(log, { ...guess, decide: refuse });
    expect(seen).toEqual([0, 1]);
    expect(settled).toMatchObject({ state: 1, events: [] });
  });

  it('saves the read of a stream that is current, and reads what another writer appended first', async () => {
    const stream = fresh();
    const request = { stream, decider: counter, context: asTest, assume: 'current' as const };
    const first = await handleCommand(log, { ...request, cause: 'a', decide: () => [closed(1)] });
    const seen: number[] = [];
    const next = (cause: string) =>
      handleCommand(log, {
        ...request,
        cause,
        since: { state: first.state, revision: first.revision ?? 0n },
        decide: (count) => {
          seen.push(count);
          return count === 3 ? [] : [closed(count + 1)];
        },
      });
    const results = [await next('b'), await next('c'), await next('d')];
    // The second and third did not know of the first; "nothing to do" is decided on what the stream holds.
    expect(seen).toEqual([1, 1, 2, 1, 3]);
    expect(results.map(({ state, events }) => [state, events.length])).toEqual([
      [2, 1],
      [3, 1],
      [3, 0],
    ]);
  });

  it('finds that the stream exists also where the log was away at every attempt before', async () => {
    const stream = fresh();
    const request = { stream, decider: counter, context: asTest };
    await handleCommand(log, { ...request, cause: 'first', decide: () => [closed(1)] });
    let attempts = 0;
    const decide = (count: number) => {
      attempts += 1;
      if (attempts < 8) throw Object.assign(new Error('away'), { code: 14, details: '', metadata: {} });
      return [closed(count + 1)];
    };
    expect(await handleCommand(log, { ...request, cause: 'second', assume: 'new', decide })).toMatchObject({
      state: 2,
      revision: 1n,
      events: [{ data: { account_id: 2 } }],
    });
  });

  it('refuses an event that does not fit the catalogue, because it could not be read back', async () => {
    const stream = fresh();
    const wrong = handleCommand(log, {
      stream,
      decider: counter,
      cause: 'x',
      context: asTest,
      decide: () => [closed(0)],
    });
    await expect(wrong).rejects.toThrow('account_id');
    expect(await log.readStream(stream)).toEqual([]);
  });

  it('writes nothing when the decision refuses', async () => {
    const stream = fresh();
    const refused = handleCommand(log, {
      stream,
      decider: counter,
      cause: 'x',
      context: asTest,
      decide: () => {
        throw new DomainError('conflict');
      },
    });
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
    expect(await log.readStream(stream)).toEqual([]);
  });
});

describe('claimNumber', () => {
  it('hands out each number once to callers at once', async () => {
    const purpose = randomUUID();
    const numbers = await Promise.all(
      Array.from({ length: 20 }, () => claimNumber(log, asTest, { purpose, first: 100 })),
    );
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => 100 + index));
  });
});

describe('a live fold', () => {
  it('has everything from before, then what is appended, and says when a position is in', async () => {
    const stream = fresh();
    await handleCommand(log, { stream, decider: counter, cause: 'a', context: asTest, decide: () => [closed(1)] });
    const stopping = new AbortController();
    const fold = startFoldFollower(log, {
      state: [] as number[],
      evolve: (state, { event }) => {
        if (event.type === 'SessionClosed') state.push(event.data.account_id);
      },
      streamPrefixes: [stream],
      signal: stopping.signal,
    });
    await fold.caughtUp;
    expect(fold.state).toEqual([1]);
    const { position } = await handleCommand(log, {
      stream,
      decider: counter,
      cause: 'b',
      context: asTest,
      decide: () => [closed(7)],
    });
    await fold.reached(position);
    expect(fold.state).toEqual([1, 7]);
    stopping.abort();
  });
});
