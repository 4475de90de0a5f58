import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@tapwise/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rejection } from '../../../../tests/support/engines/eventstore-node.ts';
import {
  type ClusterMember,
  clusterUrl,
  type FaultyEventStore,
  startFaultyEventStore,
} from '../../../../tests/support/engines/faulty-eventstore.ts';
import type { MemberState } from '../../../engines/eventstore/src/faults/fault-switches.ts';
import type { EventLog } from './event-log.ts';
import { followLog } from './follow-log.ts';
import { type CommandOptions, handleCommand } from './handle-command.ts';
import { isRetryableLogFault } from './log-fault.ts';
import { openEventLog } from './open-event-log.ts';

let server: FaultyEventStore;
let members: readonly ClusterMember[];
let log: EventLog;
beforeEach(async () => {
  server = await startFaultyEventStore();
  members = await cluster('leader', 'follower', 'follower');
});
afterEach(async () => {
  await log.close();
  await server.stop('SIGTERM');
});

const cluster = (...states: readonly MemberState[]) => server.become({ members: states });
const context = { actor: { kind: 'system', id: 'test' } } as const;
const command = (stream = `storeNotice-1.${randomUUID()}`): CommandOptions<number, DomainEvent> => ({
  stream,
  cause: randomUUID(),
  context,
  timeoutMs: 60_000,
  decider: { initialState: () => 0, evolve: (events) => events + 1 },
  decide: () => [
    {
      type: 'StoreNotificationRefused',
      data: { application_id: 1, reason: 'a', received_at: '2026-01-01T00:00:00.000Z' },
    },
  ],
});

/** Makes a command again when it failed in a way that passes, a few times. */
async function untilMade(): Promise<void> {
  for (let failed = 0; ; failed += 1) {
    try {
      await handleCommand(log, command());
      return;
    } catch (error) {
      if (failed === 4 || !isRetryableLogFault(error)) throw error;
    }
  }
}
const connections = async (...states: readonly MemberState[]) =>
  (await cluster(...states)).map((member) => member.connections);

describe.each(['direct', 'library'] as const)('a cluster by way of the %s transport', (transport) => {
  beforeEach(() => {
    // Keep-alive notices a frozen node only after tens of seconds.
    log = openEventLog(clusterUrl(members, '&defaultDeadline=2000'), { transport });
  });

  it.each([
    ['all its nodes died', ['dead', 'dead', 'dead']],
    ['two of three died', ['dead', 'dead', 'electing']],
    ['no node leads', ['electing', 'electing', 'electing']],
  ] as const)(
    'that lost its majority because %s refuses for now, and appends when one leads again',
    async (_why, states) => {
      await handleCommand(log, command());
      await cluster(...states);
      for (let round = 0; round < 2; round += 1) {
        const error = await rejection(handleCommand(log, { ...command(), timeoutMs: 1500 }));
        expect(isRetryableLogFault(error)).toBe(true);
        expect(isRetryableLogFault(await rejection(log.probeAppend()))).toBe(true);
      }
      await cluster('follower', 'leader', 'follower');
      await untilMade();
      await log.probeAppend();
    },
  );

  it('that has no leader when it is first asked refuses for now, and appends when it has one', async () => {
    await cluster('electing', 'electing', 'electing');
    expect(isRetryableLogFault(await rejection(log.probeAppend()))).toBe(true);
    await cluster('leader', 'follower', 'follower');
    await untilMade();
  });

  it('loses and repeats nothing for a follower while its leader changes', async () => {
    const stream = `storeNotice-1.${randomUUID()}`;
    const revisions: bigint[] = [];
    const stop = new AbortController();
    let after: bigint | undefined;
    const following = followLog(log, {
      after: () => after,
      streamPrefixes: [stream],
      maxBatch: 10,
      signal: stop.signal,
      onUnreadable: () => undefined,
      onBatch: (events) => {
        revisions.push(...events.map(({ revision }) => revision));
        after = events.at(-1)?.position;
        if (revisions.length === 6) stop.abort();
      },
    });
    for (const states of [
      ['leader', 'follower', 'follower'],
      ['dead', 'leader', 'follower'],
      ['follower', 'dead', 'leader'],
    ] as const) {
      await cluster(...states);
      for (let number = 0; number < 2; number += 1) await handleCommand(log, command(stream));
    }
    await following;
    expect(revisions).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
  });
});

describe('a leader that falls silent', () => {
  beforeEach(() => {
    log = openEventLog(clusterUrl(members));
  });

  it('is left for the one that leads in its place, long before its connection is noticed to be dead', async () => {
    await handleCommand(log, command());
    await cluster('frozen', 'follower', 'follower');
    // Under way on the silent node while another takes over.
    const made = handleCommand(log, command());
    const probed = rejection(log.probeAppend());
    await cluster('frozen', 'leader', 'follower');
    expect((await made).events).toHaveLength(1);
    expect(isRetryableLogFault(await probed)).toBe(true);
    await log.probeAppend();
  });

  it('leaves no connection behind on nodes that are not used', async () => {
    await handleCommand(log, command());
    await cluster('dead', 'leader', 'follower');
    await untilMade();
    await cluster('follower', 'dead', 'leader');
    await untilMade();
    await expect.poll(() => connections('follower', 'follower', 'leader'), { interval: 300 }).toEqual([0, 0, 1]);
  });
});
