import type {
  ActiveSubscription,
  BillingStatus,
  EndingSubscription,
  PausedSubscription,
} from '../api/billing-types.ts';

/** The state of the team's plan; instants are ISO 8601. */
export type PlanState =
  | { kind: 'trial'; until: string }
  /** Nothing runs; `of` is what ran last. */
  | { kind: 'ended'; of: 'trial' | 'plan'; at: string | null }
  | { kind: 'active'; subscription: ActiveSubscription }
  | { kind: 'billing_issue'; subscription: ActiveSubscription; until: string | null }
  /** Paid time left before a pause or an end that can still be taken back. */
  | { kind: 'pausing'; subscription: PausedSubscription; until: string }
  | { kind: 'cancelling'; subscription: EndingSubscription | null; until: string }
  /** `until`: the end of the time paid for, ahead or past. */
  | { kind: 'paused'; subscription: PausedSubscription; until: string | null; resumes: string | null }
  /** Cancelled, with paid time left. */
  | { kind: 'cancelled'; subscription: EndingSubscription | null; until: string };

/** @param now by the server's clock, in milliseconds */
export function planStateOf(status: BillingStatus, now: number): PlanState {
  const { activeSubscription, pausedSubscription, cancels_at, paidUntil, trialExpirationDate } = status;
  const { endingSubscription: ending, resumes_at: resumes } = status;
  const isAhead = (instant: string | null): instant is string => instant !== null && Date.parse(instant) > now;
  if (activeSubscription !== null) {
    if (!status.hasBillingIssues && activeSubscription.status === 'active')
      return { kind: 'active', subscription: activeSubscription };
    const until = status.nextBillDate ?? status.service_ends_at;
    return { kind: 'billing_issue', subscription: activeSubscription, until };
  }
  if (pausedSubscription !== null) {
    const { paused_from } = pausedSubscription;
    return isAhead(paused_from)
      ? { kind: 'pausing', subscription: pausedSubscription, until: paused_from }
      : { kind: 'paused', subscription: pausedSubscription, until: paidUntil, resumes };
  }
  if (isAhead(cancels_at)) return { kind: 'cancelling', subscription: ending, until: cancels_at };
  if (isAhead(paidUntil)) return { kind: 'cancelled', subscription: ending, until: paidUntil };
  if (isAhead(trialExpirationDate)) return { kind: 'trial', until: trialExpirationDate };
  const paidLast = paidUntil !== null && Date.parse(paidUntil) >= Date.parse(trialExpirationDate ?? paidUntil);
  return { kind: 'ended', of: paidLast ? 'plan' : 'trial', at: paidLast ? paidUntil : trialExpirationDate };
}

/** What may be done about the plan. */
export type PlanAction = 'subscribe' | 'change' | 'none';

/** A subscription that still exists is changed or restarted; without one a plan is bought. */
export const planActionOf = ({ kind }: PlanState): PlanAction =>
  kind === 'active' ? 'change' : ['trial', 'ended', 'cancelled'].includes(kind) ? 'subscribe' : 'none';
