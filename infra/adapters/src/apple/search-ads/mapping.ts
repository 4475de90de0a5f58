import {
  type AdGroupSettings,
  type AdSettings,
  type AdsReportRow,
  type CampaignSettings,
  type KeywordSettings,
  microsFromDecimalString,
  type NegativeSettings,
  type ReportLevel,
  type VisibleOrganization,
} from '@tapwise/domain';
import type {
  AclWire,
  AdGroupWire,
  AdWire,
  CampaignWire,
  KeywordWire,
  MoneyWire,
  NegativeWire,
  ReportBucketWire,
  ReportRowWire,
} from './schemas.ts';

/** Figures of one object, country and day as the service gave them. */
export interface ReportFigures {
  readonly campaign_id: number;
  /** Calendar day in the organization's time zone. */
  readonly day: string;
  readonly row: AdsReportRow;
}

/** The code of a country the service did not name. */
const unknownCountry = 'ZZ';

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

/** @param currency The organization's: a campaign without budgets does not say it. */
export function campaignFromWire(wire: CampaignWire, currency: string): CampaignSettings {
  const status = switchOf(wire.status);
  const deleted = wire.deleted ?? false;
  return {
    campaign_id: wire.id,
    adam_id: wire.adamId,
    name: wire.name,
    status,
    display_status: wire.displayStatus ?? (deleted ? 'DELETED' : status),
    deleted,
    countries: (wire.countriesOrRegions ?? []).filter((country) => /^[A-Z]{2}$/.test(country)).sort(),
    supply_sources: [...(wire.supplySources ?? [])].sort(),
    currency: wire.dailyBudgetAmount?.currency ?? wire.budgetAmount?.currency ?? currency,
    budget_micros: microsOf(wire.budgetAmount),
    daily_budget_micros: microsOf(wire.dailyBudgetAmount),
    modified_at: instantOf(wire.modificationTime),
    ...(wire.biddingStrategy ? { bidding_strategy: wire.biddingStrategy } : {}),
  };
}

export function adGroupFromWire(wire: AdGroupWire): AdGroupSettings {
  const status = switchOf(wire.status);
  const deleted = wire.deleted ?? false;
  return {
    ad_group_id: wire.id,
    name: wire.name,
    status,
    display_status: wire.displayStatus ?? (deleted ? 'DELETED' : status),
    deleted,
    default_bid_micros: microsOf(wire.defaultBidAmount),
    cpa_goal_micros: microsOf(wire.cpaGoal),
    search_match: wire.automatedKeywordsOptIn ?? false,
    modified_at: instantOf(wire.modificationTime),
  };
}

export function keywordFromWire(wire: KeywordWire): KeywordSettings {
  return {
    keyword_id: wire.id,
    ad_group_id: wire.adGroupId,
    text: wire.text,
    match_type: wire.matchType,
    status: switchOf(wire.status) === 'ENABLED' ? 'ACTIVE' : 'PAUSED',
    deleted: wire.deleted ?? false,
    bid_micros: microsOf(wire.bidAmount),
    modified_at: instantOf(wire.modificationTime),
  };
}

/** @param pageNames Names of custom product pages by the id of the creative that shows them. */
export function adFromWire(wire: AdWire, pageNames: ReadonlyMap<number, string>): AdSettings {
  return {
    ad_id: wire.id,
    ad_group_id: wire.adGroupId,
    name: wire.name,
    deleted: wire.deleted ?? false,
    product_page_name: pageNames.get(wire.creativeId ?? Number.NaN) ?? null,
    creative_id: wire.creativeId ?? 0,
    ...(wire.creativeType ? { creative_type: wire.creativeType } : {}),
    // An ad of which it is not said runs.
    status: switchOf(wire.status ?? 'ENABLED'),
  };
}

export function negativeFromWire(wire: NegativeWire): NegativeSettings {
  return {
    negative_id: wire.id,
    // Negatives of a campaign have none; some answers say 0.
    ad_group_id: wire.adGroupId || null,
    text: wire.text,
    match_type: wire.matchType,
    status: switchOf(wire.status ?? 'ACTIVE') === 'ENABLED' ? 'ACTIVE' : 'PAUSED',
    deleted: wire.deleted ?? false,
  };
}

/**
 * The days of one report row that saw any activity.
 * @param campaignId For rows that do not repeat the campaign they were asked of.
 * @throws Error when the row does not say what it is about, or an amount is none.
 */
export function figuresFromRow(wire: ReportRowWire, level: ReportLevel, campaignId: number | null): ReportFigures[] {
  const { metadata } = wire;
  const campaign = metadata.campaignId ?? campaignId;
  if (campaign === null) throw new Error('A report row names no campaign');
  const ids = {
    ad_group_id: level === 'campaign' ? 0 : required(metadata.adGroupId, 'ad group'),
    keyword_id: level === 'keyword' ? required(metadata.keywordId, 'keyword') : 0,
  };
  return bucketFigures(wire).map(({ day, country, figures }) => ({
    campaign_id: campaign,
    day,
    row: { ...ids, country, ...figures },
  }));
}

/** The buckets of a report row that saw any activity, by the day they begin with. */
export function bucketFigures(wire: ReportRowWire) {
  const country = wire.metadata.countryOrRegion?.trim().toUpperCase() || unknownCountry;
  return (wire.granularity ?? []).flatMap((bucket) => {
    const figures = metricsOf(bucket);
    return hasActivity(figures) ? [{ day: bucket.date.slice(0, 10), country, figures }] : [];
  });
}

/** The figures of one bucket, or of a row over the whole range. */
export function metricsOf(bucket: Omit<ReportBucketWire, 'date'>) {
  const tapInstalls = bucket.tapInstalls ?? 0;
  return {
    impressions: bucket.impressions ?? 0,
    taps: bucket.taps ?? 0,
    tap_installs: tapInstalls,
    view_installs: bucket.viewInstalls ?? Math.max(0, (bucket.totalInstalls ?? 0) - tapInstalls),
    spend_micros: microsOf(bucket.localSpend) ?? 0,
  };
}

const hasActivity = (figures: ReturnType<typeof metricsOf>): boolean =>
  Object.values(figures).some((value) => value !== 0);

function required(id: number | null | undefined, what: string): number {
  if (id === null || id === undefined) throw new Error(`A report row names no ${what}`);
  return id;
}

/** Campaigns and ad groups are ENABLED where keywords are ACTIVE; whatever else there may be does not run. */
export function switchOf(status: string): 'ENABLED' | 'PAUSED' {
  return status === 'ENABLED' || status === 'ACTIVE' ? 'ENABLED' : 'PAUSED';
}

/** Amounts are decimal text; a binary fraction is never made of them. */
function microsOf(money: MoneyWire | null | undefined): number | null {
  return money === null || money === undefined ? null : microsFromDecimalString(String(money.amount));
}

/** Times come without a zone and mean UTC. */
export function instantOf(time: string | null | undefined): string | null {
  if (!time) return null;
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
