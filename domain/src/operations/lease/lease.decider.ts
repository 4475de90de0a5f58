import type { Decider } from '../../shared/decider.ts';
import type { LeaseEvent } from './lease.events.ts';

/** `holder` is `undefined` for a lease that was released or never taken; `epoch` is 0 for the latter. */
export interface Lease {
  readonly holder: string | undefined;
  readonly epoch: number;
}

/** Fold of `lease-<name>`. Each event says everything, so the newest one is enough. */
export const leaseDecider: Decider<Lease, LeaseEvent> = {
  initialState: () => ({ holder: undefined, epoch: 0 }),
  evolve(state, event) {
    switch (event.type) {
      case 'LeaseTaken':
        return { holder: event.data.holder, epoch: event.data.epoch };
      case 'LeaseReleased':
        return { holder: undefined, epoch: event.data.epoch };
      default:
        return state;
    }
  },
};

/**
 * Takes a lease that is free, or whose holder was seen to have ended.
 * @param endedHolder Nothing is taken from any other holder, who may have come meanwhile.
 */
export function takeLease(
  state: Lease,
  { name, holder, endedHolder }: { name: string; holder: string; endedHolder: string | undefined },
): LeaseEvent[] {
  const isFree = state.holder === undefined || state.holder === endedHolder;
  if (!isFree || state.holder === holder) return [];
  return [{ type: 'LeaseTaken', data: { name, holder, epoch: state.epoch + 1 } }];
}

/** Gives a lease back. Of a holder that has lost it nothing is recorded. */
export function releaseLease(
  state: Lease,
  { name, holder, epoch }: { name: string; holder: string; epoch: number },
): LeaseEvent[] {
  if (state.holder !== holder || state.epoch !== epoch) return [];
  return [{ type: 'LeaseReleased', data: { name, holder, epoch } }];
}
