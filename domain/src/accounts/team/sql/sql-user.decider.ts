import { DomainError } from '../../../shared/domain-error.ts';
import type { TeamEvent } from '../team.events.ts';
import { accessOf, type FoundedTeam, memberOf, type TeamState } from '../team.state.ts';
import type { SqlUser } from './sql-user.state.ts';

/** Users of SQL that a team may have at once. */
export const mostSqlUsers = 10;

/** The installation itself acts by 0: it sets up the demo's user, which no one may touch. */
export const installationItself = 0;

interface SqlUserCommand {
  readonly by: number;
  readonly user: string;
  readonly at: string;
}

interface SqlUserFields {
  readonly label: string;
  readonly application_ids: readonly number[] | null;
  readonly addresses: readonly string[];
}

/** A user is known to its maker, and to admins. */
export function mayManage(team: FoundedTeam, accountId: number, user: SqlUser): boolean {
  const access = accessOf(team, accountId);
  return access === 'admin' || (access === 'member' && user.created_by === accountId);
}

/** Users of SQL that are not revoked and whose makers may still have one. */
export function activeSqlUsers(team: FoundedTeam): SqlUser[] {
  return (team.sql_users ?? []).filter(({ revoked, created_by }) => {
    const access = memberOf(team, created_by)?.access;
    return !revoked && (access === 'admin' || access === 'member');
  });
}

/**
 * Makes a user. Making it again changes nothing.
 * @throws DomainError `demo_account`, `read_only`, `sql_users_full`, `conflict` for a name that is taken.
 */
export function createSqlUser(
  state: TeamState,
  {
    by,
    user,
    at,
    ...fields
  }: SqlUserCommand & SqlUserFields & { readonly password_hash: string; readonly as?: number },
): TeamEvent[] {
  const team = allowed(state, by);
  const { as = by, ...userFields } = fields;
  if ((team.sql_users ?? []).some((sql_user) => sql_user.user === user)) throw new DomainError('conflict');
  if (activeSqlUsers(team).length >= mostSqlUsers) throw new DomainError('sql_users_full');
  const { label, password_hash } = userFields;
  const lists = {
    application_ids: userFields.application_ids && [...userFields.application_ids],
    addresses: [...userFields.addresses],
  };
  const data = { team_id: team.team_id, user, label, ...lists, password_hash, created_by: as, created_at: at };
  return [{ type: 'SqlUserCreated', data }];
}

/** @throws DomainError `demo_account`, `read_only`, `not_found`. */
export function changeSqlUser(
  state: TeamState,
  { by, user, at, ...fields }: SqlUserCommand & Partial<SqlUserFields>,
): TeamEvent[] {
  const { team, existing } = managed(state, by, user);
  const merged = {
    label: fields.label ?? existing.label,
    application_ids: fields.application_ids === undefined ? existing.application_ids : fields.application_ids,
    addresses: [...(fields.addresses ?? existing.addresses)],
  };
  const lists = { ...merged, application_ids: merged.application_ids && [...merged.application_ids] };
  return [{ type: 'SqlUserChanged', data: { team_id: team.team_id, user, ...lists, changed_by: by, changed_at: at } }];
}

/** @throws DomainError `demo_account`, `read_only`, `not_found`. */
export function rotateSqlUser(
  state: TeamState,
  { by, user, at, ...rest }: SqlUserCommand & { readonly password_hash: string; readonly former_ends_at: string },
): TeamEvent[] {
  const { team } = managed(state, by, user);
  return [{ type: 'SqlUserRotated', data: { team_id: team.team_id, user, ...rest, rotated_by: by, rotated_at: at } }];
}

/** @throws DomainError `demo_account`, `read_only`, `not_found`. */
export function revokeSqlUser(state: TeamState, { by, user, at }: SqlUserCommand): TeamEvent[] {
  const { team } = managed(state, by, user);
  return [{ type: 'SqlUserRevoked', data: { team_id: team.team_id, user, revoked_by: by, revoked_at: at } }];
}

function allowed(state: TeamState, by: number): FoundedTeam {
  if (state.status === 'absent') throw new DomainError('not_found');
  if (by === installationItself) return state;
  if (state.demo) throw new DomainError('demo_account');
  const access = accessOf(state, by);
  if (access !== 'admin' && access !== 'member') throw new DomainError('read_only');
  return state;
}

function managed(state: TeamState, by: number, user: string): { team: FoundedTeam; existing: SqlUser } {
  const team = allowed(state, by);
  const existing = activeSqlUsers(team).find((candidate) => candidate.user === user);
  if (existing === undefined || !mayManage(team, by, existing)) throw new DomainError('not_found');
  return { team, existing };
}
