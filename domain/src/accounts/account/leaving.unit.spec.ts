import { describe, expect, it } from 'vitest';
import type { BillingState } from '../billing/team-billing.ts';
import { leaveOthers, leaveTeam, requireDeparture } from '../team/departure.ts';
import { type TeamState, teamDecider } from '../team/team.state.ts';
import type { AccountEvent } from './account.events.ts';
import { accountDecider } from './account.state.ts';
import { cancelDeletion, eraseSubject, finishExport, requestExport, scheduleDeletion } from './leaving.decider.ts';

const at = '2026-11-23T10:00:00.000Z';
const later = (hours: number): string => new Date(Date.parse(at) + hours * 3_600_000).toISOString();
const id = (last: number) => `5f1d2c3b-4a5e-4f60-8a7b-9c0d1e2f3a4${last}`;
const opened: AccountEvent = {
  type: 'AccountOpened',
  data: {
    account_id: 7,
    team_id: 70,
    name: 'a',
    email: 'b',
    email_hash: 'mail',
    password_hash: 'argon',
    demo: false,
    founded_team: null,
  },
};
const stateAfter = (...events: AccountEvent[]) =>
  [opened, ...events].reduce(accountDecider.evolve, accountDecider.initialState());
const link = (hours: number) => ({
  request_id: id(1),
  token_hash: 'hash',
  expires_at: later(hours),
  closes_team: true,
});

describe('a copy of what is kept', () => {
  it('is made once at a time, at most once an hour, and void when a newer one is wanted', () => {
    const first = requestExport(stateAfter(), { request_id: id(1), at });
    expect(first).toMatchObject([{ type: 'AccountExportRequested' }]);
    expect(requestExport(stateAfter(...first), { request_id: id(2), at: later(5) })).toEqual([]);
    const made = finishExport(stateAfter(...first), { request_id: id(1), bytes: 9, at });
    expect(made).toMatchObject([{ data: { bytes: 9, expires_at: later(7 * 24) } }]);
    const ready = stateAfter(...first, ...made);
    expect(() => requestExport(ready, { request_id: id(2), at: later(0.5) })).toThrow('Too many');
    const second = requestExport(ready, { request_id: id(2), at: later(1) });
    const both = stateAfter(...first, ...made, ...second);
    expect(finishExport(both, { request_id: id(1), bytes: 9, at })).toEqual([]);
    expect(both).toMatchObject({ export: { request_id: id(2), expires_at: null } });
  });
});

describe('the deletion of an account', () => {
  it('is taken back by its link, once and in time', () => {
    const scheduled = scheduleDeletion(stateAfter(), { ...link(336), at });
    expect(scheduleDeletion(stateAfter(...scheduled), { ...link(336), at })).toEqual([]);
    expect(scheduleDeletion(stateAfter(...scheduled), { ...link(0), at })).toHaveLength(1);
    expect(() => cancelDeletion(stateAfter(...scheduled), { token_hash: 'other', at })).toThrow('no longer valid');
    expect(() => cancelDeletion(stateAfter(...scheduled), { token_hash: 'hash', at: later(336) })).toThrow('no longer');
    const kept = cancelDeletion(stateAfter(...scheduled), { token_hash: 'hash', at: later(335) });
    expect(kept).toMatchObject([{ type: 'AccountDeletionCancelled', data: { reason: 'kept' } }]);
    expect(cancelDeletion(stateAfter(...scheduled, ...kept), { token_hash: 'hash', at: later(335) })).toEqual([]);
    const erased = stateAfter(...scheduled, ...eraseSubject(stateAfter(), { team_id: null, at }));
    expect(erased).toMatchObject({ erased: true, password_hash: null });
    expect(() => cancelDeletion(erased, { token_hash: 'hash', at })).toThrow('no longer valid');
    expect(eraseSubject(erased, { team_id: null, at })).toEqual([]);
  });
});

describe('a team that is left', () => {
  const joined = (account_id: number, access: 'admin' | 'member') => ({
    type: 'TeamMemberJoined' as const,
    data: { team_id: 70, account_id, access, token_hash: null, joined_at: at },
  });
  const founded = {
    type: 'TeamFounded' as const,
    data: { team_id: 70, name: 'c', founded_at: at, trial_expires_at: at, demo: false },
  };
  const team = (...members: ReturnType<typeof joined>[]): TeamState =>
    [founded, ...members].reduce(teamDecider.evolve, teamDecider.initialState());
  const leave = (state: TeamState) =>
    leaveTeam(state, { account_id: 7, application_ids: [3], at }).map(({ type }) => type);

  it.each([
    ['with its last person it is closed', [joined(7, 'admin')], ['TeamMemberLeft', 'TeamClosed']],
    ['a member goes', [joined(7, 'member'), joined(8, 'admin')], ['TeamMemberLeft']],
    ['one of two admins goes', [joined(7, 'admin'), joined(8, 'admin')], ['TeamMemberLeft']],
    ['who is none of it changes nothing', [joined(8, 'admin')], []],
  ] as const)('%s', (_what, members, types) => {
    expect(leave(team(...members))).toEqual(types);
  });

  it('keeps its only admin while there are others', () => {
    expect(() => leave(team(joined(7, 'admin'), joined(8, 'member')))).toThrow('Your team needs at least one admin.');
  });

  it('is closed only while nobody would be charged for it any more', () => {
    const alone = team(joined(7, 'admin'));
    const departure = (state: BillingState) => () => requireDeparture(alone, 7, () => state);
    for (const state of ['active', 'past_due', 'pausing', 'paused'] as const) {
      expect(departure(state)).toThrow(expect.objectContaining({ code: 'subscription_active' }));
    }
    for (const state of ['none', 'cancelling', 'canceled'] as const) expect(departure(state)()).toBe('closes_team');
  });

  it('is left whatever is paid, unless it would have no admin', () => {
    expect(requireDeparture(team(joined(7, 'member'), joined(8, 'admin')), 7, () => 'active')).toBe('leaves');
    expect(() => requireDeparture(team(joined(7, 'admin'), joined(8, 'member')), 7, () => 'none')).toThrow(
      expect.objectContaining({ code: 'last_admin' }),
    );
  });

  it('is not left at once by who is its last person meanwhile', () => {
    expect(leaveOthers(team(joined(7, 'member'), joined(8, 'admin')), { account_id: 7, at })).toHaveLength(1);
    expect(() => leaveOthers(team(joined(7, 'admin')), { account_id: 7, at })).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
  });
});
