export { type RecordedCall, recordedCall, replacedNote, settleByRecord } from './call-in-history.ts';
export type { ChangeActorsReadEvent } from './change-actors.events.ts';
export type {
  HistoryActorKind,
  HistoryEntry,
  HistoryRecord,
  HistorySetting,
  SettingOfObject,
} from './history-entry.ts';
export { isOwnEntry, objectIdOf } from './history-entry.ts';
export { type ChangeReading, entryOfChange, nameChanges } from './name-changes.ts';
export { type OutsideActor, type OutsideSetting, outsideActorField } from './outside-actor.ts';
export { dueUnnamed, type UnnamedChange } from './unnamed-changes.ts';
