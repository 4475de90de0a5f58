import { randomUUID } from 'node:crypto';
import {
  endLeaseHolder,
  fold,
  type LeaseHolder,
  type LeaseHolderEvent,
  leaseHolderDecider,
  leaseHolderStream,
} from '@tapwise/domain';
import { handleCommand } from '../commands/handle-command.ts';
import type { EventLog } from '../event-log.ts';
import type { LeaseClock } from './lease-clock.ts';
import { type PartStart, ranBefore } from './part-start.ts';

/** How a holder was when its newest event was first seen here. */
interface Sighting {
  readonly holder: string;
  readonly state: LeaseHolder;
  readonly revision: bigint | undefined;
  readonly seenAt: number;
}

/** Watches the holder of one lease on behalf of a process that wants the lease. */
export interface HolderWatch {
  /**
   * Looks whether a holder has ended. One whose newest renewal was first seen here longer ago than it holds for is ended by this look,
   * and so is one of an earlier start of this part, whose process is gone.
   * @throws the log's error.
   */
  hasEnded(holder: string): Promise<boolean>;
}

export interface HolderWatchOptions {
  /** What runs here. */
  readonly by: string;
  /** Which start of its part this process is. */
  readonly start?: PartStart | undefined;
  readonly clock: LeaseClock;
  /** How long a holder of which nothing can be read is waited for. */
  readonly fallbackSeconds: number;
}

export function watchHolder(log: EventLog, { by, start, clock, fallbackSeconds }: HolderWatchOptions): HolderWatch {
  let sighting: Sighting | undefined;
  return {
    async hasEnded(holder) {
      const last = await log.readLast(leaseHolderStream(holder));
      const state = fold(leaseHolderDecider, last === undefined ? [] : [last.event as LeaseHolderEvent]);
      if (state.status === 'ended') return true;
      if (sighting?.holder !== holder || sighting.revision !== last?.revision) {
        sighting = { holder, state, revision: last?.revision, seenAt: clock.now() };
      }
      const seconds = state.status === 'holding' ? state.seconds : fallbackSeconds;
      if (!ranBefore(holder, start) && clock.now() - sighting.seenAt < seconds * 1000) return false;
      return await endHolder(log, sighting, by);
    },
  };
}

/** Ends a holder unless it has renewed meanwhile: the append expects the revision that was watched. */
async function endHolder(log: EventLog, { holder, state, revision }: Sighting, by: string): Promise<boolean> {
  const now = Date.now();
  const result = await handleCommand<LeaseHolder, LeaseHolderEvent>(log, {
    stream: leaseHolderStream(holder),
    decider: leaseHolderDecider,
    // Each event makes another state, so this is the one that was watched only if none has come.
    decide: (current) =>
      current === state || current.status === 'new' ? endLeaseHolder(current, { holder, now }) : [],
    cause: randomUUID(),
    context: { actor: { kind: 'system', id: by } },
    ...(revision === undefined ? {} : { assume: 'current' as const, since: { state, revision } }),
  });
  return result.state.status === 'ended';
}
