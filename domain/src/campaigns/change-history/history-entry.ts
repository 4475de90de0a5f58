import type { ChangedObject, ChangeField, SettingValue } from '../change/change-row.ts';

/** Whose doing a change was: a person in the service's own console, a program over its interface, or the service itself. */
export type HistoryActorKind = 'person' | 'api' | 'apple';

/** A change of one object, in the ad service's own record. */
export interface HistoryEntry {
  readonly level: ChangedObject['level'];
  readonly objectId: number;
  readonly kind: 'created' | 'updated' | 'deleted';
  /** ISO 8601. */
  readonly at: string;
  readonly by: HistoryActorKind;
  /** What the service calls who did it: an id, or a name. */
  readonly user: string | null;
  /** What the values of the entry are asked for with. */
  readonly detailId: string;
}

/** A setting that an entry changed; amounts in micros. */
export interface HistorySetting {
  readonly field: ChangeField;
  readonly before: SettingValue;
  readonly after: SettingValue;
}

/** What was read of the record. */
export interface HistoryRecord {
  readonly entries: readonly HistoryEntry[];
  /** What entries changed, by the ids of their details, as far as that was read. */
  readonly settings: ReadonlyMap<string, readonly HistorySetting[]>;
  /** What entries call our own user; `null` where the service does not say. */
  readonly ownUser: string | null;
}

/** A setting of an object, by its key. */
export interface SettingOfObject {
  readonly key: string;
  readonly field: ChangeField;
}

/** The id of an object within its level. */
export const objectIdOf = ({ level, campaignId, adGroupId, keywordId }: ChangedObject): number =>
  (level === 'campaign' ? campaignId : level === 'ad_group' ? adGroupId : keywordId) ?? 0;

/** Whether an entry is a call of ours. */
export const isOwnEntry = ({ ownUser }: Pick<HistoryRecord, 'ownUser'>, { by, user }: HistoryEntry): boolean =>
  by === 'api' && ownUser !== null && user === ownUser;

/** A change of one setting, with the entry it is of. */
export interface RecordedSetting extends HistorySetting {
  readonly entry: HistoryEntry;
}

/** What the record has about a setting of an object, newest first; what was there when the object was made is no change. */
export function recordedSettings(
  { entries, settings }: HistoryRecord,
  { level, ...ids }: ChangedObject,
  field: ChangeField,
): RecordedSetting[] {
  const objectId = objectIdOf({ level, ...ids });
  return entries
    .filter((entry) => entry.level === level && entry.objectId === objectId && entry.kind !== 'created')
    .flatMap((entry) =>
      (settings.get(entry.detailId) ?? []).flatMap((setting) =>
        setting.field === field ? [{ ...setting, entry }] : [],
      ),
    )
    .sort((left, right) => Date.parse(right.entry.at) - Date.parse(left.entry.at));
}
