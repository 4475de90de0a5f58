import type {
  AdGroupSettings,
  AdSettings,
  CampaignSettings,
  KeywordSettings,
  NegativeSettings,
  VisibleOrganization,
} from '@tapwise/domain';
import type { ItemNotes } from '../lists/item-reader.ts';
import { countriesOf, fieldReader, instantOf, spellingOf } from './field-reader.ts';
import { omitted, unreadable } from './lenient.ts';
import type { AdGroupWire, AdWire, CampaignWire, KeywordWire, NegativeWire, OrganizationWire } from './objects.ts';

export function organizationFromWire(wire: OrganizationWire): VisibleOrganization {
  return {
    org_id: wire.orgId,
    org_name: wire.orgName,
    display_name: wire.displayName ?? null,
    currency: wire.currency,
    time_zone: wire.timeZone,
    payment_model: wire.paymentModel || null,
    role_names: [...(wire.roleNames ?? [])],
  };
}

/** @param currency The organization's: amounts in another one are not taken for amounts in it. */
export function campaignFromWire(wire: CampaignWire, currency: string, notes: ItemNotes): CampaignSettings {
  const read = fieldReader(notes, currency);
  const status = read.status(wire.status);
  const deleted = read.value('deleted', wire.deleted, false) ?? false;
  // Budgets over the whole life of a campaign are not given by every version: the one that was stored holds.
  const budget = wire.budgetAmount === omitted ? null : wire.budgetAmount;
  if (wire.budgetAmount === omitted) notes.unread('budget_micros');
  const strategy = read.value('bidding_strategy', wire.biddingStrategy, null);
  const target = read.bid('target_cpa_micros', wire.targetCpa);
  return {
    campaign_id: wire.id,
    adam_id: wire.adamId,
    name: read.value('name', wire.name, ''),
    status,
    display_status: read.value('display_status', wire.displayStatus, null) ?? (deleted ? 'DELETED' : status),
    deleted,
    countries: countriesOf(read.value('countries', wire.countriesOrRegions, [])),
    supply_sources: [...(read.value('supply_sources', wire.supplySources, []) ?? [])].sort(),
    currency: spellingOf([wire.dailyBudgetAmount, budget], currency),
    budget_micros: read.money('budget_micros', budget),
    daily_budget_micros: read.money('daily_budget_micros', wire.dailyBudgetAmount),
    modified_at: instantOf(read.value('modified_at', wire.modificationTime, null)),
    ...(strategy ? { bidding_strategy: strategy } : {}),
    ...(target === null ? {} : { target_cpa_micros: target }),
  };
}

export function adGroupFromWire(wire: AdGroupWire, currency: string, notes: ItemNotes): AdGroupSettings {
  const read = fieldReader(notes, currency);
  const status = read.status(wire.status);
  const deleted = read.value('deleted', wire.deleted, false) ?? false;
  return {
    ad_group_id: wire.id,
    name: read.value('name', wire.name, ''),
    status,
    display_status: read.value('display_status', wire.displayStatus, null) ?? (deleted ? 'DELETED' : status),
    deleted,
    default_bid_micros: read.bid('default_bid_micros', wire.defaultBidAmount),
    cpa_goal_micros: read.money('cpa_goal_micros', wire.cpaGoal),
    search_match: read.value('search_match', wire.automatedKeywordsOptIn, false) ?? false,
    modified_at: instantOf(read.value('modified_at', wire.modificationTime, null)),
  };
}

export function keywordFromWire(wire: KeywordWire, currency: string, notes: ItemNotes): KeywordSettings {
  const read = fieldReader(notes, currency);
  return {
    keyword_id: wire.id,
    ad_group_id: wire.adGroupId,
    text: read.value('text', wire.text, ''),
    match_type: read.value('match_type', wire.matchType, ''),
    status: read.status(wire.status) === 'ENABLED' ? 'ACTIVE' : 'PAUSED',
    deleted: read.value('deleted', wire.deleted, false) ?? false,
    bid_micros: read.bid('bid_micros', wire.bidAmount),
    modified_at: instantOf(read.value('modified_at', wire.modificationTime, null)),
  };
}

/** @param pageNames Names of custom product pages by the id of the creative that shows them. */
export function adFromWire(wire: AdWire, pageNames: ReadonlyMap<number, string>, notes: ItemNotes): AdSettings {
  const read = fieldReader(notes, '');
  const creative = read.value('creative_id', wire.creativeId, null);
  if (wire.creativeId === unreadable) notes.unread('product_page_name');
  const type = creativeTypeOf(wire, pageNames.has(creative ?? Number.NaN), notes);
  return {
    ad_id: wire.id,
    ad_group_id: wire.adGroupId,
    name: read.value('name', wire.name, ''),
    deleted: read.value('deleted', wire.deleted, false) ?? false,
    product_page_name: pageNames.get(creative ?? Number.NaN) ?? null,
    creative_id: creative ?? 0,
    ...(type ? { creative_type: type } : {}),
    // An ad of which it is not said runs.
    status: read.status(wire.status ?? 'ENABLED'),
  };
}

export function negativeFromWire(wire: NegativeWire, notes: ItemNotes): NegativeSettings {
  const read = fieldReader(notes, '');
  return {
    negative_id: wire.id,
    // Negatives of a campaign have none; some answers say 0.
    ad_group_id: wire.adGroupId || null,
    text: read.value('text', wire.text, ''),
    match_type: read.value('match_type', wire.matchType, ''),
    status: read.status(wire.status ?? 'ACTIVE') === 'ENABLED' ? 'ACTIVE' : 'PAUSED',
    deleted: read.value('deleted', wire.deleted, false) ?? false,
  };
}

function creativeTypeOf({ creativeType }: AdWire, isPage: boolean, notes: ItemNotes): string | null | undefined {
  if (creativeType !== omitted) return fieldReader(notes, '').value('creative_type', creativeType, null);
  if (isPage) return 'CUSTOM_PRODUCT_PAGE';
  notes.unread('creative_type');
  return null;
}
