export { changeOfSet } from './change-of-set.ts';
export type { ChangeSetAction, Submission } from './change-set.decider.ts';
export {
  actionsOf,
  applyChangeSet,
  approveChangeSet,
  changeSetName,
  createChangeSet,
  editChangeSet,
  leaveUnapplied,
  rejectChangeSet,
  requireApplicable,
  settleChangeSet,
  submitChangeSet,
  withdrawChangeSet,
} from './change-set.decider.ts';
export type { ChangeSetEvent } from './change-set.events.ts';
export type { ChangeSetFold, ChangeSetState, ExistingChangeSet } from './change-set.state.ts';
export { changeSetDecider, expiryOf, stateOf } from './change-set.state.ts';
export { changeSetStream, changeSetStreamPrefix } from './change-set.stream.ts';
export { type ChangeSetSurroundings, changeSetStep } from './change-set-step.ts';
export { readSetRows } from './read-rows.ts';
export { readSchedule, scheduleStep } from './schedule.ts';
