export {
  type BulkAction,
  type BulkCondition,
  type BulkRow,
  bulkEdit,
  isCompleteAction,
} from './bulk-bids.ts';
export type { ChangeRequest, ChangeState, ExistingChange } from './change.decider.ts';
export {
  changeDecider,
  claimChange,
  leaveUnconfirmed,
  leaveWritesOpen,
  noteUndo,
  requestChange,
  settleChange,
  startWrites,
  unconfirmedRows,
} from './change.decider.ts';
export type { ChangeEvent } from './change.events.ts';
export { changeStream } from './change.stream.ts';
export { changeRequestOf } from './change-request.ts';
export type { ChangeActor, ChangedObject, ChangeField, ChangeRow, SettingValue } from './change-row.ts';
export { negativeText, objectOfKey, rowSetting, settingFields } from './change-row.ts';
export { campaignsOf, checkChange, missingObjectText, mostRows } from './checks/check-change.ts';
export {
  barsMessage,
  type EntryLimits,
  followMessage,
  hasBar,
  totalBudgetMessage,
} from './checks/entry-limits.ts';
export type { Edit } from './checks/value-rules.ts';
export { readWish } from './checks/value-rules.ts';
export type { RemoteReading, RowDecision as UnsentDecision, SentDecision } from './outcomes/decide-row.ts';
export {
  decideSentRow,
  decideUnsentRow,
  deletedMessage,
  limitEndMs,
  limitMessage,
  limitPause,
  nextReading,
  secondReadingDue,
} from './outcomes/decide-row.ts';
export { rowEvents } from './outcomes/row-events.ts';
export type { RowAttempt, RowEvent } from './outcomes/row-outcome.events.ts';
export type { RowResult } from './outcomes/row-outcome.ts';
export {
  confirmedRowTypes,
  isConfirmed,
  isRowEvent,
  outcomeOf,
  rowEvent,
  rowEventTypes,
  setterOf,
} from './outcomes/row-outcome.ts';
export type { RowState } from './outcomes/row-states.ts';
export { displayedValue, historyVerdict, rowStates, verdictOf } from './outcomes/row-states.ts';
export { rowsLeftUnconfirmed, rowTurn, stoppedMessage } from './outcomes/row-turn.ts';
export type { SettingsQuestion } from './reading/settings-reading.decider.ts';
export {
  completeReading,
  settingsReadingDecider,
  settingsReadingPrefix,
  settingsReadingStream,
} from './reading/settings-reading.decider.ts';
export type { UndoWish } from './undo.ts';
export { cachedReading, foreseeRows, isDeletedObject, undoRows } from './undo.ts';
