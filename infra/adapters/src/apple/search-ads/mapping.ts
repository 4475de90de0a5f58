import {
  type AdGroupSettings,
  type AdSettings,
  type CampaignSettings,
  isoCurrency,
  type KeywordSettings,
  type NegativeSettings,
  type VisibleOrganization,
} from '@tapwise/domain';
import type { ItemNotes } from './lists/item-reader.ts';
import {
  type AclWire,
  type AdGroupWire,
  type AdWire,
  type CampaignWire,
  type KeywordWire,
  type MoneyWire,
  type NegativeWire,
  type Unreadable,
  unreadable,
} from './schemas.ts';

export function organizationFromAcl(wire: AclWire): VisibleOrganization {
  return {
    org_id: wire.orgId,
    org_name: wire.orgName,
    display_name: wire.displayName ?? null,
    currency: wire.currency,
    time_zone: wire.timeZone,
    payment_model: wire.paymentModel || null,
    role_names: wire.roleNames ?? [],
  };
}

/** @param currency The organization's: amounts in another one are not taken for amounts in it. */
export function campaignFromWire(wire: CampaignWire, currency: string, notes: ItemNotes): CampaignSettings {
  const read = reader(notes, currency);
  const status = read.status(wire.status, 'PAUSED');
  const deleted = read.value('deleted', wire.deleted, false) ?? false;
  const strategy = read.value('bidding_strategy', wire.biddingStrategy, null);
  return {
    campaign_id: wire.id,
    adam_id: wire.adamId,
    name: read.value('name', wire.name, ''),
    status,
    display_status: read.value('display_status', wire.displayStatus, null) ?? (deleted ? 'DELETED' : status),
    deleted,
    countries: (read.value('countries', wire.countriesOrRegions, []) ?? [])
      .filter((country) => /^[A-Z]{2}$/.test(country))
      .sort(),
    supply_sources: [...(read.value('supply_sources', wire.supplySources, []) ?? [])].sort(),
    currency: spellingOf(wire, currency),
    budget_micros: read.money('budget_micros', wire.budgetAmount),
    daily_budget_micros: read.money('daily_budget_micros', wire.dailyBudgetAmount),
    modified_at: instantOf(read.value('modified_at', wire.modificationTime, null)),
    ...(strategy ? { bidding_strategy: strategy } : {}),
  };
}

export function adGroupFromWire(wire: AdGroupWire, currency: string, notes: ItemNotes): AdGroupSettings {
  const read = reader(notes, currency);
  const status = read.status(wire.status, 'PAUSED');
  const deleted = read.value('deleted', wire.deleted, false) ?? false;
  return {
    ad_group_id: wire.id,
    name: read.value('name', wire.name, ''),
    status,
    display_status: read.value('display_status', wire.displayStatus, null) ?? (deleted ? 'DELETED' : status),
    deleted,
    default_bid_micros: read.money('default_bid_micros', wire.defaultBidAmount),
    cpa_goal_micros: read.money('cpa_goal_micros', wire.cpaGoal),
    search_match: read.value('search_match', wire.automatedKeywordsOptIn, false) ?? false,
    modified_at: instantOf(read.value('modified_at', wire.modificationTime, null)),
  };
}

export function keywordFromWire(wire: KeywordWire, currency: string, notes: ItemNotes): KeywordSettings {
  const read = reader(notes, currency);
  return {
    keyword_id: wire.id,
    ad_group_id: wire.adGroupId,
    text: read.value('text', wire.text, ''),
    match_type: read.value('match_type', wire.matchType, ''),
    status: read.status(wire.status, 'PAUSED') === 'ENABLED' ? 'ACTIVE' : 'PAUSED',
    deleted: read.value('deleted', wire.deleted, false) ?? false,
    bid_micros: read.money('bid_micros', wire.bidAmount),
    modified_at: instantOf(read.value('modified_at', wire.modificationTime, null)),
  };
}

/** @param pageNames Names of custom product pages by the id of the creative that shows them. */
export function adFromWire(wire: AdWire, pageNames: ReadonlyMap<number, string>, notes: ItemNotes): AdSettings {
  const read = reader(notes, '');
  const creative = read.value('creative_id', wire.creativeId, null);
  if (wire.creativeId === unreadable) notes.unread('product_page_name');
  const type = read.value('creative_type', wire.creativeType, null);
  return {
    ad_id: wire.id,
    ad_group_id: wire.adGroupId,
    name: read.value('name', wire.name, ''),
    deleted: read.value('deleted', wire.deleted, false) ?? false,
    product_page_name: pageNames.get(creative ?? Number.NaN) ?? null,
    creative_id: creative ?? 0,
    ...(type ? { creative_type: type } : {}),
    // An ad of which it is not said runs.
    status: read.status(wire.status ?? 'ENABLED', 'PAUSED'),
  };
}

export function negativeFromWire(wire: NegativeWire, notes: ItemNotes): NegativeSettings {
  const read = reader(notes, '');
  return {
    negative_id: wire.id,
    // Negatives of a campaign have none; some answers say 0.
    ad_group_id: wire.adGroupId || null,
    text: read.value('text', wire.text, ''),
    match_type: read.value('match_type', wire.matchType, ''),
    status: read.status(wire.status ?? 'ACTIVE', 'PAUSED') === 'ENABLED' ? 'ACTIVE' : 'PAUSED',
    deleted: read.value('deleted', wire.deleted, false) ?? false,
  };
}

/** Takes fields of one object; what cannot be read is noted under its name in our words, and counts as absent. */
function reader(notes: ItemNotes, currency: string) {
  const unreadField = (field: string): void => {
    notes.unread(field);
    notes.note('unreadable_field', `The field ${field} cannot be read`);
  };
  return {
    value: <Value>(field: string, value: Value | Unreadable, otherwise: Value): Value => {
      if (value !== unreadable) return value as Value;
      unreadField(field);
      return otherwise;
    },
    money: (field: string, value: MoneyWire | null | undefined | Unreadable): number | null => {
      if (value === unreadable) unreadField(field);
      else if (value && !isSameCurrency(value.currency, currency)) {
        notes.unread(field);
        notes.note('other_currency', `The field ${field} is in ${value.currency} instead of ${currency}`);
      } else return value?.micros ?? null;
      return null;
    },
    status: (value: string | Unreadable, otherwise: 'PAUSED'): 'ENABLED' | 'PAUSED' => {
      if (value !== unreadable && switches.has(value)) return switchOf(value);
      unreadField('status');
      return otherwise;
    },
  };
}

const switches: ReadonlySet<string> = new Set(['ENABLED', 'ACTIVE', 'PAUSED']);

/** Campaigns and ad groups are ENABLED where keywords are ACTIVE; whatever else there may be does not run. */
export function switchOf(status: string): 'ENABLED' | 'PAUSED' {
  return status === 'ENABLED' || status === 'ACTIVE' ? 'ENABLED' : 'PAUSED';
}

export const isSameCurrency = (currency: string, other: string): boolean =>
  isoCurrency(currency) === isoCurrency(other);

/** The service's own spelling of the organization's currency. */
function spellingOf({ dailyBudgetAmount: daily, budgetAmount: total }: CampaignWire, currency: string): string {
  if (daily && daily !== unreadable && isSameCurrency(daily.currency, currency)) return daily.currency;
  return total && total !== unreadable && isSameCurrency(total.currency, currency) ? total.currency : currency;
}

/** Times come without a zone and mean UTC. */
export function instantOf(time: string | null | undefined): string | null {
  if (!time) return null;
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
