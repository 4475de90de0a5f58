import type { RecordedEvent } from '@tapwise/adapters';
import { type DomainEvent, isoCurrency } from '@tapwise/domain';
import { bookkeeping, type EventProjection, type Outcome, rowsOf, skip, type TableRow } from '../runner/projection.ts';

/** Campaigns, ad groups and keywords → one row each, as last seen. */
export const adStructureProjection: EventProjection = {
  name: 'ad-structure',
  version: 1,
  eventTypes: ['CampaignObserved', 'AdGroupsObserved', 'KeywordsObserved', 'AdsObserved'],
  rowsIn: objectsIn,
  project: (recorded) => structureRows(recorded),
};

function objectsIn(event: DomainEvent): number {
  if (event.type === 'AdGroupsObserved') return event.data.ad_groups.length;
  if (event.type === 'KeywordsObserved') return event.data.keywords.length;
  return event.type === 'CampaignObserved' ? 1 : 0;
}

function structureRows(recorded: RecordedEvent): Outcome {
  const { event } = recorded;
  const marks = bookkeeping(recorded);
  switch (event.type) {
    case 'CampaignObserved': {
      const { deleted, bidding_strategy: _, ...campaign } = event.data.campaign;
      const currency = isoCurrency(campaign.currency);
      const row = { ...campaign, currency, is_deleted: deleted, org_id: event.data.org_id, ...marks };
      return rowsOf([{ table: 'campaign_current_v1', row }]);
    }
    case 'AdGroupsObserved':
      return rowsOf(childRows('ad_group_current_v1', event.data, event.data.ad_groups, marks));
    case 'KeywordsObserved':
      return rowsOf(childRows('keyword_current_v1', event.data, event.data.keywords, marks));
    default:
      return skip('no table shows ads by themselves');
  }
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
