import type {
  AdGroupSettings,
  AdSettings,
  CampaignSettings,
  KeywordSettings,
  NegativeSettings,
  VisibleOrganization,
} from '@tapwise/domain';
import { createItemReader, type UnreadableListener } from './lists/item-reader.ts';
import { createListReader, deletedToo } from './lists/list-reader.ts';
import { createPageMemory } from './lists/page-memory.ts';
import { mapReading, type Reading } from './lists/reading.ts';
import {
  adFromWire,
  adGroupFromWire,
  campaignFromWire,
  keywordFromWire,
  negativeFromWire,
  organizationFromAcl,
} from './mapping.ts';
import { type ProductPageNames, productPageNames } from './product-pages.ts';
import {
  type AdFigures,
  type CampaignRangeQuestion,
  fetchAdFigures,
  fetchMonths,
  fetchSearchTerms,
  fetchSearchTermTotals,
  type MonthFigures,
  type RangeQuestion,
  type SearchTermFigures,
  type SearchTermTotal,
} from './reports/extra-reports.ts';
import type { ReportFigures } from './reports/figures.ts';
import { fetchReport, type ReportQuestion } from './reports/report.ts';
import { createShareReports, type ShareReports } from './reports/share-reports.ts';
import { aclWire, adGroupWire, adWire, campaignWire, keywordWire, negativeWire } from './schemas.ts';
import { createSearchAdsTransport, type SearchAdsTransportOptions } from './transport.ts';
import { createSearchAdsWriter, type SearchAdsWriter } from './writes/writer.ts';

/** An organization whose objects are asked for. */
export interface OrganizationScope {
  readonly orgId: number;
  /** ISO 4217, or the service's own spelling. */
  readonly currency: string;
}

export interface SearchAdsClientOptions extends SearchAdsTransportOptions {
  /** Called for objects that do not have the form the service documents; what could be read of them is kept. */
  readonly onUnreadable?: UnreadableListener;
}

/**
 * The ad service (Campaign Management API, version 5) in our words: readings, and `writer`, which changes it. All finds include deleted
 * objects. Readings say whether they are whole. A question whose answer has not changed since it was last asked gives the very same array
 * of items.
 */
export interface SearchAdsClient {
  /** Organizations that this API user may act for. */
  acls(signal?: AbortSignal): Promise<Reading<VisibleOrganization>>;
  /** Names of all campaigns of an organization, of any app; those that could be read. */
  campaignNames(scope: OrganizationScope, signal?: AbortSignal): Promise<readonly string[]>;
  /** Campaigns of one app. */
  findCampaigns(scope: OrganizationScope, adamId: number, signal?: AbortSignal): Promise<Reading<CampaignSettings>>;
  findAdGroups(scope: OrganizationScope, campaignId: number, signal?: AbortSignal): Promise<Reading<AdGroupSettings>>;
  findKeywords(scope: OrganizationScope, campaignId: number, signal?: AbortSignal): Promise<Reading<KeywordSettings>>;
  /** Negative keywords of a whole campaign, or of its ad groups. */
  findNegatives(
    scope: OrganizationScope,
    campaignId: number,
    of: 'campaign' | 'ad_groups',
    signal?: AbortSignal,
  ): Promise<Reading<NegativeSettings>>;
  /** @param pageNames The names that `productPageNames` gave. */
  findAds(
    scope: OrganizationScope,
    campaignId: number,
    pageNames: ReadonlyMap<number, string>,
    signal?: AbortSignal,
  ): Promise<Reading<AdSettings>>;
  /** Names of the app's custom product pages by the id of the creative that shows them. */
  productPageNames(scope: OrganizationScope, adamId: number, signal?: AbortSignal): Promise<ProductPageNames>;
  /** Figures by day and country, in the organization's time zone. Only what had activity. */
  report(question: ReportQuestion, signal?: AbortSignal): Promise<Reading<ReportFigures>>;
  /** Figures of all campaigns by month and country; `from` is the first of a month, `to` the last day of a later one. */
  months(question: RangeQuestion, signal?: AbortSignal): Promise<Reading<MonthFigures>>;
  /** Search terms of a campaign by day and country; at most 90 days. */
  searchTerms(question: CampaignRangeQuestion, signal?: AbortSignal): Promise<Reading<SearchTermFigures>>;
  /**
   * Search terms of a campaign, each ad group and keyword with one sum over the range of at most 24 months. Terms with fewer than
   * ten impressions in the range are one nameless row: sums of days would lose many more.
   */
  searchTermTotals(question: CampaignRangeQuestion, signal?: AbortSignal): Promise<Reading<SearchTermTotal>>;
  /** Figures of the ads of a campaign, which show custom product pages, by day and country; at most 90 days. */
  adFigures(question: CampaignRangeQuestion, signal?: AbortSignal): Promise<Reading<AdFigures>>;
  /** Impression shares, which are made on order. */
  readonly shares: ShareReports;
  /** Changes what the organizations have; shares connection, token and limits with all readings. */
  readonly writer: SearchAdsWriter;
  close(): Promise<void>;
}

/** Items of answers remembered; some 200 bytes each. */
const itemsRemembered = 150_000;

/** Opens the ad service. Its errors are `SearchAdsError`s. */
export function createSearchAdsClient(options: SearchAdsClientOptions): SearchAdsClient {
  const transport = createSearchAdsTransport(options);
  const read = createItemReader(options.onUnreadable);
  const lists = createListReader(transport, createPageMemory(itemsRemembered), read);
  const conditions = [deletedToo];
  return {
    acls: (signal) =>
      lists.list(
        () => ({ operation: 'GET /acls', method: 'GET', path: '/acls', ...(signal ? { signal } : {}) }),
        // The list has no pages: whatever it says, it is whole.
        Number.POSITIVE_INFINITY,
        { schema: aclWire, translate: organizationFromAcl },
      ),
    campaignNames: async ({ orgId, currency }, signal) => {
      const campaigns = await lists.find(
        { path: '/campaigns/find', orgId, conditions, signal },
        {
          schema: campaignWire,
          translate: (wire, notes) => campaignFromWire(wire, currency, notes),
          dependsOn: currency,
        },
      );
      return campaigns.items.map(({ name }) => name);
    },
    findCampaigns: async ({ orgId, currency }, adamId, signal) => {
      const ofApp = { field: 'adamId', operator: 'EQUALS', values: [String(adamId)] };
      const campaigns = await lists.find(
        { path: '/campaigns/find', orgId, conditions: [ofApp, deletedToo], signal },
        {
          schema: campaignWire,
          translate: (wire, notes) => campaignFromWire(wire, currency, notes),
          dependsOn: currency,
        },
      );
      return mapReading(campaigns, (items) => items.filter((campaign) => campaign.adam_id === adamId));
    },
    findAdGroups: ({ orgId, currency }, campaignId, signal) =>
      lists.find(
        { path: `/campaigns/${campaignId}/adgroups/find`, orgId, conditions, signal },
        {
          schema: adGroupWire,
          translate: (wire, notes) => adGroupFromWire(wire, currency, notes),
          dependsOn: currency,
        },
      ),
    findKeywords: ({ orgId, currency }, campaignId, signal) =>
      lists.find(
        { path: `/campaigns/${campaignId}/adgroups/targetingkeywords/find`, orgId, conditions, signal },
        {
          schema: keywordWire,
          translate: (wire, notes) => keywordFromWire(wire, currency, notes),
          dependsOn: currency,
        },
      ),
    findNegatives: ({ orgId }, campaignId, of, signal) =>
      lists.find(
        {
          path: `/campaigns/${campaignId}/${of === 'campaign' ? '' : 'adgroups/'}negativekeywords/find`,
          orgId,
          conditions,
          signal,
        },
        { schema: negativeWire, translate: negativeFromWire },
      ),
    findAds: ({ orgId }, campaignId, pageNames, signal) =>
      lists.find(
        { path: `/campaigns/${campaignId}/ads/find`, orgId, conditions, signal },
        {
          schema: adWire,
          translate: (wire, notes) => adFromWire(wire, pageNames, notes),
          dependsOn: JSON.stringify([...pageNames]),
        },
      ),
    productPageNames: ({ orgId }, adamId, signal) => productPageNames(lists, { orgId, adamId, signal }),
    report: async (question, signal) => fetchReport(lists, question, signal),
    months: async (question, signal) => fetchMonths(lists, question, signal),
    searchTerms: async (question, signal) => fetchSearchTerms(lists, question, signal),
    searchTermTotals: async (question, signal) => fetchSearchTermTotals(lists, question, signal),
    adFigures: async (question, signal) => fetchAdFigures(lists, question, signal),
    shares: createShareReports(transport, { onUnreadable: options.onUnreadable, timeoutMs: options.timeoutMs }),
    writer: createSearchAdsWriter(transport),
    close: () => transport.close(),
  };
}
