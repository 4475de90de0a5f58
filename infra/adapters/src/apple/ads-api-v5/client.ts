import { itemsRemembered, type SearchAdsClient } from '../ad-service/client.ts';
import { createItemReader, type UnreadableListener } from '../ad-service/lists/item-reader.ts';
import { createPageMemory } from '../ad-service/lists/page-memory.ts';
import { mapReading } from '../ad-service/lists/reading.ts';
import {
  adFromWire,
  adGroupFromWire,
  campaignFromWire,
  keywordFromWire,
  negativeFromWire,
  organizationFromWire,
} from '../ad-service/wire/settings.ts';
import { openEnvelope } from './envelope.ts';
import { createFindReader, deletedToo, type FindReader } from './finds.ts';
import { productPageNames } from './product-pages.ts';
import { fetchAdFigures, fetchMonths, fetchSearchTerms, fetchSearchTermTotals } from './reports/extra-reports.ts';
import { fetchReport, longestReportDays } from './reports/report.ts';
import { createShareReports } from './reports/share-reports.ts';
import { aclWire, adGroupWire, adWire, campaignWire, keywordWire, negativeWire } from './schemas.ts';
import { createSearchAdsTransport, type SearchAdsApiOptions } from './transport.ts';
import { createSearchAdsWriter } from './writes/writer.ts';

export interface SearchAdsClientOptions extends SearchAdsApiOptions {
  /** Called for objects that do not have the form the service documents; what could be read of them is kept. */
  readonly onUnreadable?: UnreadableListener;
}

/** Opens version 5 of the ad service (Campaign Management API). Its errors are `SearchAdsError`s. */
export function createSearchAdsClient(options: SearchAdsClientOptions): SearchAdsClient {
  const transport = createSearchAdsTransport(options);
  const read = createItemReader(options.onUnreadable);
  const lists = createFindReader(transport, createPageMemory(itemsRemembered, openEnvelope), read);
  const conditions = [deletedToo];
  return {
    limits: { oldestDayAge: longestReportDays - 1 },
    acls: (signal) =>
      lists.list(
        () => ({ operation: 'GET /acls', method: 'GET', path: '/acls', ...(signal ? { signal } : {}) }),
        // The list has no pages: whatever it says, it is whole.
        Number.POSITIVE_INFINITY,
        { schema: aclWire, translate: organizationFromWire },
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
    ...reportQuestions(lists),
    suggestions: null,
    shares: createShareReports(transport, { onUnreadable: options.onUnreadable, timeoutMs: options.timeoutMs }),
    writer: createSearchAdsWriter(transport),
    close: () => transport.close(),
  };
}

function reportQuestions(
  lists: FindReader,
): Pick<SearchAdsClient, 'report' | 'months' | 'searchTerms' | 'searchTermTotals' | 'adFigures'> {
  return {
    report: async (question, signal) => fetchReport(lists, question, signal),
    months: async (question, signal) => fetchMonths(lists, question, signal),
    searchTerms: async (question, signal) => fetchSearchTerms(lists, question, signal),
    searchTermTotals: async (question, signal) => fetchSearchTermTotals(lists, question, signal),
    adFigures: async (question, signal) => fetchAdFigures(lists, question, signal),
  };
}
