export { type RecordedCall, recordedCall, replacedNote, settleByRecord } from './call-in-history.ts';
export type {
  HistoryActorKind,
  HistoryEntry,
  HistoryRecord,
  HistorySetting,
} from './history-entry.ts';
export { isOwnEntry, objectIdOf } from './history-entry.ts';
export { type ChangeReading, entryOfChange, nameChanges } from './name-changes.ts';
export type { OutsideActor, OutsideSetting } from './outside-actor.ts';
export type { UnnamedChange } from './unnamed-change.ts';
export { dueUnnamed } from './unnamed-changes.ts';
