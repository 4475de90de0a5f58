import { describe, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import { adOrganizationDecider, claimAdOrganization } from './ad-organization.decider.ts';
import type { ApplicationEvent } from './application.events.ts';

const claim = { org_id: 9, team_id: 7, claimed_at: '2026-01-01T00:00:00.000Z' };
const claimed: ApplicationEvent = { type: 'AdOrganizationClaimed', data: claim };

describe('an ad organization', () => {
  it('is claimed by one team, once', () => {
    given(adOrganizationDecider)
      .when((state) => claimAdOrganization(state, claim))
      .thenEvents(claimed);
    given(adOrganizationDecider, claimed)
      .when((state) => claimAdOrganization(state, { ...claim, claimed_at: '2026-02-01T00:00:00.000Z' }))
      .thenNothing();
    given(adOrganizationDecider, claimed)
      .when((state) => claimAdOrganization(state, { ...claim, team_id: 8 }))
      .thenRefused('conflict');
  });

  it('stays with the first team that claimed it, whatever the stream says later', () => {
    given(adOrganizationDecider, claimed, { type: 'AdOrganizationClaimed', data: { ...claim, team_id: 8 } })
      .when((state) => claimAdOrganization(state, { ...claim, team_id: 8 }))
      .thenRefused('conflict');
  });
});
