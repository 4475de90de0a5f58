import { type EventLog, handleCommand } from '@tapwise/adapters';
import {
  adsDaysStream,
  type DaySpan,
  type DaysLoadedEvent,
  daysLoadedDecider,
  fold,
  type LoadedDays,
  recordLoadedDays,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import type { OrganizationRef } from '../pull-organization/organization-context.ts';

/** Days from before those that pulls ask for that are in the log. */
export async function readLoadedDays(log: EventLog, ref: OrganizationRef): Promise<LoadedDays> {
  const recorded = await log.readStream(adsDaysStream(ref.application_id, ref.org_id));
  return fold(
    daysLoadedDecider,
    recorded.map(({ event }) => event as DaysLoadedEvent),
  );
}

/** Says that all figures of the days are recorded. */
export async function recordSpan(log: EventLog, ref: OrganizationRef, span: DaySpan): Promise<void> {
  const loaded_at = new Date().toISOString();
  await handleCommand(log, {
    stream: adsDaysStream(ref.application_id, ref.org_id),
    decider: daysLoadedDecider,
    context: workflowActor('load-days'),
    cause: `loaded ${span.from_day} ${span.to_day} ${loaded_at}`,
    decide: (state) => recordLoadedDays(state, { ...ref, loaded_at, ...span }),
  });
}
