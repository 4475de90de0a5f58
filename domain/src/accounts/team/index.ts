export { departureOf, leaveOthers, leaveTeam, requireDeparture } from './departure.ts';
export { type OpenInvitation, openInvitation, refuseJoined } from './invitation.ts';
export {
  deleteSavedQuery,
  mayChangeSaved,
  maySeeSaved,
  type SavedQuery,
  type SavedQueryEvent,
  savedQueriesStream,
  savedQueryDecider,
  saveQuery,
} from './sql/saved-query.decider.ts';
export {
  activeSqlUsers,
  changeSqlUser,
  createSqlUser,
  installationItself,
  mayManage,
  revokeSqlUser,
  rotateSqlUser,
} from './sql/sql-user.decider.ts';
export type { SqlUser } from './sql/sql-user.state.ts';
export type { Founding } from './team.decider.ts';
export {
  acceptInvitation,
  changeMemberAccess,
  foundTeam,
  inviteMember,
  moveTrial,
  releaseAutomaticWork,
  removeMember,
  renameTeam,
  revokeInvitation,
  stopAutomaticWork,
} from './team.decider.ts';
export type { TeamEvent } from './team.events.ts';
export type { FoundedTeam, TeamInvitation, TeamState } from './team.state.ts';
export { memberOf, stopOf, teamDecider } from './team.state.ts';
export { teamStream, teamStreamPrefix } from './team.stream.ts';
