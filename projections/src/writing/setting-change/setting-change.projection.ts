import { isRowEvent, objectOfKey, outcomeOf, rowEventTypes, type SettingValue } from '@tapwise/domain';
import { bookkeeping, type EventProjection, oneRow, rowsOf, skip } from '../runner/projection.ts';

/** Outcomes of changes → one row each. */
export const settingChangeProjection: EventProjection = {
  name: 'setting-change',
  version: 1,
  eventTypes: rowEventTypes,
  rowsIn: oneRow,
  project: (recorded) => {
    const { event } = recorded;
    if (!isRowEvent(event)) return skip('no outcome of a change');
    const { org_id, change_id, row: change_row, key, field, actor, reason, message, decided_at } = event.data;
    const { level, campaignId, adGroupId, keywordId } = objectOfKey(key);
    const row = {
      ...{ org_id, level, campaign_id: campaignId, ad_group_id: adGroupId ?? 0, keyword_id: keywordId ?? 0 },
      ...{ field, change_id, change_row, reason, outcome: outcomeOf(event), message, decided_at },
      ...{ actor_kind: actor.kind, actor_account_id: actor.account_id ?? 0, actor_source: actor.source ?? '' },
      ...{ old_value: textOf(event.data.old), new_value: textOf(event.data.new) },
      ...bookkeeping(recorded),
    };
    return rowsOf([{ table: 'setting_change_v1', row }]);
  },
};

const textOf = (value: SettingValue): string | null => (value === null ? null : String(value));
