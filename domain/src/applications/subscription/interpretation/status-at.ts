import { dayMs } from '../../../shared/calendar/days.ts';
import type { SubscriptionView } from './subscription-view.ts';
import type { SubscriptionStatus } from './walk-messages.ts';

/** After the end of a period, how long nothing is concluded from silence. */
export const silenceToleranceMs = dayMs;
/** How long the store goes on trying to collect a payment. */
export const billingRetryMs = 60 * dayMs;

/** What silence will make of a subscription: instants in milliseconds, `null` where nothing changes by itself. */
export interface StatusTimetable {
  status: SubscriptionStatus;
  /** From here on the status is `billing_issues`. */
  billing_issues_at: number | null;
  /** From here on the status is `ended_status`. */
  ended_at: number | null;
  ended_status: 'canceled' | 'trial_canceled';
}

/**
 * When the status changes though no message comes. The store reports every end, but messages get lost and its old
 * version reports none: with renewal on, a period that is over counts as before for 24 hours, then as billing issues
 * until 60 days after its end, then as canceled; with renewal off it is canceled at its end, or at that of a term that is paid
 * month by month.
 */
export function statusTimetable(view: SubscriptionView): StatusTimetable {
  const ended_status = view.in_trial ? 'trial_canceled' : 'canceled';
  const still: StatusTimetable = { status: view.status, billing_issues_at: null, ended_at: null, ended_status };
  if (view.kind === 'one_time') return still;
  const over = view.period_expires_at ?? view.billing_retry_since;
  if (over === null) return still;
  const overAt = Date.parse(over);
  if (view.status === 'billing_issues') return { ...still, ended_at: overAt + billingRetryMs };
  if (view.status !== 'trial' && view.status !== 'active') return still;
  if (!view.auto_renew) {
    const committedUntil = view.terms.commitment_expires_at;
    return { ...still, ended_at: committedUntil === null ? overAt : Math.max(overAt, Date.parse(committedUntil)) };
  }
  return { ...still, billing_issues_at: overAt + silenceToleranceMs, ended_at: overAt + billingRetryMs };
}

/** The status at an instant at or after the last message (milliseconds). */
export function statusAt(view: SubscriptionView, nowMs: number): SubscriptionStatus {
  const { status, billing_issues_at, ended_at, ended_status } = statusTimetable(view);
  if (ended_at !== null && nowMs >= ended_at) return ended_status;
  return billing_issues_at !== null && nowMs >= billing_issues_at ? 'billing_issues' : status;
}
