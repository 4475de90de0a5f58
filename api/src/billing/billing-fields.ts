import type { Account } from '@tapwise/contract';
import { type FoundedTeam, planCatalogue, serviceAt, serviceEnd } from '@tapwise/domain';
import { demoTrialEnd } from '../access/trial.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { billingOf } from './provider.ts';

type BillingFields = Pick<
  Account,
  | 'activeSubscription'
  | 'pausedSubscription'
  | 'trialExpirationDate'
  | 'paidUntil'
  | 'hasBillingIssues'
  | 'service'
  | 'service_ends_at'
>;

/** What every member sees of it: until when they are served, and why. */
export function billingFields(deps: ApiDependencies, team: FoundedTeam): BillingFields {
  const billing = billingOf(deps, team.team_id);
  const { state, subscription } = billing;
  const end = serviceEnd(team, billing);
  const charging = state === 'active' || state === 'past_due';
  const pausing = state === 'pausing' || state === 'paused';
  return {
    activeSubscription:
      subscription === null || !charging
        ? null
        : {
            plan: subscription.plan,
            period: subscription.period,
            status: state,
            installs_limit: planCatalogue[subscription.plan].installs,
            started_at: isoInstant(subscription.started_at),
          },
    pausedSubscription:
      subscription === null || !pausing
        ? null
        : {
            plan: subscription.plan,
            period: subscription.period,
            paused_from: isoInstant(subscription.stops_at ?? subscription.started_at),
          },
    trialExpirationDate: team.demo ? demoTrialEnd(deps.now()) : team.trial_expires_at,
    paidUntil: isoInstant(billing.paid_until),
    hasBillingIssues: state === 'past_due',
    service: serviceAt(end, deps.now().getTime()),
    service_ends_at: end === null ? null : new Date(end).toISOString(),
  };
}

export function isoInstant(instant: string): string;
export function isoInstant(instant: string | null): string | null;
/** With milliseconds, like all other instants. */
export function isoInstant(instant: string | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
