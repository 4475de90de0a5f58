import type { EventLog } from '@tapwise/adapters';
import { adsPullStream, type Day, daysBetween } from '@tapwise/domain';
import type { OrganizationRef } from '../pull-organization/organization-context.ts';
import { firstParts } from '../pull-organization/pull-organization.contract.ts';

/** Rounds of the first pulls come one after the other, so its parts are among the first of a long stream. */
const eventsRead = 200;
const oldestAge = Math.max(...firstParts.map(({ oldest }) => oldest));

export type FirstPull =
  | { readonly pulled: false; readonly complete: false }
  | { readonly pulled: true; readonly complete: boolean; readonly firstDay: Day };

/**
 * Progress of the first pull of an organization.
 * @returns `pulled`: something is in; `complete`: all days the service gives by day are in, from `firstDay` on.
 */
export async function firstPull(log: EventLog, ref: OrganizationRef): Promise<FirstPull> {
  const recorded = await log.readStream(adsPullStream(ref.application_id, ref.org_id), { maxCount: eventsRead });
  const ranges = recorded.flatMap(({ event }) => (event.type === 'AdsPullCompleted' ? [event.data] : []));
  const [oldest] = ranges.map(({ from_day }) => from_day).sort();
  const first = ranges[0];
  if (first === undefined || oldest === undefined) return { pulled: false, complete: false };
  // The first pull may go past midnight, so that its last part begins a day later than counted from its first.
  return { pulled: true, complete: daysBetween(oldest, first.to_day) >= oldestAge - 2, firstDay: oldest };
}
