import { describe, expect, it } from 'vitest';
import { given } from '../../../../../tests/support/facts/given-when-then.ts';
import type { TeamEvent } from '../team.events.ts';
import { type TeamState, teamDecider } from '../team.state.ts';
import {
  activeSqlUsers,
  changeSqlUser,
  createSqlUser,
  installationItself,
  mostSqlUsers,
  revokeSqlUser,
  rotateSqlUser,
} from './sql-user.decider.ts';

const at = '2026-01-01T00:00:00.000Z';
const founded = (demo = false): TeamEvent => ({
  type: 'TeamFounded',
  data: { team_id: 7, name: 'v1.team-7.name', founded_at: at, trial_expires_at: at, demo },
});
const joined = (account_id: number, access: 'admin' | 'member' | 'restricted'): TeamEvent => ({
  type: 'TeamMemberJoined',
  data: { team_id: 7, account_id, access, token_hash: String(account_id), joined_at: at },
});
const fields = { label: 'v1.team-7.l', application_ids: [3], addresses: [], password_hash: 'hash' };
const created = (user: string, created_by: number): TeamEvent => ({
  type: 'SqlUserCreated',
  data: { team_id: 7, user, ...fields, created_by, created_at: at },
});
const team = (...events: TeamEvent[]) =>
  given(teamDecider, founded(), joined(7, 'admin'), joined(8, 'member'), joined(9, 'restricted'), ...events);
const ask = (by: number, user = 'a') => ({ by, user, at });

describe('users of SQL', () => {
  it('are made by admins and members, up to ten, under names that are not given twice', () => {
    for (const by of [7, 8]) {
      team()
        .when((state) => createSqlUser(state, { ...ask(by), ...fields }))
        .thenEvents(created('a', by));
    }
    team()
      .when((state) => createSqlUser(state, { ...ask(9), ...fields }))
      .thenRefused('read_only');
    const revoked: TeamEvent = {
      type: 'SqlUserRevoked',
      data: { team_id: 7, user: 'a', revoked_by: 7, revoked_at: at },
    };
    team(created('a', 7), revoked)
      .when((state) => createSqlUser(state, { ...ask(7), ...fields }))
      .thenRefused('conflict');
    const many = Array.from({ length: mostSqlUsers }, (_, index) => created(`u${index}`, 7));
    team(...many)
      .when((state) => createSqlUser(state, { ...ask(7), ...fields }))
      .thenRefused('sql_users_full');
  });

  it('are changed, rotated and revoked by their maker and by admins alone', () => {
    const changes = [
      (by: number) => (state: TeamState) => changeSqlUser(state, { ...ask(by), addresses: ['::1'] }),
      (by: number) => (state: TeamState) =>
        rotateSqlUser(state, { ...ask(by), password_hash: 'next', former_ends_at: at }),
      (by: number) => (state: TeamState) => revokeSqlUser(state, ask(by)),
    ];
    for (const change of changes) {
      team(created('a', 7)).when(change(8)).thenRefused('not_found');
      team(created('a', 7)).when(change(9)).thenRefused('read_only');
      given(teamDecider, founded(true), joined(7, 'admin'), created('a', 7))
        .when(change(7))
        .thenRefused('demo_account');
    }
    team(created('a', 8))
      .when((state) => revokeSqlUser(state, ask(7)))
      .thenEvents({ type: 'SqlUserRevoked', data: { team_id: 7, user: 'a', revoked_by: 7, revoked_at: at } });
  });

  it('end with the right of their maker; the installation makes the demo’s', () => {
    const fold = (...events: TeamEvent[]) => {
      const state = [founded(), joined(8, 'member'), created('a', 8), ...events].reduce(
        (before, event) => teamDecider.evolve(before, event),
        teamDecider.initialState(),
      );
      return state.status === 'founded' ? activeSqlUsers(state).map(({ user }) => user) : [];
    };
    expect(fold()).toEqual(['a']);
    const restricted = { team_id: 7, account_id: 8, access: 'restricted' as const, changed_at: at };
    expect(fold({ type: 'TeamMemberAccessChanged', data: restricted })).toEqual([]);
    expect(fold({ type: 'TeamMemberRemoved', data: { team_id: 7, account_id: 8, removed_at: at } })).toEqual([]);
    given(teamDecider, founded(true), joined(7, 'admin'))
      .when((state) => createSqlUser(state, { ...ask(installationItself, 'demo'), ...fields, as: 7 }))
      .thenEvents(created('demo', 7));
  });
});
