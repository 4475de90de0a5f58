import { type DomainEvent, objectOfKey } from '@tapwise/domain';
import { bookkeeping, type EventProjection, type OwnColumns, rowsOf, skip } from '../../runner/projection.ts';

type ObjectsChanged = Extract<DomainEvent, { type: 'LabelObjectsChanged' }>;

/** Labels → one row each; what was added to objects and removed from them → one row for each object that changed. */
export const labelsProjection: EventProjection = {
  name: 'labels',
  version: 1,
  eventTypes: ['LabelCreated', 'LabelRenamed', 'LabelDeleted', 'LabelObjectsChanged'],
  rowsIn: (event) => (event.type === 'LabelObjectsChanged' ? event.data.rows.length : 1),
  project(recorded) {
    const { event } = recorded;
    const marks = bookkeeping(recorded);
    switch (event.type) {
      case 'LabelCreated':
      case 'LabelRenamed': {
        const { application_id, label_id, name } = event.data;
        const row = { application_id, label_id, name, is_deleted: false, ...marks };
        return rowsOf([{ table: 'label_current_v1', row }]);
      }
      case 'LabelDeleted': {
        const { application_id, label_id } = event.data;
        const row = { application_id, label_id, name: '', is_deleted: true, ...marks };
        return rowsOf([{ table: 'label_current_v1', row }]);
      }
      case 'LabelObjectsChanged':
        return rowsOf(objectRows(event).map((row) => ({ table: 'label_object_v1', row: { ...row, ...marks } })));
      default:
        return skip('nothing about labels');
    }
  },
};

function objectRows({ data }: ObjectsChanged): OwnColumns<'label_object_v1'>[] {
  const { application_id, label_id, campaigns, rows } = data;
  const organizations = new Map(campaigns.map(({ campaign_id, org_id }) => [campaign_id, org_id]));
  return rows.flatMap(({ key, add: is_set, outcome }) => {
    if (outcome !== 'changed') return [];
    const { campaignId: campaign_id, adGroupId, keywordId } = objectOfKey(key);
    const org_id = organizations.get(campaign_id) ?? 0;
    const object = { campaign_id, ad_group_id: adGroupId ?? 0, keyword_id: keywordId ?? 0 };
    return [{ application_id, org_id, ...object, label_id, is_set }];
  });
}
