import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { rejection } from '../../../../tests/support/engines/eventstore-node.ts';
import {
  type ClusterMember,
  clusterUrl,
  startFaultyEventStore,
} from '../../../../tests/support/engines/faulty-eventstore.ts';
import type { MemberState } from '../../../engines/eventstore/src/faults/fault-switches.ts';
import { type CommandOptions, handleCommand } from './commands/handle-command.ts';
import type { EventLog } from './event-log.ts';
import { isRetryableLogFault } from './log-fault.ts';
import { openEventLog } from './open-event-log.ts';
import { followLog } from './reading/follow-log.ts';

/** Most of these tests wait for deadlines, so they run at the same time, each over a cluster of its own. */
interface Cluster {
  readonly log: EventLog;
  /** Sets what each member is. */
  become(...states: readonly MemberState[]): Promise<readonly ClusterMember[]>;
}

/** @param options Of the connection: `&name=value`. */
async function withCluster(
  { options = '', transport }: { options?: string; transport?: 'direct' | 'library' },
  use: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  const server = await startFaultyEventStore();
  const become: Cluster['become'] = (...states) => server.become({ members: states });
  const url = clusterUrl(await become('leader', 'follower', 'follower'), options);
  const log = openEventLog(url, transport === undefined ? {} : { transport });
  try {
    await use({ log, become });
  } finally {
    await log.close();
    await server.stop('SIGTERM');
  }
}

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

/** Asks again when it failed in a way that passes, a few times: a connection to a node that died may be found closed once more. */
async function untilTaken(ask: () => Promise<unknown>): Promise<void> {
  for (let failed = 0; ; failed += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (failed === 4 || !isRetryableLogFault(error)) throw error;
    }
  }
}

describe.concurrent.each(['direct', 'library'] as const)('a cluster by way of the %s transport', (transport) => {
  // Keep-alive notices a frozen node only after tens of seconds.
  const options = { options: '&defaultDeadline=2000', transport };

  it.each([
    ['all its nodes died', ['dead', 'dead', 'dead']],
    ['two of three died', ['dead', 'dead', 'electing']],
    ['no node leads', ['electing', 'electing', 'electing']],
  ] as const)('that lost its majority because %s refuses for now, and appends when one leads again', (_why, states) =>
    withCluster(options, async ({ log, become }) => {
      await handleCommand(log, command());
      await become(...states);
      for (let round = 0; round < 2; round += 1) {
        const error = await rejection(handleCommand(log, { ...command(), timeoutMs: 1500 }));
        expect(isRetryableLogFault(error)).toBe(true);
        expect(isRetryableLogFault(await rejection(log.probeAppend()))).toBe(true);
      }
      await become('follower', 'leader', 'follower');
      await untilTaken(() => handleCommand(log, command()));
      await untilTaken(() => log.probeAppend());
    }),
  );

  it('that has no leader when it is first asked refuses for now, and appends when it has one', () =>
    withCluster(options, async ({ log, become }) => {
      await become('electing', 'electing', 'electing');
      expect(isRetryableLogFault(await rejection(log.probeAppend()))).toBe(true);
      await become('leader', 'follower', 'follower');
      await untilTaken(() => handleCommand(log, command()));
    }));

  it('loses and repeats nothing for a follower while its leader changes', () =>
    withCluster(options, async ({ log, become }) => {
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
        await become(...states);
        for (let number = 0; number < 2; number += 1) await handleCommand(log, command(stream));
      }
      await following;
      expect(revisions).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
    }));
});

describe.concurrent('a leader that falls silent', () => {
  it('is left for the one that leads in its place, long before its connection is noticed to be dead', () =>
    withCluster({}, async ({ log, become }) => {
      await handleCommand(log, command());
      await become('frozen', 'follower', 'follower');
      // Under way on the silent node while another takes over.
      const made = handleCommand(log, command());
      const probed = rejection(log.probeAppend());
      await become('frozen', 'leader', 'follower');
      expect((await made).events).toHaveLength(1);
      expect(isRetryableLogFault(await probed)).toBe(true);
      await log.probeAppend();
    }));

  it('leaves no connection behind on nodes that are not used', ({ expect }) =>
    withCluster({}, async ({ log, become }) => {
      await handleCommand(log, command());
      await become('dead', 'leader', 'follower');
      await untilTaken(() => handleCommand(log, command()));
      await become('follower', 'dead', 'leader');
      await untilTaken(() => handleCommand(log, command()));
      const connections = async () =>
        (await become('follower', 'follower', 'leader')).map((member) => member.connections);
      await expect.poll(connections, { interval: 300 }).toEqual([0, 0, 1]);
    }));
});
