import type { Decider } from '../../shared/decider.ts';
import type { LeaseHolderEvent } from './lease.events.ts';

/** `new` has not taken any lease yet. What has ended never begins again: the process goes by another name then. */
export type LeaseHolder =
  | { readonly status: 'new' }
  | { readonly status: 'holding'; readonly seconds: number }
  | { readonly status: 'ended' };

/** Fold of `leaseHolder-<holder>`. The newest event is enough. */
export const leaseHolderDecider: Decider<LeaseHolder, LeaseHolderEvent> = {
  initialState: () => ({ status: 'new' }),
  evolve(state, event) {
    switch (event.type) {
      case 'LeaseHolderRenewed':
        return { status: 'holding', seconds: event.data.seconds };
      case 'LeaseHolderEnded':
        return { status: 'ended' };
      default:
        return state;
    }
  },
};

/** Keeps the leases of a process for some more seconds. Nothing is recorded of one that has ended. @param now Milliseconds. */
export function renewLeaseHolder(
  state: LeaseHolder,
  { holder, seconds, now }: { holder: string; seconds: number; now: number },
): LeaseHolderEvent[] {
  if (state.status === 'ended') return [];
  const until = new Date(now + seconds * 1000).toISOString();
  return [{ type: 'LeaseHolderRenewed', data: { holder, seconds, until } }];
}

/** Ends a process as a holder of leases: by itself, or by another that waited in vain for a renewal. @param now Milliseconds. */
export function endLeaseHolder(
  state: LeaseHolder,
  { holder, now }: { holder: string; now: number },
): LeaseHolderEvent[] {
  if (state.status === 'ended') return [];
  return [{ type: 'LeaseHolderEnded', data: { holder, ended_at: new Date(now).toISOString() } }];
}
