import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import type { Access } from '../../shared/fields.ts';
import {
  acceptInvitation,
  changeMemberAccess,
  foundTeam,
  inviteMember,
  largestTeam,
  removeMember,
  revokeInvitation,
} from './team.decider.ts';
import type { TeamEvent } from './team.events.ts';
import { accessOf, type TeamState, teamDecider } from './team.state.ts';

type EventData<Type extends TeamEvent['type']> = Extract<TeamEvent, { type: Type }>['data'];

const at = '2026-01-01T00:00:00.000Z';
const week = '2026-01-08T00:00:00.000Z';
const founding: EventData<'TeamFounded'> = {
  team_id: 7,
  name: 'v1.team-7.name',
  founded_at: at,
  trial_expires_at: '2026-01-31T00:00:00.000Z',
  demo: false,
};
const founded: TeamEvent = { type: 'TeamFounded', data: founding };
const joined = (account_id: number, access: Access, token_hash: string | null = null): TeamEvent => ({
  type: 'TeamMemberJoined',
  data: { team_id: 7, account_id, access, token_hash, joined_at: at },
});
const invitation = (token_hash: string, email_hash = token_hash, access: Access = 'member') => ({
  token_hash,
  token: null,
  email: `v1.team-7.${email_hash}`,
  email_hash,
  access,
  invited_at: at,
  expires_at: week,
});
const invited = (token_hash: string, email_hash?: string, access?: Access): TeamEvent => ({
  type: 'TeamMemberInvited',
  data: { team_id: 7, invited_by: 7, ...invitation(token_hash, email_hash, access) },
});
const removed = (account_id: number): TeamEvent => ({
  type: 'TeamMemberRemoved',
  data: { team_id: 7, account_id, removed_at: at },
});
const team = (...events: TeamEvent[]) => given(teamDecider, founded, joined(7, 'admin'), ...events);
const invite = { by: 7, known_account_id: undefined, verified: true };

describe('a team', () => {
  it('is founded once, with its founder as admin', () => {
    const command = { account_id: 7, ...founding };
    given(teamDecider)
      .when((state) => foundTeam(state, command))
      .thenEvents(founded, joined(7, 'admin'));
    team()
      .when((state) => foundTeam(state, command))
      .thenNothing();
    team()
      .when((state) => foundTeam(state, { ...command, account_id: 8 }))
      .thenRefused('conflict');
  });

  it('is changed by its admins only, whatever the change', () => {
    const changes = (by: number): ((state: TeamState) => TeamEvent[])[] => [
      (state) => inviteMember(state, { ...invite, by, ...invitation('t') }),
      (state) => revokeInvitation(state, { by, token_hash: 't', revoked_at: at }),
      (state) => changeMemberAccess(state, { by, account_id: 8, access: 'admin', changed_at: at }),
      (state) => removeMember(state, { by, account_id: 7, removed_at: at }),
    ];
    const withOthers = team(
      joined(8, 'member', 'a'),
      joined(9, 'restricted', 'b'),
      joined(10, 'admin', 'c'),
      removed(10),
    );
    for (const by of [8, 9, 10, 99]) {
      for (const change of changes(by)) withOthers.when(change).thenRefused('admin_only', 'Only admins can do this');
    }
    for (const change of changes(7)) given(teamDecider).when(change).thenRefused('not_found');
    const demo: TeamEvent = { type: 'TeamFounded', data: { ...founding, demo: true } };
    for (const change of changes(7)) {
      given(teamDecider, demo, joined(7, 'admin'))
        .when(change)
        .thenRefused('demo_account', "You're on a demo account.");
    }
  });
});

describe('an invitation', () => {
  const accept = { account_id: 8, token_hash: 't', joined_at: at };

  it('is recorded once for its token and replaced when the address is invited again', () => {
    team()
      .when((state) => inviteMember(state, { ...invite, ...invitation('t') }))
      .thenEvents(invited('t'));
    team(invited('t'))
      .when((state) => inviteMember(state, { ...invite, ...invitation('t') }))
      .thenNothing();
    const again = team(invited('t', 'mail'), invited('u', 'mail', 'restricted'));
    again.when((state) => acceptInvitation(state, accept)).thenRefused('invitation_invalid');
    again
      .when((state) => acceptInvitation(state, { ...accept, token_hash: 'u' }))
      .thenEvents(joined(8, 'restricted', 'u'));
  });

  it('is refused for a member of the team, and beyond fifty people', () => {
    team(joined(8, 'member', 'a'))
      .when((state) => inviteMember(state, { ...invite, known_account_id: 8, ...invitation('t') }))
      .thenRefused('already_member', 'Already in your team');
    team(joined(8, 'member', 'a'), removed(8))
      .when((state) => inviteMember(state, { ...invite, known_account_id: 8, ...invitation('t') }))
      .thenEvents(invited('t'));
    const pending = Array.from({ length: largestTeam - 1 }, (_, index) => invited(`t${index}`));
    const full = team(...pending);
    full.when((state) => inviteMember(state, { ...invite, ...invitation('more') })).thenRefused('team_full');
    const nextDay = { invited_at: '2026-01-02T00:00:00.000Z' };
    expect(inviteMember(full.state(), { ...invite, ...invitation('again', 't0'), ...nextDay })).toHaveLength(1);
    const later = { invited_at: week, expires_at: '2026-01-15T00:00:00.000Z' };
    expect(inviteMember(full.state(), { ...invite, ...invitation('more'), ...later })).toHaveLength(1);
  });

  it('is refused to the sixth of a person whose own address is not proved, and to the twenty-first of a day', () => {
    const sent = (count: number) => team(...Array.from({ length: count }, (_, index) => invited(`t${index}`)));
    const next = { ...invitation('next') };
    const unverified = { ...invite, verified: false, ...next };
    sent(4)
      .when((state) => inviteMember(state, unverified))
      .thenEvents(invited('next'));
    sent(5)
      .when((state) => inviteMember(state, unverified))
      .thenRefused('unverified', 'Please confirm your email to invite more people.');
    sent(19)
      .when((state) => inviteMember(state, { ...invite, ...next }))
      .thenEvents(invited('next'));
    sent(20)
      .when((state) => inviteMember(state, { ...invite, ...next }))
      .thenRefused('too_many_requests');
    const tomorrow = { invited_at: '2026-01-02T00:00:00.000Z' };
    expect(inviteMember(sent(20).state(), { ...invite, ...next, ...tomorrow })).toHaveLength(1);
  });

  it('is accepted once, with the access it gives, until the instant it expires', () => {
    const pending = team(invited('t', 'mail', 'restricted'));
    pending.when((state) => acceptInvitation(state, accept)).thenEvents(joined(8, 'restricted', 't'));
    pending
      .when((state) => acceptInvitation(state, { ...accept, joined_at: week }))
      .thenRefused('invitation_invalid', 'This invitation is no longer valid. Ask for a new one.');
    const used = team(invited('t', 'mail', 'restricted'), joined(8, 'restricted', 't'));
    used.when((state) => acceptInvitation(state, accept)).thenNothing();
    used.when((state) => acceptInvitation(state, { ...accept, account_id: 9 })).thenRefused('invitation_invalid');
    given(teamDecider)
      .when((state) => acceptInvitation(state, accept))
      .thenRefused('invitation_invalid');
  });

  it('can be revoked while it is pending; one of another team is not known', () => {
    const revoked: TeamEvent = {
      type: 'TeamInvitationRevoked',
      data: { team_id: 7, token_hash: 't', revoked_at: at },
    };
    const revoke = { by: 7, token_hash: 't', revoked_at: at };
    team(invited('t'))
      .when((state) => revokeInvitation(state, revoke))
      .thenEvents(revoked);
    for (const past of [[], [invited('t'), joined(8, 'member', 't')], [invited('t'), revoked]]) {
      team(...past)
        .when((state) => revokeInvitation(state, revoke))
        .thenNothing();
    }
    team(invited('t'), revoked)
      .when((state) => acceptInvitation(state, accept))
      .thenRefused('invitation_invalid');
  });
});

describe('a member', () => {
  const change = (account_id: number, access: Access) => ({ by: 7, account_id, access, changed_at: at });

  it('gets other access, and what they may do follows', () => {
    const changed: TeamEvent = {
      type: 'TeamMemberAccessChanged',
      data: { team_id: 7, account_id: 8, access: 'restricted', changed_at: at },
    };
    const past = team(joined(8, 'member', 'a'));
    past.when((state) => changeMemberAccess(state, change(8, 'restricted'))).thenEvents(changed);
    past.when((state) => changeMemberAccess(state, change(8, 'member'))).thenNothing();
    past.when((state) => changeMemberAccess(state, change(9, 'member'))).thenRefused('not_found');
    const after = team(joined(8, 'member', 'a'), changed).state();
    expect([accessOf(after, 7), accessOf(after, 8), accessOf(after, 9)]).toEqual(['admin', 'restricted', undefined]);
  });

  it('stays admin while there is no other', () => {
    team(joined(8, 'member', 'a'))
      .when((state) => changeMemberAccess(state, change(7, 'member')))
      .thenRefused('last_admin', 'Your team needs at least one admin.');
    team(joined(8, 'admin', 'a'))
      .when((state) => changeMemberAccess(state, change(7, 'member')))
      .thenEvents({ type: 'TeamMemberAccessChanged', data: { team_id: 7, ...omitBy(change(7, 'member')) } });
  });

  it('is removed by an admin, never by themselves; of two who remove each other one stays', () => {
    const both = team(joined(8, 'admin', 'a'));
    both.when((state) => removeMember(state, { by: 7, account_id: 8, removed_at: at })).thenEvents(removed(8));
    both
      .when((state) => removeMember(state, { by: 7, account_id: 7, removed_at: at }))
      .thenRefused('own_removal', 'You cannot remove yourself');
    both.when((state) => removeMember(state, { by: 7, account_id: 9, removed_at: at })).thenRefused('not_found');
    team(joined(8, 'admin', 'a'), removed(8))
      .when((state) => removeMember(state, { by: 8, account_id: 7, removed_at: at }))
      .thenRefused('admin_only');
  });
});

function omitBy<Command extends { by: number }>({ by: _by, ...rest }: Command): Omit<Command, 'by'> {
  return rest;
}
