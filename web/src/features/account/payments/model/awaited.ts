import type { BillingStatus } from '../api/billing-types.ts';
import type { Choice } from './offers.ts';

/** Something that was asked for and that the status does not show yet. */
export type Awaited =
  | { kind: 'checkout' }
  | { kind: 'pause' | 'restart'; queued: boolean }
  | { kind: 'change'; queued: boolean; to: Choice };

/** How long, in milliseconds, what was asked for may take before the page says so. */
export const longWait = 60_000;

/** Whether the status shows what was asked for. */
export function hasArrived(awaited: Awaited, { activeSubscription, pausedSubscription }: BillingStatus): boolean {
  if (awaited.kind === 'pause') return pausedSubscription !== null;
  if (awaited.kind !== 'change') return activeSubscription !== null;
  const { level, period } = awaited.to;
  return activeSubscription !== null && activeSubscription.plan === level && activeSubscription.period === period;
}
