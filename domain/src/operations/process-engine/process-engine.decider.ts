import type { Decider } from '../../shared/decider.ts';
import type { EventOf } from '../../shared/define-event.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { processEngineEvents } from './process-engine.events.ts';

export type ProcessEngineEvent = EventOf<(typeof processEngineEvents)[number]>;

/** What runs the processes of the product: each process of ours itself, or Temporal once it has answered. */
export type ProcessEngine = 'local' | 'temporal';

/** There is one for each log. */
export const processEngineStream = 'processEngine-product';

/** Fold of `processEngine-product`. */
export const processEngineDecider: Decider<ProcessEngine, ProcessEngineEvent> = {
  initialState: () => 'local',
  evolve: (_, event) => (event.type === 'TemporalAbandoned' ? 'local' : 'temporal'),
};

/** From here on there is no way back but an operator's: work that Temporal has begun is remembered there. */
export function adoptTemporal(engine: ProcessEngine, adopted_at: string): ProcessEngineEvent[] {
  return engine === 'temporal' ? [] : [{ type: 'TemporalAdopted', data: { adopted_at } }];
}

/**
 * Gives the processes back to our own for a Temporal that does not come back. Should it answer once more, it is adopted again.
 * @throws DomainError `conflict` when they run here anyway.
 */
export function abandonTemporal(engine: ProcessEngine, abandoned_at: string): ProcessEngineEvent[] {
  if (engine === 'local') throw new DomainError('conflict');
  return [{ type: 'TemporalAbandoned', data: { abandoned_at } }];
}
