import {
  awaitedNames,
  type LinkedOrganization,
  type OpenApplication,
} from '../../applications/application/application.state.ts';
import type { LinkingApplicant } from '../../applications/application/linking.ts';
import type { Access } from '../../shared/fields.ts';
import type { OpenSession } from '../account/session.decider.ts';
import type { Founding } from '../team/team.decider.ts';
import { accessOf, type FoundedTeam } from '../team/team.state.ts';
import type { Directory, OpenAccount, PasswordReset } from './directory.state.ts';

export function findAccount(directory: Directory, accountId: number): OpenAccount | undefined {
  return directory.accounts.get(accountId);
}

/** A person of a team and what they may do there. */
export interface Membership {
  readonly account: OpenAccount;
  readonly team: FoundedTeam;
  readonly access: Access;
}

/** The account with its team; `undefined` when there is none, or when it was removed from its team. */
export function findMembership(directory: Directory, accountId: number): Membership | undefined {
  const account = directory.accounts.get(accountId);
  const team = account && directory.teams.get(account.team_id);
  const access = team && accessOf(team, accountId);
  return account && team && access && { account, team, access };
}

/** Teams whose own streams have to be written, by the account events that founded them. */
export function teamsToFound(directory: Directory): Founding[] {
  return [...directory.foundings.values()];
}

/** The account that reserved the address; it may not be opened yet. */
export function findAccountIdByEmailHash(directory: Directory, emailHash: string): number | undefined {
  return directory.accountIdsByEmailHash.get(emailHash);
}

/** The account that was mailed a link to prove an address with, by the hash of its token. */
export function findAccountByLink(directory: Directory, tokenHash: string): OpenAccount | undefined {
  const accountId = directory.accountIdsByLink.get(tokenHash);
  return accountId === undefined ? undefined : directory.accounts.get(accountId);
}

/** The link that sets a password, by the hash of its token, while it is the newest and no password was set since it was asked for. */
export function findReset(directory: Directory, tokenHash: string): PasswordReset | undefined {
  return directory.resets.get(tokenHash);
}

/** The team of an invitation, used or not; by the hash of its token. */
export function findTeamByInvitation(directory: Directory, tokenHash: string): FoundedTeam | undefined {
  const teamId = directory.teamIdsByInvitation.get(tokenHash);
  return teamId === undefined ? undefined : directory.teams.get(teamId);
}

/** All sessions of an account that are open, whether they are over or not. */
export function openSessionsOf(directory: Directory, accountId: number): OpenSession[] {
  return [...(directory.openSessions.get(accountId) ?? [])].flatMap((hash) => {
    const session = directory.sessions.get(hash);
    return session === undefined ? [] : [session];
  });
}

/** The account that has an address and belongs to no team any more, so that its address is free. */
export function abandonedAccountId(directory: Directory, emailHash: string): number | undefined {
  const accountId = directory.accountIdsByEmailHash.get(emailHash);
  if (accountId === undefined || !directory.accounts.has(accountId)) return undefined;
  return findMembership(directory, accountId) === undefined ? accountId : undefined;
}

/** The session of a token while it is not closed, also when it is over: ask `isSessionValid`. */
export function findSession(directory: Directory, tokenHash: string): OpenSession | undefined {
  return directory.sessions.get(tokenHash);
}

export function findApplication(directory: Directory, applicationId: number): OpenApplication | undefined {
  return directory.applications.get(applicationId);
}

export function findApplicationByApiKey(directory: Directory, apiKey: string): OpenApplication | undefined {
  const applicationId = directory.applicationIdsByApiKey.get(apiKey);
  return applicationId === undefined ? undefined : directory.applications.get(applicationId);
}

/** In the order they were created. */
export function applicationsOfTeam(directory: Directory, teamId: number): OpenApplication[] {
  return [...directory.applications.values()].filter((application) => application.team_id === teamId);
}

export function organizationsOfApplication(directory: Directory, applicationId: number): readonly LinkedOrganization[] {
  return directory.applications.get(applicationId)?.organizations ?? [];
}

/** The team an ad organization belongs to. */
export function ownerOfOrganization(directory: Directory, orgId: number): number | undefined {
  return directory.ownersByOrganization.get(orgId);
}

/** Applications that gave an account name nothing is linked for yet, so the ad service must be asked. */
export function waitingApplications(directory: Directory): OpenApplication[] {
  return [...directory.applications.values()].filter((application) => awaitedNames(application).length > 0);
}

/** All applications that ever gave an account name, in the form `decideLinks` takes. */
export function linkingApplicants(directory: Directory): LinkingApplicant[] {
  return [...directory.applications.values()]
    .filter((application) => application.submitted_names.length > 0)
    .map((application) => ({
      application_id: application.application_id,
      team_id: application.team_id,
      submitted_names: application.submitted_names,
      linked_org_ids: application.organizations.map(({ org_id }) => org_id),
      found_org_ids: application.found_organizations.map(({ org_id }) => org_id),
      proven: application.ownership_proof !== null,
      allowed_org_ids: application.allowed_org_ids,
      refused_org_ids: application.refused_org_ids,
    }));
}
