import { describe, expect, it } from 'vitest';
import { openInvitation, refuseJoined } from './invitation.ts';
import { acceptInvitation, foundTeam, inviteMember } from './team.decider.ts';
import { type FoundedTeam, type TeamState, teamDecider } from './team.state.ts';

const at = '2026-11-23T09:00:00.000Z';
const expires_at = '2026-11-30T09:00:00.000Z';
const now = Date.parse(at);
const invitation = { token_hash: 'hash', token: null, email: 'c', email_hash: 'e', access: 'member' as const };

function invited(): FoundedTeam {
  const founding = { team_id: 70, name: 'c', founded_at: at, trial_expires_at: at, demo: false, account_id: 7 };
  const founded = foundTeam(teamDecider.initialState(), founding).reduce(
    teamDecider.evolve,
    teamDecider.initialState(),
  );
  const command = { ...invitation, by: 7, known_account_id: undefined, verified: true, invited_at: at, expires_at };
  return inviteMember(founded, command).reduce(teamDecider.evolve, founded) as FoundedTeam;
}

function joined(): FoundedTeam {
  const team = invited();
  const accepted = acceptInvitation(team, { account_id: 8, token_hash: 'hash', joined_at: at });
  return accepted.reduce<TeamState>(teamDecider.evolve, team) as FoundedTeam;
}

describe('an invitation', () => {
  const opened = (isOpen: boolean) => ({ now, isOpened: () => isOpen });

  it('is open until it expires or is accepted', () => {
    expect(openInvitation(invited(), 'hash', opened(true)).invitation).toMatchObject({ email_hash: 'e' });
    const late = { now: Date.parse(expires_at), isOpened: () => true };
    expect(() => openInvitation(invited(), 'hash', late)).toThrow(
      expect.objectContaining({ code: 'invitation_invalid' }),
    );
    expect(() => openInvitation(joined(), 'hash', opened(true))).toThrow();
  });

  it('is open again while the account that accepted it was not opened', () => {
    expect(openInvitation(joined(), 'hash', opened(false)).invitation).toMatchObject({ token_hash: 'hash' });
  });

  it.each([
    ['another token', () => openInvitation(invited(), 'other', opened(false))],
    ['a token of no team', () => openInvitation(undefined, 'hash', opened(false))],
  ])('is refused for %s', (_, open) => {
    expect(open).toThrow(expect.objectContaining({ code: 'invitation_invalid' }));
  });

  it('is refused to an address that has joined, with the reason', () => {
    expect(refuseJoined(undefined, 8, 'hash')).toBeUndefined();
    expect(() => refuseJoined(joined(), 8, 'hash')).toThrow(expect.objectContaining({ code: 'invitation_invalid' }));
    expect(() => refuseJoined(joined(), 7, 'hash')).toThrow(expect.objectContaining({ code: 'email_taken' }));
  });
});
