import type { RecordedEvent } from '@tapwise/adapters';
import {
  type AdGroupSettings,
  type CampaignSettings,
  confirmedRowTypes,
  createdObjectTypes,
  type DomainEvent,
  isConfirmed,
  isCreatedObject,
  isoCurrency,
  type KeywordSettings,
  withBid,
  withOwnBid,
} from '@tapwise/domain';
import type { TableRow } from '../../../tables/table-catalogue.ts';
import {
  type Bookkeeping,
  bookkeeping,
  type EventProjection,
  type Outcome,
  rowsOf,
  skip,
} from '../../runner/projection.ts';

/** Campaigns, ad groups and keywords → one row each, as last seen, or as we made or left them. */
export const adStructureProjection: EventProjection = {
  name: 'ad-structure',
  version: 2,
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
      return rowsOf(event.data.ad_groups.map((adGroup) => adGroupRow(event.data, adGroup, marks)));
    case 'KeywordsObserved':
      return rowsOf(event.data.keywords.map((keyword) => keywordRow(event.data, keyword, marks)));
    case 'AdsObserved':
      return skip('no table shows ads by themselves');
    default: {
      if (!isConfirmed(event) && !isCreatedObject(event)) return skip('no settings');
      const { data } = event;
      if ('campaign' in data) return rowsOf([campaignRow(data, marks)]);
      if ('ad_group' in data) return rowsOf([adGroupRow(data, data.ad_group, marks)]);
      if (!('keyword' in data)) return skip('no table shows ads by themselves');
      return rowsOf([keywordRow(data, data.keyword, marks)]);
    }
  }
}

function campaignRow(data: { org_id: number; campaign: CampaignSettings }, marks: Bookkeeping): TableRow {
  const { deleted, bidding_strategy = '', target_cpa_micros = null, ...campaign } = data.campaign;
  const currency = isoCurrency(campaign.currency);
  const bidding = { bidding_strategy, target_cpa_micros };
  const row = { ...campaign, ...bidding, currency, is_deleted: deleted, org_id: data.org_id, ...marks };
  return { table: 'campaign_current_v1', row };
}

interface Parent {
  readonly org_id: number;
  readonly campaign_id: number;
}

function adGroupRow({ org_id, campaign_id }: Parent, adGroup: AdGroupSettings, marks: Bookkeeping): TableRow {
  const { deleted, ...columns } = withBid(adGroup);
  return { table: 'ad_group_current_v1', row: { ...columns, is_deleted: deleted, org_id, campaign_id, ...marks } };
}

function keywordRow({ org_id, campaign_id }: Parent, keyword: KeywordSettings, marks: Bookkeeping): TableRow {
  const { deleted, ...columns } = withOwnBid(keyword);
  return { table: 'keyword_current_v1', row: { ...columns, is_deleted: deleted, org_id, campaign_id, ...marks } };
}
