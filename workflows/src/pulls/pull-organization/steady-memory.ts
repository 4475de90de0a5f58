import type { StreamMemory } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { ApplicationFailure } from '@temporalio/common';
import type { StallWatch } from '../../activity/stall-watch.ts';
import type { OrganizationMemory } from './organization-memory.ts';

/**
 * The same memory, which records nothing once its process stood still: another one may have recorded newer answers meanwhile, and does not
 * look for older ones that come after its own.
 */
export function steadyMemory(memory: OrganizationMemory, stalls: Pick<StallWatch, 'hasStalled'>): OrganizationMemory {
  return {
    campaigns: unlessStalled(memory.campaigns, stalls),
    days: unlessStalled(memory.days, stalls),
    adDays: unlessStalled(memory.adDays, stalls),
    pulls: unlessStalled(memory.pulls, stalls),
    get listed() {
      return memory.listed;
    },
    set listed(listed) {
      memory.listed = listed;
    },
    recorded: memory.recorded,
  };
}

const unlessStalled = <State, E extends DomainEvent>(
  streams: StreamMemory<State, E>,
  { hasStalled }: Pick<StallWatch, 'hasStalled'>,
): StreamMemory<State, E> => ({
  state: streams.state,
  current: streams.current,
  refresh: streams.refresh,
  change: (stream, cause, decide, correlationId) =>
    streams.change(
      stream,
      cause,
      (state) => {
        if (hasStalled()) throw ApplicationFailure.retryable('The process stood still amid a pull', 'StoodStill');
        return decide(state);
      },
      correlationId,
    ),
});
