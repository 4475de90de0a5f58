import type { RecordedEvent } from '@tapwise/adapters';
import {
  type CampaignSettings,
  confirmedRowTypes,
  createdObjectTypes,
  type DomainEvent,
  isConfirmed,
  isCreatedObject,
  isoCurrency,
} from '@tapwise/domain';
import { bookkeeping, type EventProjection, type Outcome, rowsOf, skip, type TableRow } from '../runner/projection.ts';

/** Campaigns, ad groups and keywords → one row each, as last seen, or as we made or left them. */
export const adStructureProjection: EventProjection = {
  name: 'ad-structure',
  version: 1,
  eventTypes: [
    'CampaignObserved',
    'AdGroupsObserved',
    'KeywordsObserved',
    'AdsObserved',
    ...confirmedRowTypes,
    ...createdObjectTypes,
  ],
  rowsIn: objectsIn,
  project: (recorded) => structureRows(recorded),
};

function objectsIn(event: DomainEvent): number {
  if (event.type === 'AdGroupsObserved') return event.data.ad_groups.length;
  if (event.type === 'KeywordsObserved') return event.data.keywords.length;
  return event.type === 'AdsObserved' ? 0 : 1;
}

function structureRows(recorded: RecordedEvent): Outcome {
  const { event } = recorded;
  const marks = bookkeeping(recorded);
  switch (event.type) {
    case 'CampaignObserved': {
      return rowsOf([campaignRow(event.data, marks)]);
    }
    case 'AdGroupsObserved':
      return rowsOf(childRows('ad_group_current_v1', event.data, event.data.ad_groups, marks));
    case 'KeywordsObserved':
      return rowsOf(childRows('keyword_current_v1', event.data, event.data.keywords, marks));
    case 'AdsObserved':
      return skip('no table shows ads by themselves');
    default: {
      if (!isConfirmed(event) && !isCreatedObject(event)) return skip('no settings');
      const { data } = event;
      if ('campaign' in data) return rowsOf([campaignRow(data, marks)]);
      if ('ad_group' in data) return rowsOf(childRows('ad_group_current_v1', data, [data.ad_group], marks));
      if (!('keyword' in data)) return skip('no table shows ads by themselves');
      return rowsOf(childRows('keyword_current_v1', data, [data.keyword], marks));
    }
  }
}

function campaignRow(data: { org_id: number; campaign: CampaignSettings }, marks: object): TableRow {
  const { deleted, bidding_strategy: _, ...campaign } = data.campaign;
  const currency = isoCurrency(campaign.currency);
  const row = { ...campaign, currency, is_deleted: deleted, org_id: data.org_id, ...marks };
  return { table: 'campaign_current_v1', row };
}

function childRows(
  table: string,
  parent: { org_id: number; campaign_id: number },
  children: readonly { deleted: boolean }[],
  marks: object,
): TableRow[] {
  const { org_id, campaign_id } = parent;
  return children.map(({ deleted, ...child }) => ({
    table,
    row: { ...child, is_deleted: deleted, org_id, campaign_id, ...marks },
  }));
}
