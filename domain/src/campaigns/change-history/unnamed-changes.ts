import { dayMs, hourMs, minuteMs } from '../../shared/calendar/days.ts';
import type { CampaignState } from '../campaign/campaign.state.ts';
import { settingsOfLevel } from '../campaign/keep-confirmed.ts';
import type { ChangedObject, SettingValue } from '../change/change-row.ts';
import { type ObservedObjects, settingOf } from '../change/outcomes/object-after.ts';
import type { NamedChange } from './change-actors.events.ts';
import type { UnnamedChange } from './unnamed-change.ts';

/** A campaign that is rebuilt must not fill the memory of all that fold it. */
const mostUnnamed = 1000;
/** The record may be behind: so long after the observation it is read again, and after the last one no more. */
const readsAfterMs: readonly number[] = [0, 10 * minuteMs, hourMs, 6 * hourMs];
const unnamedForMs = dayMs;

/** Values of the settings of objects as the log has them; without a value for an object that was never seen. */
export function settingsBefore(
  state: ObservedObjects,
  objects: readonly ChangedObject[],
): ReadonlyMap<string, SettingValue> {
  const values = new Map<string, SettingValue>();
  for (const object of objects) {
    for (const field of settingsOfLevel[object.level]) {
      const value = settingOf(state, object, field);
      if (value !== undefined) values.set(`${keyOf(object)} ${field}`, value);
    }
  }
  return values;
}

/** What an observation changed. What is gone with what it was in has no author of its own. */
export function changesSince(
  before: ReadonlyMap<string, SettingValue>,
  state: ObservedObjects,
  objects: readonly ChangedObject[],
  observed_at: string,
): UnnamedChange[] {
  if (before.size === 0) return [];
  return objects.flatMap((object) =>
    isBelowDeleted(state, object)
      ? []
      : settingsOfLevel[object.level].flatMap((field) => {
          const key = keyOf(object);
          const earlier = before.get(`${key} ${field}`);
          const value = settingOf(state, object, field) ?? null;
          // Older observations do not have a target CPA.
          const isFirst = field === 'target_cpa' && earlier === null;
          return earlier === undefined || earlier === value || isFirst
            ? []
            : [{ key, field, value, observed_at, reads: 0 }];
        }),
  );
}

function isBelowDeleted({ campaign, ad_groups }: ObservedObjects, { level, adGroupId }: ChangedObject): boolean {
  if (level === 'campaign') return false;
  return campaign?.deleted === true || (level === 'keyword' && ad_groups.get(adGroupId ?? 0)?.deleted === true);
}

/** Those that may still be named, and new ones. */
export function withUnnamed(
  existing: readonly UnnamedChange[],
  changes: readonly UnnamedChange[],
): readonly UnnamedChange[] {
  const [first] = changes;
  if (first === undefined) return existing;
  const oldest = Date.parse(first.observed_at) - unnamedForMs;
  return [...existing.filter(({ observed_at }) => Date.parse(observed_at) >= oldest), ...changes].slice(-mostUnnamed);
}

/** Without those that are named now; one that was not found is asked about again. */
export function withoutNamed(
  existing: readonly UnnamedChange[],
  changes: readonly NamedChange[],
): readonly UnnamedChange[] {
  return existing.flatMap((change) => {
    const match = changes.find((named) => sameChange(named, change));
    if (match === undefined) return [change];
    return match.actor === null ? [{ ...change, reads: change.reads + 1 }] : [];
  });
}

/** The changes of a campaign that the record is to be asked about now. @param now Milliseconds. */
export const dueUnnamed = ({ unnamed }: Pick<CampaignState, 'unnamed'>, now: number): readonly UnnamedChange[] =>
  unnamed.filter(({ observed_at, reads }) => {
    const age = now - Date.parse(observed_at);
    const after = readsAfterMs[reads];
    return after !== undefined && age >= after && age <= unnamedForMs;
  });

type DatedSetting = Pick<UnnamedChange, 'key' | 'field' | 'observed_at'>;
export const sameChange = (left: DatedSetting, right: DatedSetting): boolean =>
  left.key === right.key && left.field === right.field && left.observed_at === right.observed_at;

export const keyOf = ({ campaignId, adGroupId, keywordId }: ChangedObject): string =>
  [campaignId, adGroupId, keywordId].filter((id) => id !== null).join(':');
