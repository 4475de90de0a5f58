import { DomainError } from '../../shared/domain-error.ts';
import type { PlanChoice } from './plans.ts';
import type { TeamBilling, TeamSubscription } from './team-billing.ts';

/** What a team may ask of its subscription; one request is under way at a time. */
type SubscriptionWish = 'pause' | 'restart' | 'change';

/** @throws DomainError `busy` while another request is under way. */
function requireFree({ open_request }: Pick<TeamBilling, 'open_request'>, wish: SubscriptionWish): void {
  if (open_request !== null && open_request.wish !== wish) throw new DomainError('busy');
}

/**
 * The subscription that a pause is asked for.
 * @returns `undefined` where it is paused, or will be at the end of its period.
 * @throws DomainError `update_card`, `nothing_to_pause`; `busy` while another request is under way.
 */
export function subscriptionToPause(billing: TeamBilling): TeamSubscription | undefined {
  requireFree(billing, 'pause');
  const { state, subscription, open_request } = billing;
  if (open_request === null && (state === 'pausing' || state === 'paused')) return undefined;
  if (state === 'past_due') throw new DomainError('update_card');
  if (subscription === null || state === 'canceled' || state === 'cancelling')
    throw new DomainError('nothing_to_pause');
  return subscription;
}

/**
 * The subscription that is to go on.
 * @returns `undefined` where it does.
 * @throws DomainError `choose_plan`; `busy` while another request is under way.
 */
export function subscriptionToRestart(billing: TeamBilling): TeamSubscription | undefined {
  requireFree(billing, 'restart');
  const { state, subscription, open_request } = billing;
  if (subscription === null || state === 'canceled') throw new DomainError('choose_plan');
  return open_request === null && (state === 'active' || state === 'past_due') ? undefined : subscription;
}

/**
 * The subscription whose plan is to be another.
 * @throws DomainError `choose_plan`, `update_card`, `restart_first`; `busy` while another request is under way.
 */
export function subscriptionToChange(billing: TeamBilling): TeamSubscription {
  requireFree(billing, 'change');
  const { state, subscription } = billing;
  if (subscription === null || state === 'canceled') throw new DomainError('choose_plan');
  if (state === 'past_due') throw new DomainError('update_card');
  if (state !== 'active') throw new DomainError('restart_first');
  return subscription;
}

/** Another plan for a subscription, at the price it is sold for. */
export interface PlanChange extends PlanChoice {
  readonly price_id: string;
  readonly upgrade: boolean;
}

/**
 * The change to another plan. More for the money is paid at once; less, or a shorter period, is settled at the next renewal.
 * @throws DomainError `same_plan`.
 */
export function planChange(from: TeamSubscription, to: PlanChoice & { readonly price_id: string }): PlanChange {
  if (to.price_id === from.price_id) throw new DomainError('same_plan');
  const { plan, period, price_id } = to;
  return { plan, period, price_id, upgrade: plan >= from.plan && !(from.period === 'annual' && period === 'monthly') };
}
