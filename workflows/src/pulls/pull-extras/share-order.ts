import type { Day } from '@tapwise/domain';
import type { OrganizationContext, OrganizationRef } from '../pull-organization/organization-context.ts';

export interface ShareOrderScope extends OrganizationContext {
  readonly ref: OrganizationRef;
  /** The organization's present day; names the order. */
  readonly today: Day;
  readonly from: Day;
  readonly to: Day;
  readonly signal: AbortSignal;
}

/** The service makes ten reports a day; a report that failed is ordered up to two more times. */
const ordersPerDay = 3;

/**
 * Finds today's report, or orders it. Orders have names that say what they are for, so one whose answer was lost is found
 * again, and while one is under way no other is made.
 * @returns the report's id; `null` when all of today's orders failed.
 */
export async function orderOnce(scope: ShareOrderScope): Promise<number | null> {
  const { client, ref, adamId, today, from, to, signal } = scope;
  const orgId = ref.org_id;
  const prefix = `tapwise-${ref.application_id}-`;
  const reports = (await client.shares.list(orgId, signal)).filter(({ name }) => name.startsWith(prefix));
  const todaysReports = reports.filter(({ name }) => name.startsWith(`${prefix}${today}`));
  const usable =
    reports.find(({ state }) => state === 'waiting') ?? todaysReports.find(({ state }) => state === 'ready');
  if (usable !== undefined) return usable.id;
  if (todaysReports.length >= ordersPerDay) return null;
  const order = { orgId, name: `${prefix}${today}-${todaysReports.length + 1}`, adamId, from, to };
  return (await client.shares.order(order, signal)).id;
}
