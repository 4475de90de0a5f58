import type { Application } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { integrationsOf, maskKey } from './integration-state.ts';

const application: Application = {
  id: 1,
  name: 'Moonvale',
  url: 'https://apps.example/id6449120733',
  adam_id: 6449120733,
  currency: 'USD',
  api_key: 'tw_3f9c0d1e2a4b5c6d',
  api_keys: ['tw_3f9c0d1e2a4b5c6d'],
  notifications_url: null,
  small_business: false,
  asa_account_name: 'Moonvale GmbH',
  asa_integration: 'not_integrated',
  link_code: 'tapwise-0123abcd',
  asa_problem: null,
  problems: [],
  asc_integration: 'not_integrated',
  asc_notifications_integration: 'not_integrated',
  asc_checked_at: null,
  asc_problem: null,
  ingest_url: null,
  last_notification_at: null,
  last_sdk_event_at: null,
  sdk_integration: 'not_integrated',
  asaOrganizations: [],
  paymentModel: null,
  locInvoiceDetails: null,
  first_sdk_event_date: null,
};
const badges = (part: Partial<Application>) => integrationsOf({ ...application, ...part }).map(({ badge }) => badge);

describe('integrations', () => {
  it('begin not set up', () => {
    expect(badges({})).toEqual(['Not set up', 'Not set up', 'Not set up', 'Not set up']);
  });

  it('name each state as the product does', () => {
    expect(
      badges({
        asa_integration: 'invitation_sent',
        asc_integration: 'partially_integrated',
        asc_notifications_integration: 'error',
        sdk_integration: 'waiting_for_events',
      }),
    ).toEqual(['Invitation sent', 'Partially integrated', 'Unknown notification format', 'Waiting for events']);
  });

  it('keep the name of an error, with the sentence of what fails', () => {
    const sentence = 'Since 3 February 1 store notification came in an unknown format (price).';
    const problem = { integration: 'notifications', reason: 'unknown_format', since: '2026-02-03T17:00:00Z', sentence };
    const integrations = integrationsOf({
      ...application,
      asc_notifications_integration: 'error',
      problems: [problem as Application['problems'][number]],
    });
    expect(integrations[2]).toMatchObject({ badge: 'Unknown notification format', state: 'error', text: sentence });
  });

  it('are Active when done', () => {
    expect(
      badges({
        asa_integration: 'integrated',
        asc_integration: 'integrated',
        asc_notifications_integration: 'integrated',
        sdk_integration: 'integrated',
      }),
    ).toEqual(['Active', 'Active', 'Active', 'Active']);
  });

  it('say in words what is wrong, when something was last heard, and keep the word of the contract', () => {
    const integrated = {
      ...application,
      asa_integration: 'integrated' as const,
      asc_integration: 'integrated' as const,
    };
    const [ads, store, , sdk] = integrationsOf({
      ...integrated,
      asa_problem: 'role',
      asc_problem: 'access_lost',
      asc_checked_at: '2026-11-20T10:00:00.000Z',
      sdk_integration: 'integrated',
      last_sdk_event_at: '2026-11-21T10:00:00.000Z',
    });
    expect(ads).toMatchObject({ badge: 'Needs attention', text: expect.stringContaining('API Account Manager role') });
    expect(store).toMatchObject({ badge: 'Needs attention', field: 'integrated', last: '2026-11-20T10:00:00.000Z' });
    expect(sdk).toMatchObject({ badge: 'Active', field: 'integrated', last: '2026-11-21T10:00:00.000Z' });
  });

  it('say since when something fails and what to do, and keep the word of the contract', () => {
    const since = '2026-11-28T04:18:00.000Z';
    const problem = (integration: 'ads' | 'store' | 'notifications', reason: string) => ({
      integration,
      reason,
      since,
      sentence: `${integration} ${reason}.`,
    });
    const problems = [problem('ads', 'gone'), problem('ads', 'refused'), problem('store', 'column_missing')];
    const working = {
      asa_integration: 'integrated',
      asc_integration: 'integrated',
      sdk_integration: 'integrated',
    } as const;
    const [ads, store, , sdk] = integrationsOf({ ...application, ...working, problems });
    const attention = { state: 'error', badge: 'Needs attention', field: 'integrated' };
    expect(ads).toMatchObject({ ...attention, text: 'ads gone. ads refused.', action: 'Add account' });
    expect(store).toMatchObject({ ...attention, text: 'store column_missing.', action: null });
    const refused = integrationsOf({ ...application, ...working, problems: [problem('store', 'refused')] });
    expect(refused[1]).toMatchObject({ action: 'Set up again' });
    expect(sdk).toMatchObject({ badge: 'Active' });
    const [both] = integrationsOf({ ...application, ...working, asa_problem: 'role', problems });
    expect(both?.text).toBe('The API user needs the API Account Manager role. ads gone. ads refused.');
    const lost = [problem('ads', 'access_lost')];
    const [again] = integrationsOf({ ...application, ...working, asa_problem: 'access_lost', problems: lost });
    expect(again?.text).toBe('ads access_lost.');
    const [, , notices] = integrationsOf({
      ...application,
      asc_notifications_integration: 'error',
      problems: [problem('notifications', 'certificate_refused')],
    });
    expect(notices).toMatchObject({ badge: 'Unknown notification format', field: 'error' });
    expect(notices?.text).toContain('notifications certificate_refused.');
  });

  it('say how to prove that one runs the app, with the code for a campaign', () => {
    const [ads] = integrationsOf({ ...application, asa_integration: 'invitation_sent', asa_problem: 'proof_needed' });
    expect(ads).toMatchObject({ badge: 'Proof needed', state: 'partial' });
    expect(ads?.text).toContain('tapwise-0123abcd');
  });

  it('say what to invite, and whom it concerns', () => {
    expect(integrationsOf({ ...application, asa_integration: 'invitation_sent' })[0]?.text).toContain('Moonvale GmbH');
  });
});

describe('an API key', () => {
  it('shows only its end', () => {
    expect(maskKey('tw_3f9c0d1e2a4b5c6d')).toMatch(/^•+5c6d$/);
    expect(maskKey('abc')).toBe('abc');
  });
});
