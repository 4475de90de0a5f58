import type { Decider } from '../../shared/decider.ts';
import type { EventOf } from '../../shared/define-event.ts';
import type { processEngineEvents } from './process-engine.events.ts';

export type ProcessEngineEvent = EventOf<(typeof processEngineEvents)[number]>;

/** What runs the processes of the product: each process of ours itself, or Temporal once it has answered. */
export type ProcessEngine = 'local' | 'temporal';

/** There is one for each log. */
export const processEngineStream = 'processEngine-product';

/** Fold of `processEngine-product`. */
export const processEngineDecider: Decider<ProcessEngine, ProcessEngineEvent> = {
  initialState: () => 'local',
  evolve: () => 'temporal',
};

/** There is no way back: work that Temporal has begun is remembered there. */
export function adoptTemporal(engine: ProcessEngine, adopted_at: string): ProcessEngineEvent[] {
  return engine === 'temporal' ? [] : [{ type: 'TemporalAdopted', data: { adopted_at } }];
}
