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
  small_business: false,
  asa_account_name: 'Moonvale GmbH',
  asa_integration: null,
  link_code: 'tapwise-0123abcd',
  asa_problem: null,
  asc_integration: 'not_integrated',
  asc_notifications_integration: null,
  sdk_integration: null,
  asaOrganizations: [],
  paymentModel: null,
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
