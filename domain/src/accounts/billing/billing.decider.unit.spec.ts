import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import { billingDecider, endBillingRequest, providerStep, requestOfProvider } from './billing.decider.ts';

const at = '2026-11-20T10:00:00.000Z';
const data = { team_id: 7, request_id: 'r1', subscription_id: 'sub_1', account_id: 7, requested_at: at };
const pause = { type: 'SubscriptionPauseRequested' as const, data };
const restart = { type: 'SubscriptionRestartRequested' as const, data: { ...data, request_id: 'r2' } };
const end = { team_id: 7, request_id: 'r1', code: null, ended_at: at };

describe('a request to the provider', () => {
  it('is made once while it is under way, and its opposite waits', () => {
    given(billingDecider)
      .when((state) => requestOfProvider(state, pause))
      .thenEvents(pause);
    const open = given(billingDecider, pause);
    open.when((state) => requestOfProvider(state, { ...pause, data: { ...data, request_id: 'r3' } })).thenNothing();
    open.when((state) => requestOfProvider(state, restart)).thenRefused('busy');
  });

  it('ends once', () => {
    const ended = { type: 'BillingRequestEnded' as const, data: end };
    given(billingDecider, pause)
      .when((state) => endBillingRequest(state, end, undefined))
      .thenEvents(ended);
    const over = given(billingDecider, pause, ended);
    over.when((state) => endBillingRequest(state, end, undefined)).thenNothing();
    over.when((state) => requestOfProvider(state, restart)).thenEvents(restart);
  });

  const change = { plan: 3, period: 'annual', price_id: 'pri_2', upgrade: true } as const;
  const holds = (status: string, action?: string, price_id = 'pri_1') => ({
    status,
    price_id,
    scheduled: action === undefined ? null : { action },
  });
  it.each([
    ['pause', holds('active'), 'pause'],
    ['pause', holds('active', 'pause'), 'done'],
    ['pause', holds('paused'), 'done'],
    ['pause', holds('active', 'cancel'), { refused: 'nothing_to_pause' }],
    ['pause', holds('past_due'), { refused: 'update_card' }],
    ['pause', holds('canceled'), { refused: 'choose_plan' }],
    ['restart', holds('active', 'pause'), 'unschedule'],
    ['restart', holds('active', 'cancel'), 'unschedule'],
    ['restart', holds('active'), 'done'],
    ['restart', holds('past_due'), 'done'],
    ['restart', holds('paused'), 'resume'],
    ['restart', holds('canceled'), { refused: 'choose_plan' }],
    ['change', holds('active'), 'change'],
    ['change', holds('active', undefined, 'pri_2'), 'done'],
    ['change', holds('paused'), { refused: 'restart_first' }],
    ['change', holds('past_due'), { refused: 'update_card' }],
  ] as const)('to %s, while %o holds, is %o', (wish, current, step) => {
    expect(providerStep({ wish, change: wish === 'change' ? change : null }, current)).toEqual(step);
  });
});
