import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import {
  changeSmallBusiness,
  confirmSdk,
  createApplication,
  linkAdOrganization,
  proveSdk,
  proveStoreNotifications,
  reportImport,
  reportUnknownNotification,
  setStorePassword,
  submitAdsAccountName,
} from './application.decider.ts';
import type { ApplicationEvent } from './application.events.ts';
import { type ApplicationState, applicationDecider, awaitedNames, integrationStates } from './application.state.ts';
import { areUsersComplete } from './user-history.ts';

const at = '2026-01-01T00:00:00.000Z';
const url = 'https://apps.apple.com/us/app/calm/id1500000001?mt=8';
const creation = { application_id: 3, account_id: 7, team_id: 7, api_key: 'key', created_at: at, name: 'Calm', url };
const created: ApplicationEvent = {
  type: 'ApplicationCreated',
  data: { ...creation, adam_id: 1_500_000_001, currency: 'USD', small_business: false },
};
const named = (asa_account_name: string, submitted_at = at): ApplicationEvent => ({
  type: 'AdsAccountNameSubmitted',
  data: { application_id: 3, asa_account_name, submitted_at },
});
const organization = {
  org_id: 9,
  name: 'Acme',
  account_name: 'Acme',
  currency: 'EUR',
  time_zone: 'Europe/Berlin',
  payment_model: 'PAYG',
};
const linked = (overrides = {}): ApplicationEvent => ({
  type: 'AdOrganizationLinked',
  data: { application_id: 3, ...organization, ...overrides, linked_at: at },
});
const proven: ApplicationEvent = { type: 'StoreNotificationsProven', data: { application_id: 3, at } };
const unknown = (notification_id: string): ApplicationEvent => ({
  type: 'UnknownStoreNotificationReceived',
  data: { application_id: 3, notification_id, excerpt: '{}', at },
});
const password: ApplicationEvent = {
  type: 'StorePasswordSet',
  data: { application_id: 3, password: 'v1.3.secret', set_at: at },
};
const confirmed: ApplicationEvent = { type: 'SdkIntegrationConfirmed', data: { application_id: 3, confirmed_at: at } };
const sdkProven = (first_event_day: string, test = false): ApplicationEvent => ({
  type: 'SdkIntegrationProven',
  data: { application_id: 3, first_event_day, test, at },
});

/** The application after events; the test fails when there is none. */
function applicationAfter(...events: ApplicationEvent[]) {
  const state = given(applicationDecider, created, ...events).state();
  if (state.status !== 'open') throw new Error('No application');
  return state;
}

describe('a new application', () => {
  it('takes the store’s number from the address, dollars and the full fee unless said otherwise', () => {
    given(applicationDecider)
      .when((state) => createApplication(state, creation))
      .thenEvents(created);
  });

  it('takes a currency that has a reference rate and refuses others', () => {
    const inYen = { ...creation, currency: 'JPY', small_business: true };
    const [event] = createApplication({ status: 'absent' }, inYen);
    expect(event?.data).toMatchObject({ currency: 'JPY', small_business: true });
    for (const currency of ['XXX', 'usd', '']) {
      given(applicationDecider)
        .when((state) => createApplication(state, { ...creation, currency }))
        .thenRefused('currency_unknown');
    }
  });

  it('needs a name and an address, in the words of the form', () => {
    given(applicationDecider)
      .when((state) => createApplication(state, { ...creation, name: ' ', url: '' }))
      .thenRefused('app_name_required', 'Please input app name');
    given(applicationDecider)
      .when((state) => createApplication(state, { ...creation, url: ' ' }))
      .thenRefused('app_url_required', 'Please input app store url');
  });

  it('needs an address with the number of an app', () => {
    for (const address of ['https://apps.apple.com/us/app/calm', 'id42', 'https://example.com/app/id42']) {
      given(applicationDecider)
        .when((state) => createApplication(state, { ...creation, url: address }))
        .thenRefused('app_url_invalid');
    }
    for (const address of ['https://itunes.apple.com/app/id42', 'https://apps.apple.com/de/app/x/id42#y']) {
      const [event] = createApplication({ status: 'absent' }, { ...creation, url: address });
      expect(event?.data).toMatchObject({ adam_id: 42 });
    }
  });

  it('does not take the number of another one', () => {
    given(applicationDecider, created)
      .when((state) => createApplication(state, creation))
      .thenRefused('conflict');
  });

  it('has nothing integrated', () => {
    expect(integrationStates(applicationAfter())).toEqual({
      asa_integration: 'not_integrated',
      asc_integration: 'not_integrated',
      asc_notifications_integration: 'not_integrated',
      sdk_integration: 'not_integrated',
    });
  });
});

describe('an application that does not exist', () => {
  it('takes no command', () => {
    const commands: Parameters<
      ReturnType<typeof given<ReturnType<typeof applicationDecider.initialState>, ApplicationEvent>>['when']
    >[0][] = [
      (state) => submitAdsAccountName(state, { asa_account_name: 'Acme', submitted_at: at }),
      (state) => linkAdOrganization(state, { ...organization, linked_at: at }),
      (state) => setStorePassword(state, { password: 'v1.3.secret', set_at: at }),
      (state) => proveStoreNotifications(state, { at }),
      (state) => reportUnknownNotification(state, { notification_id: 'n', excerpt: '', at }),
      (state) => confirmSdk(state, { confirmed_at: at }),
      (state) => proveSdk(state, { first_event_day: '2026-01-01', test: false, at }),
      (state) => changeSmallBusiness(state, { small_business: true, changed_at: at }),
    ];
    for (const command of commands) given(applicationDecider).when(command).thenRefused('not_found');
  });
});

describe('the search-ads integration', () => {
  it('awaits the invitation once a name is given, trimmed', () => {
    given(applicationDecider, created)
      .when((state) => submitAdsAccountName(state, { asa_account_name: '  Acme ', submitted_at: at }))
      .thenEvents(named('Acme'));
    expect(integrationStates(applicationAfter(named('Acme'))).asa_integration).toBe('invitation_sent');
  });

  it('refuses an empty name in the words of the form', () => {
    given(applicationDecider, created)
      .when((state) => submitAdsAccountName(state, { asa_account_name: ' ', submitted_at: at }))
      .thenRefused('ads_account_name_required', 'Error: account name is required');
  });

  it('does nothing when the last name is given again, unless a person does so a minute later', () => {
    const again = (seconds: number, isAgain: boolean) => {
      const submitted_at = new Date(Date.parse(at) + seconds * 1000).toISOString();
      return given(applicationDecider, created, named('Acme')).when((state) =>
        submitAdsAccountName(state, { asa_account_name: 'Acme', submitted_at, again: isAgain }),
      );
    };
    again(0, true).thenNothing();
    again(59, true).thenNothing();
    again(3600, false).thenNothing();
    const later = new Date(Date.parse(at) + 60_000).toISOString();
    again(60, true).thenEvents(named('Acme', later));
    const state = applicationAfter(named('Acme'), named('Acme', later));
    expect(state).toMatchObject({ submitted_names: ['Acme'], name_submitted_at: later });
  });

  it('is done with the first organization, and linking it again changes nothing', () => {
    given(applicationDecider, created, named('Acme'))
      .when((state) => linkAdOrganization(state, { ...organization, linked_at: at }))
      .thenEvents(linked());
    given(applicationDecider, created, named('Acme'), linked())
      .when((state) => linkAdOrganization(state, { ...organization, linked_at: 'later' }))
      .thenNothing();
    expect(integrationStates(applicationAfter(named('Acme'), linked())).asa_integration).toBe('integrated');
  });

  it('records what changed about an organization and keeps one entry of it', () => {
    const changed = { payment_model: 'LOC' };
    given(applicationDecider, created, linked())
      .when((state) => linkAdOrganization(state, { ...organization, ...changed, linked_at: at }))
      .thenEvents(linked(changed));
    expect(applicationAfter(linked(), linked(changed)).organizations).toEqual([{ ...organization, ...changed }]);
  });

  it('stays integrated when another name is given, which is awaited and adds', () => {
    const application = applicationAfter(named('ACME '), linked(), named('Other'));
    expect(integrationStates(application).asa_integration).toBe('integrated');
    expect(awaitedNames(application)).toEqual(['Other']);
    const both = applicationAfter(
      named('Acme'),
      linked(),
      named('Other'),
      linked({ org_id: 10, name: 'Other EU', account_name: 'Other' }),
    );
    expect(awaitedNames(both)).toEqual([]);
    expect(both.organizations.map((entry) => entry.org_id)).toEqual([9, 10]);
  });
});

describe('the store notifications', () => {
  const integration = (...events: ApplicationEvent[]) =>
    integrationStates(applicationAfter(...events)).asc_notifications_integration;

  it('wait for events once the shared secret is set', () => {
    given(applicationDecider, created)
      .when((state) => setStorePassword(state, { password: 'v1.3.secret', set_at: at }))
      .thenEvents(password);
    expect(integration(password)).toBe('waiting_for_events');
    given(applicationDecider, created)
      .when((state) => setStorePassword(state, { password: '', set_at: at }))
      .thenRefused('store_password_required');
  });

  it('are integrated with the first known one, recorded once', () => {
    given(applicationDecider, created)
      .when((state) => proveStoreNotifications(state, { at }))
      .thenEvents(proven);
    given(applicationDecider, created, proven)
      .when((state) => proveStoreNotifications(state, { at }))
      .thenNothing();
    expect(integration(proven)).toBe('integrated');
    expect(integration(proven, password)).toBe('integrated');
  });

  it('show an error after one of unknown form, recorded once, until a known one arrives', () => {
    given(applicationDecider, created, proven)
      .when((state) => reportUnknownNotification(state, { notification_id: 'n1', excerpt: '{}', at }))
      .thenEvents(unknown('n1'));
    given(applicationDecider, created, proven, unknown('n1'))
      .when((state) => reportUnknownNotification(state, { notification_id: 'n1', excerpt: '{}', at }))
      .thenNothing();
    expect(integration(proven, unknown('n1'))).toBe('error');
    given(applicationDecider, created, proven, unknown('n1'))
      .when((state) => proveStoreNotifications(state, { at }))
      .thenEvents(proven);
    expect(integration(unknown('n1'), proven)).toBe('integrated');
    expect(integration(unknown('n1'), password)).toBe('waiting_for_events');
  });

  it('are counted since the last one in the documented form, each once', () => {
    const unread = (...events: ApplicationEvent[]) => applicationAfter(...events).unread_notifications;
    expect(unread(proven)).toBeNull();
    expect(unread(proven, unknown('n1'), unknown('n2'))).toEqual({ count: 2, since: at, excerpt: '{}' });
    expect(unread(unknown('n1'), unknown('n2'), proven)).toBeNull();
    expect(unread(unknown('n1'), password)).toBeNull();
  });
});

describe('the SDK integration', () => {
  it('waits once it is confirmed, which happens once', () => {
    given(applicationDecider, created)
      .when((state) => confirmSdk(state, { confirmed_at: at }))
      .thenEvents(confirmed);
    for (const past of [[confirmed], [sdkProven('2026-01-05')]]) {
      given(applicationDecider, created, ...past)
        .when((state) => confirmSdk(state, { confirmed_at: at }))
        .thenNothing();
    }
    expect(applicationAfter(confirmed).sdk).toBe('waiting_for_events');
  });

  it('is proven by the first call, confirmed before or not', () => {
    const prove = { first_event_day: '2026-01-05', test: false, at };
    given(applicationDecider, created)
      .when((state) => proveSdk(state, prove))
      .thenEvents(sdkProven('2026-01-05'));
    given(applicationDecider, created, sdkProven('2026-01-05'))
      .when((state) => proveSdk(state, prove))
      .thenNothing();
    expect(applicationAfter(confirmed, sdkProven('2026-01-05'))).toMatchObject({
      sdk: 'integrated',
      first_sdk_event_date: '2026-01-05',
    });
  });

  it('is proven by a test, which opens no day of reports until a real call comes', () => {
    expect(applicationAfter(sdkProven('2026-01-01', true))).toMatchObject({
      sdk: 'integrated',
      first_sdk_event_date: null,
    });
    given(applicationDecider, created, sdkProven('2026-01-01', true))
      .when((state) => proveSdk(state, { first_event_day: '2026-01-01', test: true, at }))
      .thenNothing();
    given(applicationDecider, created, sdkProven('2026-01-01', true))
      .when((state) => proveSdk(state, { first_event_day: '2026-01-05', test: false, at }))
      .thenEvents(sdkProven('2026-01-05'));
  });

  it('moves the first day of reports back for an earlier first launch', () => {
    given(applicationDecider, created, sdkProven('2026-01-05'))
      .when((state) => proveSdk(state, { first_event_day: '2025-12-01', test: false, at }))
      .thenEvents(sdkProven('2025-12-01'));
    expect(applicationAfter(sdkProven('2026-01-05'), sdkProven('2025-12-01')).first_sdk_event_date).toBe('2025-12-01');
  });
});

describe('the small-business programme', () => {
  it('is joined and left, each recorded once', () => {
    const joined: ApplicationEvent = {
      type: 'SmallBusinessChanged',
      data: { application_id: 3, small_business: true, changed_at: at },
    };
    given(applicationDecider, created)
      .when((state) => changeSmallBusiness(state, { small_business: true, changed_at: at }))
      .thenEvents(joined);
    given(applicationDecider, created, joined)
      .when((state) => changeSmallBusiness(state, { small_business: true, changed_at: at }))
      .thenNothing();
    expect(applicationAfter(joined).small_business).toBe(true);
  });
});

describe('an import of users', () => {
  const imported = (first_launch_day: string, complete = false, when = at): ApplicationEvent => ({
    type: 'UsersImported',
    data: { application_id: 3, first_launch_day, complete, at: when },
  });
  const report = (first_launch_day: string, complete: boolean, when: string) => (state: ApplicationState) =>
    reportImport(state, { first_launch_day, complete, at: when });
  const later = '2026-03-01T12:00:30.000Z';
  const latest = '2026-03-01T12:01:00.000Z';

  it('is recorded when it reaches further back, and once when it is complete', () => {
    const before = [created, imported('2026-02-01')] as const;
    given(applicationDecider, ...before)
      .when(report('2026-02-02', false, later))
      .thenEvents();
    given(applicationDecider, ...before)
      .when(report('2026-01-31', false, later))
      .thenEvents(imported('2026-01-31', false, later));
    given(applicationDecider, ...before)
      .when(report('2026-02-01', true, later))
      .thenEvents(imported('2026-02-01', true, later));
    given(applicationDecider, ...before, imported('2026-02-01', true, later))
      .when(report('2026-02-01', true, latest))
      .thenEvents();
  });

  it('does not prove that the SDK is built in', () => {
    const application = applicationAfter(imported('2026-02-01', true));
    expect(application).toMatchObject({ sdk: null, first_sdk_event_date: '2026-02-01' });
  });

  it('is complete until an earlier user comes', () => {
    expect(areUsersComplete(applicationAfter(imported('2026-02-01')))).toBe(false);
    const complete = [imported('2026-02-01'), imported('2026-02-01', true, later)] as const;
    expect(areUsersComplete(applicationAfter(...complete))).toBe(true);
    const again = [...complete, imported('2026-01-15', false, latest)] as const;
    expect(areUsersComplete(applicationAfter(...again))).toBe(false);
    given(applicationDecider, created, ...again)
      .when(report('2026-01-15', true, latest))
      .thenEvents(imported('2026-01-15', true, latest));
  });
});
