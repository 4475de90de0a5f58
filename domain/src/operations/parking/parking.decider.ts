import type { Decider } from '../../shared/decider.ts';
import type { EventOf } from '../../shared/define-event.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { parkingEvents } from './parking.events.ts';

export type ParkingEvent = EventOf<(typeof parkingEvents)[number]>;
export type ParkingDecision = ParkingEvent['data'];

/** Positions of the stream's events that are left out permanently. */
export interface ParkingState {
  readonly skipped: ReadonlySet<string>;
}

/** Fold of `parkedStream-<stream>`. */
export const parkingDecider: Decider<ParkingState, ParkingEvent> = {
  initialState: () => ({ skipped: new Set() }),
  evolve: (state, event) =>
    event.type === 'ParkedEventSkipped' ? { skipped: new Set(state.skipped).add(event.data.position) } : state,
};

/**
 * Has a parked stream projected again, which may be done as often as wanted.
 * @throws DomainError `conflict` when the event is left out already.
 */
export function retryParkedStream(state: ParkingState, decision: ParkingDecision): ParkingEvent[] {
  if (state.skipped.has(decision.position)) throw new DomainError('conflict');
  return [{ type: 'ParkedStreamRetried', data: decision }];
}

/** Leaves a parked event out of the tables. Leaving it out again changes nothing. */
export function skipParkedEvent(state: ParkingState, decision: ParkingDecision): ParkingEvent[] {
  if (state.skipped.has(decision.position)) return [];
  return [{ type: 'ParkedEventSkipped', data: decision }];
}
