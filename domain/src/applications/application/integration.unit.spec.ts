import { describe, expect, it } from 'vitest';
import type { ApplicationEvent } from './application.events.ts';
import { applicationDecider } from './application.state.ts';
import { confirmStoreNotifications, reportStoreCheck, reportVisibleOrganizations } from './integration.decider.ts';
import type { StoreCheckOutcome } from './integration.events.ts';

const start = Date.parse('2026-11-23T10:00:00.000Z');
const at = (minutes: number): string => new Date(start + minutes * 60_000).toISOString();
const created: ApplicationEvent = {
  type: 'ApplicationCreated',
  data: {
    application_id: 3,
    account_id: 7,
    team_id: 70,
    name: 'Calm',
    url: 'id42',
    adam_id: 42,
    api_key: 'key',
    currency: 'USD',
    small_business: false,
    created_at: at(0),
  },
};
const connected: ApplicationEvent = {
  type: 'StoreConnectionSet',
  data: { application_id: 3, vendor_number: '8', key_id: 'K', issuer_id: 'I', private_key: 'v1.c', set_at: at(0) },
};
const linked: ApplicationEvent = {
  type: 'AdOrganizationLinked',
  data: {
    application_id: 3,
    org_id: 9,
    name: 'Acme',
    account_name: 'Acme',
    currency: 'EUR',
    time_zone: 'UTC',
    payment_model: null,
    linked_at: at(0),
  },
};
const stateAfter = (...events: ApplicationEvent[]) =>
  [created, ...events].reduce(applicationDecider.evolve, applicationDecider.initialState());

/** What the store says at which minute; how it ends. */
function checked(...checks: [minute: number, outcome: StoreCheckOutcome][]) {
  const events: ApplicationEvent[] = [];
  for (const [minute, outcome] of checks) {
    events.push(...reportStoreCheck(stateAfter(connected, ...events), { outcome, at: at(minute) }));
  }
  return { events: events.length, state: stateAfter(connected, ...events) };
}

describe('the key of the store', () => {
  it('that worked is lost when it is refused twice, an hour apart, until it is accepted again', () => {
    const working = { store_problem: null, store_connection: expect.anything() };
    expect(checked([0, 'accepted'], [30, 'accepted'])).toMatchObject({ events: 1, state: working });
    expect(checked([0, 'accepted'], [1441, 'accepted']).events).toBe(2);
    expect(checked([0, 'accepted'], [10, 'key_refused'], [40, 'key_refused'])).toMatchObject({
      events: 2,
      state: working,
    });
    const lost = checked([0, 'accepted'], [10, 'key_refused'], [70, 'key_refused'], [140, 'key_refused']);
    expect(lost).toMatchObject({ events: 3, state: { ...working, store_problem: 'access_lost' } });
    expect(checked([0, 'accepted'], [10, 'key_refused'], [20, 'accepted'], [80, 'key_refused']).state).toMatchObject(
      working,
    );
    expect(checked([0, 'accepted'], [10, 'key_refused'], [70, 'key_refused'], [90, 'accepted']).state).toMatchObject({
      ...working,
      store_checked_at: at(90),
    });
  });

  it('that worked says that an agreement is missing while that is why it is refused', () => {
    const unsigned = checked(
      [0, 'accepted'],
      [10, 'agreement_missing'],
      [70, 'agreement_missing'],
      [75, 'agreement_missing'],
    );
    expect(unsigned).toMatchObject({ events: 3, state: { store_problem: 'agreement_missing' } });
    const refused = checked([0, 'accepted'], [10, 'agreement_missing'], [70, 'agreement_missing'], [80, 'key_refused']);
    expect(refused.state).toMatchObject({ store_problem: 'access_lost', store_connection: expect.anything() });
  });

  it('that could not be checked is given up at its first refusal, with the reason', () => {
    expect(checked([0, 'not_checked'], [5, 'not_checked'])).toMatchObject({
      events: 1,
      state: { store_problem: 'not_checked', store_connection: expect.anything() },
    });
    expect(checked([0, 'not_checked'], [5, 'role_missing']).state).toMatchObject({
      store_problem: 'role_missing',
      store_connection: null,
    });
  });
});

describe('a linked ad organization', () => {
  it('is lost after a day without it, said once, and back as soon as it is shown', () => {
    const seen = (minute: number, visible: number[], ...before: ApplicationEvent[]) =>
      reportVisibleOrganizations(stateAfter(linked, ...before), { visible: new Set(visible), at: at(minute) });
    expect(seen(0, [9])).toEqual([]);
    const missed = seen(0, []);
    expect(missed).toMatchObject([{ type: 'AdOrganizationMissed' }]);
    expect(seen(1439, [], ...missed)).toEqual([]);
    const lost = seen(1440, [], ...missed);
    expect(lost).toMatchObject([{ type: 'AdOrganizationAccessLost' }]);
    expect(seen(2000, [], ...missed, ...lost)).toEqual([]);
    const back = seen(2000, [9], ...missed, ...lost);
    expect(back).toMatchObject([{ type: 'AdOrganizationSeenAgain' }]);
    expect(seen(2001, [9], ...missed, ...lost, ...back)).toEqual([]);
  });
});

describe('notifications of the store', () => {
  it('are awaited from the time the address was added, once', () => {
    const confirmed = confirmStoreNotifications(stateAfter(), { confirmed_at: at(0) });
    expect(stateAfter(...confirmed)).toMatchObject({ store_notifications: 'waiting_for_events' });
    expect(confirmStoreNotifications(stateAfter(...confirmed), { confirmed_at: at(1) })).toEqual([]);
  });
});
