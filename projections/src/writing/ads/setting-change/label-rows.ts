import { type DomainEvent, labelRowStates, objectOfKey } from '@tapwise/domain';
import type { OwnColumns } from '../../runner/projection.ts';

/** Rows of a change of labels, as they are in the history of settings. */
export function rowsOfLabels({
  data,
}: Extract<DomainEvent, { type: 'LabelObjectsChanged' }>): OwnColumns<'setting_change_v1'>[] {
  const { change_id, actor, comment: reason, changed_at: decided_at, campaigns } = data;
  const organizations = new Map(campaigns.map(({ campaign_id, org_id }) => [campaign_id, org_id]));
  return labelRowStates(data).map(({ key, field, outcome, old, new: set, message = null }, change_row) => {
    const { level, campaignId: campaign_id, adGroupId, keywordId } = objectOfKey(key);
    return {
      org_id: organizations.get(campaign_id) ?? 0,
      level,
      campaign_id,
      ad_group_id: adGroupId ?? 0,
      keyword_id: keywordId ?? 0,
      field,
      change_id,
      change_row,
      actor_kind: actor.kind,
      actor_account_id: actor.account_id ?? 0,
      actor_source: actor.source ?? '',
      reason,
      outcome,
      old_value: old === null ? null : String(old),
      new_value: set === null ? null : String(set),
      message,
      decided_at,
    };
  });
}
