export type { Directory, Founding, ListedChangeSet, OpenAccount } from './directory.ts';
export { createDirectory, directoryStreamPrefixes, evolveDirectory, foundingOf } from './directory.ts';
export type { Membership } from './directory-lookups.ts';
export {
  abandonedAccountId,
  applicationsOfTeam,
  findAccount,
  findAccountByLink,
  findAccountIdByEmailHash,
  findApplication,
  findApplicationByApiKey,
  findMembership,
  findReset,
  findSession,
  findTeamByInvitation,
  linkingApplicants,
  openSessionsOf,
  teamsToFound,
  waitingApplications,
} from './directory-lookups.ts';
