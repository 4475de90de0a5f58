import {
  type CreatedObjectEvent,
  type DomainEvent,
  isRowEvent,
  objectOfKey,
  outcomeOf,
  type RowEvent,
  rowEventTypes,
  type SettingValue,
} from '@tapwise/domain';
import { bookkeeping, type EventProjection, type OwnColumns, rowsOf, skip } from '../../runner/projection.ts';
import { rowsOfLabels } from './label-rows.ts';

const createdTypes = ['KeywordAdded', 'NegativeKeywordAdded', 'KeywordRefusedByApple'] as const;
type Created = Extract<CreatedObjectEvent, { type: (typeof createdTypes)[number] }>;
const isCreated = (event: DomainEvent): event is Created => createdTypes.some((type) => type === event.type);

type Sent = Extract<DomainEvent, { type: 'ChangeWritesStarted' }>;

/**
 * Settings that are sent, outcomes of changes, keywords and negatives that were created or refused, and labels of objects → one row each.
 */
export const settingChangeProjection: EventProjection = {
  name: 'setting-change',
  version: 2,
  eventTypes: [...rowEventTypes, ...createdTypes, 'ChangeWritesStarted', 'LabelObjectsChanged'],
  rowsIn: (event) =>
    event.type === 'ChangeWritesStarted' || event.type === 'LabelObjectsChanged' ? event.data.rows.length : 1,
  project: (recorded) => {
    const { event, position } = recorded;
    if (event.type === 'ChangeWritesStarted') {
      const marks = bookkeeping(recorded);
      return rowsOf(rowsOfSent(event).map((sent) => ({ table: 'setting_sent_v1', row: { ...sent, ...marks } })));
    }
    if (event.type === 'LabelObjectsChanged') {
      const marks = bookkeeping(recorded);
      return rowsOf(rowsOfLabels(event).map((row) => ({ table: 'setting_change_v1', row: { ...row, ...marks } })));
    }
    const sequence = Number(position & 0xffff_ffffn);
    const row = isRowEvent(event) ? rowOfOutcome(event) : isCreated(event) ? rowOfCreated(event, sequence) : undefined;
    if (row === undefined) return skip('no outcome of a change');
    return rowsOf([
      {
        table: 'setting_change_v1',
        row: { ...row, ...originOf(event.data as CreationData), ...bookkeeping(recorded) },
      },
    ]);
  },
};

function rowsOfSent({ data }: Sent): OwnColumns<'setting_sent_v1'>[] {
  const { change_id, started_at, rows, settings = [] } = data;
  return settings.map(({ key, field, new: value }, index) => {
    const { level, campaignId: campaign_id, adGroupId, keywordId } = objectOfKey(key);
    return {
      campaign_id,
      level,
      ad_group_id: adGroupId ?? 0,
      keyword_id: keywordId ?? 0,
      field,
      value: textOf(value),
      change_id,
      change_row: rows[index] ?? 0,
      started_at,
    };
  });
}

type CreationData = Created['data'];
type Origin =
  | 'org_id'
  | 'campaign_id'
  | 'change_id'
  | 'reason'
  | 'decided_at'
  | 'actor_kind'
  | 'actor_account_id'
  | 'actor_source';
/** What an event says of the setting itself. */
type OutcomeColumns = Omit<OwnColumns<'setting_change_v1'>, Origin>;

const originOf = ({
  org_id,
  campaign_id,
  change_id,
  actor,
  reason,
  decided_at,
}: CreationData): Pick<OwnColumns<'setting_change_v1'>, Origin> => ({
  org_id,
  campaign_id,
  change_id,
  reason,
  decided_at,
  actor_kind: actor.kind,
  actor_account_id: actor.account_id ?? 0,
  actor_source: actor.source ?? '',
});

function rowOfOutcome(event: RowEvent): OutcomeColumns {
  const { row: change_row, key, field, message } = event.data;
  const { level, adGroupId, keywordId } = objectOfKey(key);
  return {
    level,
    ad_group_id: adGroupId ?? 0,
    keyword_id: keywordId ?? 0,
    field,
    change_row,
    outcome: outcomeOf(event),
    message,
    old_value: textOf(event.data.old),
    new_value: textOf(event.data.new),
  };
}

/** @param change_row The event has no place in the creation; any distinct number distinguishes its rows. */
function rowOfCreated(event: Created, change_row: number): OutcomeColumns {
  const row = { level: 'keyword', change_row, old_value: null, outcome: 'changed', message: null };
  switch (event.type) {
    case 'KeywordAdded': {
      const { ad_group_id, keyword_id, text: new_value } = event.data.keyword;
      return { ...row, ad_group_id, keyword_id, field: 'keyword', new_value };
    }
    case 'NegativeKeywordAdded': {
      const { ad_group_id, negative_id: keyword_id, text: new_value } = event.data.negative;
      return { ...row, ad_group_id: ad_group_id ?? 0, keyword_id, field: 'negative', new_value };
    }
    default: {
      const { negative, ad_group_id, text: new_value, message } = event.data;
      const field = negative ? 'negative' : 'keyword';
      return { ...row, ad_group_id: ad_group_id ?? 0, keyword_id: 0, field, new_value, outcome: 'refused', message };
    }
  }
}

const textOf = (value: SettingValue): string | null => (value === null ? null : String(value));
