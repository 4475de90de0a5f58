import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import { charge, link, message, onDay } from './interpretation/store-messages.fixture.ts';
import { isLinkedTo, linkTransaction, recordNotification, subscriptionDecider } from './subscription.decider.ts';
import type { SubscriptionEvent } from './subscription.events.ts';

const received = (data: ReturnType<typeof message>): SubscriptionEvent => ({ type: 'StoreNotificationReceived', data });
const linked = (data: ReturnType<typeof link>): SubscriptionEvent => ({ type: 'TransactionLinked', data });
const bought = message('SUBSCRIBED INITIAL_BUY', 0, charge);

describe('a notification', () => {
  it('is recorded as received', () => {
    given(subscriptionDecider)
      .when((state) => recordNotification(state, bought))
      .thenEvents(received(bought));
  });

  it('is recorded once, however often the store sends it', () => {
    given(subscriptionDecider, received(bought))
      .when((state) => recordNotification(state, { ...bought, received_at: onDay(1) }))
      .thenNothing();
  });

  it('is recorded again by a newer mapping, not by the same or an older one', () => {
    const better = { ...bought, mapping: 2 };
    given(subscriptionDecider, received(bought))
      .when((state) => recordNotification(state, better))
      .thenEvents(received(better));
    for (const mapping of [1, 2]) {
      given(subscriptionDecider, received(bought), received(better))
        .when((state) => recordNotification(state, { ...bought, mapping }))
        .thenNothing();
    }
  });

  it('is recorded again for another application it was sent to', () => {
    const other = { ...bought, application_id: 2 };
    given(subscriptionDecider, received(bought))
      .when((state) => recordNotification(state, other))
      .thenEvents(received(other));
  });
});

describe('a link', () => {
  it('is recorded also when nothing is known of the transaction', () => {
    given(subscriptionDecider)
      .when((state) => linkTransaction(state, link('i1')))
      .thenEvents(linked(link('i1')));
  });

  it('is kept: a second one of the same application changes nothing', () => {
    for (const install of ['i1', 'i2']) {
      given(subscriptionDecider, linked(link('i1')))
        .when((state) => linkTransaction(state, link(install)))
        .thenNothing();
    }
  });

  it('of another application is kept beside it', () => {
    const other = link('i9', { application_id: 2 });
    given(subscriptionDecider, linked(link('i1')))
      .when((state) => linkTransaction(state, other))
      .thenEvents(linked(other));
  });

  it('ties the transaction to its install, and so does an account token in either case of letters', () => {
    const byLink = given(subscriptionDecider, linked(link('i1'))).state();
    expect([isLinkedTo(byLink, 1, 'i1'), isLinkedTo(byLink, 1, 'i2'), isLinkedTo(byLink, 2, 'i1')]).toEqual([
      true,
      false,
      false,
    ]);
    const token = received(message('SUBSCRIBED', 0, { ...charge, app_account_token: 'abc-DEF' }));
    const byToken = given(subscriptionDecider, token).state();
    expect([isLinkedTo(byToken, 1, 'ABC-def'), isLinkedTo(byToken, 1, 'other')]).toEqual([true, false]);
  });
});
