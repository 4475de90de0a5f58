export type { Directory, ListedChangeSet, OpenAccount } from './directory.state.ts';
export {
  applicationDirectoryPrefixes,
  createDirectory,
  directoryPrefixesWithoutSessions,
  directoryStreamPrefixes,
  evolveDirectory,
  foundingOf,
} from './directory.ts';
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
  type Membership,
  openSessionsOf,
  teamsToFound,
  waitingApplications,
} from './directory-lookups.ts';
export { forgetEndedSessions } from './mailed-links.ts';
