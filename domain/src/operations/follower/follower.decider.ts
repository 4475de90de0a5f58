import type { Decider } from '../../shared/decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { FollowerEvent } from './follower.events.ts';

/** What a follower of the log reached last; `undefined` before anything. */
export type FollowerCheckpoint = FollowerEvent['data'] | undefined;

export const followerStream = (name: string): string => `follower-${name}`;

/** What follows the whole log and has to come to its end: requests of processes, and what causes mails and deliveries. */
export const followerNames = {
  requests: 'requests',
  mailCauses: 'mail-causes',
  queuedWebhooks: 'queued-webhooks',
} as const;

/** Fold of `follower-<name>`. The newest event is enough. */
export const followerDecider: Decider<FollowerCheckpoint, FollowerEvent> = {
  initialState: () => undefined,
  evolve: (_, { data }) => data,
};

/**
 * Records what a follower reached.
 * @throws DomainError `conflict` when another has followed under a newer lease.
 */
export function advanceFollower(checkpoint: FollowerCheckpoint, next: FollowerEvent['data']): FollowerEvent[] {
  if (checkpoint !== undefined && checkpoint.epoch > next.epoch) throw new DomainError('conflict');
  return checkpoint?.position === next.position ? [] : [{ type: 'FollowerAdvanced', data: next }];
}
