import type { AdGroupSettings, AdsReportRow, CampaignSettings, KeywordSettings, ReportLevel } from '@tapwise/domain';

/** Of the seed alone: the ids of the ad service and of its simulator are others. */
export const orgId = 990_020_000;
const campaigns = 10;
const adGroupsOfCampaign = 20;
const keywordsOfAdGroup = 100;
export const keywordCount = campaigns * adGroupsOfCampaign * keywordsOfAdGroup;
const country = 'US';
export const currency = 'USD';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export const campaignIds: readonly number[] = numbers(campaigns).map((index) => 991_000_000 + index);
const adGroupIds = (campaignId: number): number[] =>
  numbers(adGroupsOfCampaign).map((index) => 992_000_000 + (campaignId % 1000) * adGroupsOfCampaign + index);
const keywordIds = (adGroupId: number): number[] =>
  numbers(keywordsOfAdGroup).map((index) => 993_000_000 + (adGroupId % 1000) * keywordsOfAdGroup + index);

export const campaignOf = (campaign_id: number, adam_id: number): CampaignSettings => ({
  campaign_id,
  adam_id,
  name: `Campaign ${campaign_id % 1000}`,
  status: 'ENABLED',
  display_status: 'RUNNING',
  deleted: false,
  countries: [country],
  supply_sources: ['APPSTORE_SEARCH_RESULTS'],
  currency,
  budget_micros: null,
  daily_budget_micros: 5_000_000_000,
  modified_at: null,
});

export const adGroupsOf = (campaignId: number): AdGroupSettings[] =>
  adGroupIds(campaignId).map((ad_group_id) => ({
    ad_group_id,
    name: `Ad group ${ad_group_id % 1000}`,
    status: 'ENABLED',
    display_status: 'RUNNING',
    deleted: false,
    default_bid_micros: 1_000_000,
    cpa_goal_micros: null,
    search_match: false,
    modified_at: null,
  }));

export const keywordsOf = (campaignId: number): KeywordSettings[] =>
  adGroupIds(campaignId).flatMap((ad_group_id) =>
    keywordIds(ad_group_id).map((keyword_id) => ({
      keyword_id,
      ad_group_id,
      text: `keyword ${keyword_id % 1_000_000}`,
      match_type: 'EXACT',
      status: 'ACTIVE',
      deleted: false,
      bid_micros: 800_000 + (keyword_id % 9) * 100_000,
      modified_at: null,
    })),
  );

/** Figures of a day, of a kind that adds up at all levels. @param dayNumber Days differ a little. */
export function figuresOf(campaignId: number, level: ReportLevel, dayNumber: number): AdsReportRow[] {
  const adGroups = adGroupIds(campaignId).map((adGroupId) =>
    keywordIds(adGroupId).map((keywordId) => rowOf(adGroupId, keywordId, dayNumber)),
  );
  if (level === 'keyword') return adGroups.flat();
  const sums = adGroups.map((rows) => sumOf(rows));
  if (level === 'ad_group') return sums.map((row) => ({ ...row, keyword_id: 0 }));
  return [{ ...sumOf(sums), ad_group_id: 0, keyword_id: 0 }];
}

function rowOf(ad_group_id: number, keyword_id: number, dayNumber: number): AdsReportRow {
  const taps = (keyword_id + dayNumber) % 7;
  return {
    ad_group_id,
    keyword_id,
    country,
    impressions: taps * 14 + 3,
    taps,
    tap_installs: Math.floor(taps / 2),
    view_installs: 0,
    spend_micros: taps * 700_000,
  };
}

const sumOf = (rows: readonly AdsReportRow[]): AdsReportRow => {
  const total = (field: 'impressions' | 'taps' | 'tap_installs' | 'spend_micros'): number =>
    rows.reduce((sum, row) => sum + row[field], 0);
  return {
    ad_group_id: rows[0]?.ad_group_id ?? 0,
    keyword_id: 0,
    country,
    impressions: total('impressions'),
    taps: total('taps'),
    tap_installs: total('tap_installs'),
    view_installs: 0,
    spend_micros: total('spend_micros'),
  };
};
