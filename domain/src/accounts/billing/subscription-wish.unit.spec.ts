import { describe, expect, it } from 'vitest';
import type { PlanLevel } from './plans.ts';
import { planChange, subscriptionToChange, subscriptionToPause, subscriptionToRestart } from './subscription-wish.ts';
import type { BillingState, TeamBilling, TeamSubscription } from './team-billing.ts';

const subscription: TeamSubscription = {
  plan: 3,
  period: 'annual',
  subscription_id: 'sub_1',
  price_id: 'pri_3y',
  known_price: true,
  started_at: '2026-01-01T00:00:00.000000Z',
  next_billed_at: null,
  stops_at: null,
  resumes_at: null,
};
const openRequest = (wish: 'pause' | 'restart' | 'change') => ({ wish }) as NonNullable<TeamBilling['open_request']>;
const billing = (state: BillingState, open_request: TeamBilling['open_request'] = null): TeamBilling => ({
  state,
  subscription: state === 'none' ? null : subscription,
  paid_until: null,
  grace_until: null,
  first_failure: null,
  payments: [],
  charging: 1,
  open_request,
});
const states: readonly BillingState[] = ['none', 'active', 'past_due', 'pausing', 'cancelling', 'paused', 'canceled'];

/** By state of the subscription: it is acted on, nothing is to be done, or the code of the refusal. */
function outcomes(wish: (billing: TeamBilling) => TeamSubscription | undefined): string[] {
  return states.map((state) => {
    try {
      return wish(billing(state)) === undefined ? 'nothing' : 'yes';
    } catch (error) {
      return (error as { code: string }).code;
    }
  });
}

describe('a subscription', () => {
  it('is paused while it runs', () => {
    const none = 'nothing_to_pause';
    expect(outcomes(subscriptionToPause)).toEqual([none, 'yes', 'update_card', 'nothing', none, 'nothing', none]);
  });

  it('goes on again after a pause, and before the end of its period', () => {
    const choose = 'choose_plan';
    expect(outcomes(subscriptionToRestart)).toEqual([choose, 'nothing', 'nothing', 'yes', 'yes', 'yes', choose]);
  });

  it('changes its plan while it runs', () => {
    const choose = 'choose_plan';
    const restart = 'restart_first';
    expect(outcomes(subscriptionToChange)).toEqual([choose, 'yes', 'update_card', restart, restart, restart, choose]);
  });

  it('has one request at a time; the same one may be asked again', () => {
    const busy = expect.objectContaining({ code: 'busy' });
    expect(() => subscriptionToPause(billing('active', openRequest('change')))).toThrow(busy);
    expect(() => subscriptionToRestart(billing('paused', openRequest('pause')))).toThrow(busy);
    expect(() => subscriptionToChange(billing('active', openRequest('restart')))).toThrow(busy);
    expect(subscriptionToPause(billing('pausing', openRequest('pause')))).toBe(subscription);
    expect(subscriptionToRestart(billing('active', openRequest('restart')))).toBe(subscription);
  });
});

it('more for the money is paid at once; less, and a shorter period, at the next renewal', () => {
  const upgrade = (plan: PlanLevel, period: 'monthly' | 'annual', from = subscription) =>
    planChange(from, { plan, period, price_id: 'other' }).upgrade;
  const monthly: TeamSubscription = { ...subscription, period: 'monthly' };
  expect([upgrade(4, 'annual'), upgrade(3, 'annual', monthly), upgrade(4, 'monthly', monthly)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([upgrade(2, 'annual'), upgrade(4, 'monthly'), upgrade(2, 'annual', monthly)]).toEqual([false, false, false]);
  const same = { plan: 3, period: 'annual', price_id: 'pri_3y' } as const;
  expect(() => planChange(subscription, same)).toThrow(expect.objectContaining({ code: 'same_plan' }));
});
