import { timingSafeEqual } from 'node:crypto';
import { isInNetworks, type KeyVault } from '@tapwise/adapters';
import { activeSqlUsers, applicationsOfTeam, type Directory, type FoundedTeam, type SqlUser } from '@tapwise/domain';
import type { ViewScope } from '@tapwise/projections/queries';

/** A user who has given the right password. */
export interface TeamSqlUser {
  readonly team: FoundedTeam;
  readonly user: SqlUser;
}

/** What is recorded of a password. */
export const sqlPasswordHash = (vault: KeyVault, password: string): string => vault.keyedHash('sql-password', password);

/** Finds a user by name, as it is now. Names begin with the number of their team; the demo's is `demo`. */
export function findSqlUser(directory: Directory, name: string): TeamSqlUser | undefined {
  const teamId = Number(/^t(\d{1,15})_/.exec(name)?.[1]);
  const candidates =
    name === 'demo' ? [...directory.teams.values()].filter(({ demo }) => demo) : [directory.teams.get(teamId)];
  for (const team of candidates) {
    const user = team && activeSqlUsers(team).find((candidate) => candidate.user === name);
    if (team !== undefined && user !== undefined) return { team, user };
  }
  return undefined;
}

/** Checks password and address in a time that does not depend on whether there is such a user. */
export function verifySqlUser(
  deps: { directory: { state: Directory }; vault: KeyVault; now: () => Date },
  credentials: { readonly user: string; readonly password: string; readonly address: string },
): TeamSqlUser | undefined {
  const sqlUser = findSqlUser(deps.directory.state, credentials.user);
  const hash = sqlPasswordHash(deps.vault, credentials.password);
  const { password_hash = 'none', former = null, addresses = [] } = sqlUser?.user ?? {};
  const isPresent = equal(hash, password_hash);
  const isFormer = equal(hash, former?.password_hash ?? 'none') && deps.now().toISOString() < (former?.ends_at ?? '');
  const isNear = mayConnectFrom({ addresses }, credentials.address);
  return (isPresent || isFormer) && isNear ? sqlUser : undefined;
}

/** Whether an address is one of those a user may connect from. */
export const mayConnectFrom = ({ addresses }: Pick<SqlUser, 'addresses'>, address: string): boolean =>
  addresses.length === 0 || isInNetworks(address, addresses);

function equal(a: string, b: string): boolean {
  const first = Buffer.from(a.padEnd(64));
  const other = Buffer.from(b.padEnd(64));
  return first.length === other.length && timingSafeEqual(first, other);
}

/** What a user may see now: only applications that are the team's. */
export function viewScopeOf(directory: Directory, { team, user }: TeamSqlUser, tables: string): ViewScope {
  const applications = applicationsOfTeam(directory, team.team_id).filter(
    ({ application_id }) => user.application_ids === null || user.application_ids.includes(application_id),
  );
  const organizations = new Map(
    applications.flatMap((application) =>
      application.organizations.map((organization) => [organization.org_id, organization] as const),
    ),
  );
  return {
    database: `team_${team.team_id}`,
    tables,
    applications: applications.map(
      ({ application_id, adam_id, name, currency, small_business, organizations: linked }) => ({
        application_id,
        adam_id,
        name,
        currency,
        small_business,
        org_ids: linked.map(({ org_id }) => org_id),
      }),
    ),
    organizations: [...organizations.values()].map(({ org_id, name, currency, time_zone }) => ({
      org_id,
      name,
      currency,
      time_zone,
    })),
  };
}
