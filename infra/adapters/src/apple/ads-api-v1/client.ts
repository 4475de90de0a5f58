import { LRUCache } from 'lru-cache';
import type { AdAccountReader } from '../ad-service/ad-accounts.ts';
import type { SearchAdsTransport } from '../ad-service/calls/transport.ts';
import { itemsRemembered, type SearchAdsClient } from '../ad-service/client.ts';
import { createItemReader, type UnreadableListener } from '../ad-service/lists/item-reader.ts';
import { createPageMemory } from '../ad-service/lists/page-memory.ts';
import { mapReading } from '../ad-service/lists/reading.ts';
import type { RemoteCreativeWire } from '../ad-service/wire/objects.ts';
import {
  adFromWire,
  adGroupFromWire,
  campaignFromWire,
  keywordFromWire,
  negativeFromWire,
} from '../ad-service/wire/settings.ts';
import { createAccountReader } from './account-reader.ts';
import { type AdsPlatformApiOptions, createAdsPlatformTransport } from './calls/transport.ts';
import { productPageNames, readCreatives } from './creatives.ts';
import { createChangeHistory } from './history/change-history.ts';
import { openEnvelope } from './lists/envelope.ts';
import { createQueryReader, deletedToo, equals, type Filter, type QueryReader } from './lists/queries.ts';
import { createSuggestionReader } from './planning/suggestions.ts';
import { fetchMonths } from './reports/months.ts';
import { oldestDayAge } from './reports/report-range.ts';
import {
  createReportReader,
  fetchAdFigures,
  fetchReport,
  fetchSearchTerms,
  fetchSearchTermTotals,
  type ReportReader,
} from './reports/reports.ts';
import { createShareReports } from './reports/shares.ts';
import { adGroupWire, adWireWith, campaignWire, keywordWire, negativeWire } from './schemas.ts';
import { ofAdGroups, ofWholeCampaign } from './writes/remote-readings.ts';
import { createAdsPlatformWriter } from './writes/writer.ts';

export interface AdsPlatformClientOptions extends AdsPlatformApiOptions {
  /** Called for objects that do not have the form the service documents; what could be read of them is kept. */
  readonly onUnreadable?: UnreadableListener;
  /** For so long a list of deleted objects is not asked for again, in milliseconds. */
  readonly deletedHoldMs?: number;
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
}

const deletedHoldMs = 60_000;
const creativesHeld = 50_000;

/** Version 1 of the interface, which knows ad accounts beside our organizations. */
export interface AdsPlatformClient extends SearchAdsClient {
  readonly adAccounts: AdAccountReader;
}

/** Opens version 1 of the Apple Ads Platform API. Its errors are `SearchAdsError`s. */
export function createAdsPlatformClient(options: AdsPlatformClientOptions): AdsPlatformClient {
  const { accounts, now = Date.now } = options;
  const transport = createAdsPlatformTransport(options);
  const read = createItemReader(options.onUnreadable);
  const memory = createPageMemory(itemsRemembered, openEnvelope);
  const lists = createQueryReader(transport, memory, read, { deletedHoldMs, ...options });
  const details = new LRUCache<number, RemoteCreativeWire>({ max: creativesHeld });
  const adAccounts = createAccountReader(transport, read);
  const ofCampaign = (campaignId: number): Filter[] => [equals('campaignId', campaignId)];
  const campaigns = (
    { orgId, currency }: { orgId: number; currency: string },
    conditions: readonly Filter[],
    signal: AbortSignal | undefined,
  ) =>
    lists.query(
      { path: '/campaigns/query', orgId, filters: [...conditions, deletedToo], signal },
      {
        schema: campaignWire,
        // What promotes no app is none of the product's.
        translate: (wire, notes) => (wire === undefined ? [] : campaignFromWire(wire, currency, notes)),
        dependsOn: currency,
      },
    );
  return {
    limits: { oldestDayAge },
    adAccounts,
    acls: (signal) => adAccounts.visible({ signal }),
    campaignNames: async (scope, signal) => (await campaigns(scope, [], signal)).items.map(({ name }) => name),
    findCampaigns: async (scope, adamId, signal) =>
      mapReading(await campaigns(scope, [equals('promotedObjectId', String(adamId))], signal), (items) =>
        items.filter((campaign) => campaign.adam_id === adamId),
      ),
    findAdGroups: ({ orgId, currency }, campaignId, signal) =>
      lists.queryBoth(
        { path: '/adgroups/query', orgId, filters: ofCampaign(campaignId), signal },
        {
          schema: adGroupWire,
          translate: (wire, notes) => adGroupFromWire(wire, currency, notes),
          dependsOn: currency,
        },
      ),
    findKeywords: ({ orgId, currency }, campaignId, signal) =>
      lists.queryBoth(
        { path: '/keywords/query', orgId, filters: ofCampaign(campaignId), signal },
        {
          schema: keywordWire,
          translate: (wire, notes) => keywordFromWire(wire, currency, notes),
          dependsOn: currency,
        },
      ),
    findNegatives: ({ orgId }, campaignId, of, signal) =>
      lists.query(
        {
          path: '/negative-keywords/query',
          orgId,
          filters: [...ofCampaign(campaignId), of === 'campaign' ? ofWholeCampaign : ofAdGroups],
          signal,
        },
        { schema: negativeWire, translate: negativeFromWire },
      ),
    findAds: ({ orgId }, campaignId, pageNames, signal) =>
      lists.queryBoth(
        { path: '/ads/query', orgId, filters: ofCampaign(campaignId), signal },
        {
          schema: adWireWith((id) => details.get(id)?.type),
          translate: (wire, notes) => adFromWire(wire, pageNames, notes),
          dependsOn: JSON.stringify([...pageNames]),
        },
      ),
    productPageNames: async ({ orgId }, adamId, signal) => {
      const creatives = await readCreatives(lists, transport, details, { orgId, signal });
      for (const creative of creatives.items) details.set(creative.id, creative);
      return productPageNames(lists, creatives, { orgId, adamId, signal });
    },
    ...reportQuestions(createReportReader(lists, now)),
    ...recordsOf(transport, lists, now),
    writer: createAdsPlatformWriter(transport, accounts, details),
    close: () => transport.close(),
  };
}

const recordsOf = (transport: SearchAdsTransport, lists: QueryReader, now: () => number) => ({
  shares: createShareReports(lists),
  changeHistory: createChangeHistory(transport, lists, now),
  suggestions: createSuggestionReader(transport, lists, now),
});

function reportQuestions(
  reports: ReportReader,
): Pick<SearchAdsClient, 'report' | 'months' | 'searchTerms' | 'searchTermTotals' | 'adFigures'> {
  return {
    report: (question, signal) => fetchReport(reports, question, signal),
    months: (question, signal) => fetchMonths(reports, question, signal),
    searchTerms: (question, signal) => fetchSearchTerms(reports, question, signal),
    searchTermTotals: (question, signal) => fetchSearchTermTotals(reports, question, signal),
    adFigures: (question, signal) => fetchAdFigures(reports, question, signal),
  };
}
