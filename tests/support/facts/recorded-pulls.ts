import { type EventLog, handleCommand } from '@tapwise/adapters';
import { addDays, adsPullStream, type Day } from '@tapwise/domain';
import { asTest } from './settings.ts';

/** Ages of the days of a pull: 0 is the organization's today. */
export type PulledAges = readonly [newest: number, oldest: number];

/** Records pulls of an organization that were completed, one after the other. */
export async function recordPulls(
  log: EventLog,
  ref: { application_id: number; org_id: number },
  today: Day,
  ...pulls: readonly PulledAges[]
): Promise<void> {
  await handleCommand(log, {
    stream: adsPullStream(ref.application_id, ref.org_id),
    decider: { initialState: () => undefined, evolve: () => undefined },
    cause: `pulled ${JSON.stringify(pulls)}`,
    context: asTest,
    decide: () =>
      pulls.map(([newest, oldest]) => ({
        type: 'AdsPullCompleted' as const,
        data: {
          ...ref,
          pulled_at: new Date().toISOString(),
          from_day: addDays(today, -oldest),
          to_day: addDays(today, -newest),
        },
      })),
  });
}
