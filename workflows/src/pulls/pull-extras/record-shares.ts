import { createStreamMemory, type EventLog, type ShareFigures } from '@tapwise/adapters';
import {
  type Day,
  diffImpressionShares,
  type ImpressionShareRow,
  impressionShareDecider,
  impressionShareStream,
  type ShareListing,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import type { OrganizationRef } from '../pull-organization/organization-context.ts';

/**
 * Records impression shares that differ from what is known. A day the report does not list is left as it is: the service
 * lists days when they are ready.
 * @returns the days the report lists; `undefined` when it lists none.
 */
export async function recordShares(
  log: EventLog,
  ref: OrganizationRef,
  figures: readonly ShareFigures[],
  listing: ShareListing,
): Promise<{ from_day: Day; to_day: Day } | undefined> {
  const byDay = new Map<Day, ImpressionShareRow[]>();
  for (const { day, row } of figures) {
    const rows = byDay.get(day);
    if (rows) rows.push(row);
    else byDay.set(day, [row]);
  }
  const days = [...byDay.keys()].sort();
  const pulled_at = new Date().toISOString();
  const memory = createStreamMemory(log, impressionShareDecider, { keep: 1, context: workflowActor('pull-shares') });
  for (const day of [...days].reverse()) {
    const stream = impressionShareStream(ref.application_id, ref.org_id, day);
    await memory.change(stream, `pulled ${pulled_at}`, (state) =>
      diffImpressionShares(state, { ...ref, day, pulled_at }, byDay.get(day) ?? [], listing),
    );
  }
  const from_day = days[0];
  const to_day = days.at(-1);
  return from_day === undefined || to_day === undefined ? undefined : { from_day, to_day };
}
