import type {
  AdGroupSettings,
  AdSettings,
  CampaignSettings,
  KeywordSettings,
  VisibleOrganization,
} from '@tapwise/domain';
import { createItemReader, type UnreadableListener } from './item-reader.ts';
import type { ReportFigures } from './mapping.ts';
import { adFromWire, adGroupFromWire, campaignFromWire, keywordFromWire, organizationFromAcl } from './mapping.ts';
import { allPages, largestPage, listOf } from './paging.ts';
import { productPageNames } from './product-pages.ts';
import { fetchReport, type ReportQuestion } from './report.ts';
import { aclWire, adGroupWire, adWire, campaignWire, keywordWire } from './schemas.ts';
import { createSearchAdsTransport, type SearchAdsTransport, type SearchAdsTransportOptions } from './transport.ts';

/** An organization whose objects are asked for. */
export interface OrganizationScope {
  readonly orgId: number;
  /** ISO 4217, or the service's own spelling. */
  readonly currency: string;
}

export interface SearchAdsClientOptions extends SearchAdsTransportOptions {
  /** Told about objects that do not have the form the service documents; they are left out. */
  readonly onUnreadable?: UnreadableListener;
}

/** Reads the ad service (Campaign Management API, version 5) in our words. All finds include deleted objects. */
export interface SearchAdsClient {
  /** Organizations that this API user may act for. */
  acls(signal?: AbortSignal): Promise<VisibleOrganization[]>;
  findCampaigns(scope: OrganizationScope, adamId: number, signal?: AbortSignal): Promise<CampaignSettings[]>;
  findAdGroups(scope: OrganizationScope, campaignId: number, signal?: AbortSignal): Promise<AdGroupSettings[]>;
  findKeywords(scope: OrganizationScope, campaignId: number, signal?: AbortSignal): Promise<KeywordSettings[]>;
  /** @param pageNames What `productPageNames` gave. */
  findAds(
    scope: OrganizationScope,
    campaignId: number,
    pageNames: ReadonlyMap<number, string>,
    signal?: AbortSignal,
  ): Promise<AdSettings[]>;
  /** Names of the app's custom product pages by the id of the creative that shows them. */
  productPageNames(scope: OrganizationScope, adamId: number, signal?: AbortSignal): Promise<Map<number, string>>;
  /** Figures by day and country, in the organization's time zone. Only what had activity. */
  report(question: ReportQuestion, signal?: AbortSignal): Promise<ReportFigures[]>;
  close(): Promise<void>;
}

/** Opens the ad service. Its errors are `SearchAdsError`s. */
export function createSearchAdsClient(options: SearchAdsClientOptions): SearchAdsClient {
  const transport = createSearchAdsTransport(options);
  const read = createItemReader(options.onUnreadable);
  const find = (finding: Finding) => findAll(transport, finding);
  return {
    acls: async (signal) => {
      const operation = 'GET /acls';
      const answer = await transport.call({ operation, method: 'GET', path: '/acls', ...(signal ? { signal } : {}) });
      return read(operation, aclWire, listOf(answer.data), organizationFromAcl);
    },
    findCampaigns: async ({ orgId, currency }, adamId, signal) => {
      const path = '/campaigns/find';
      const conditions = [{ field: 'adamId', operator: 'EQUALS', values: [String(adamId)] }];
      const found = await find({ path, orgId, conditions, signal });
      const campaigns = read(path, campaignWire, found, (wire) => campaignFromWire(wire, currency));
      return campaigns.filter((campaign) => campaign.adam_id === adamId);
    },
    findAdGroups: async ({ orgId }, campaignId, signal) => {
      const path = `/campaigns/${campaignId}/adgroups/find`;
      return read(path, adGroupWire, await find({ path, orgId, signal }), adGroupFromWire);
    },
    findKeywords: async ({ orgId }, campaignId, signal) => {
      const path = `/campaigns/${campaignId}/adgroups/targetingkeywords/find`;
      return read(path, keywordWire, await find({ path, orgId, signal }), keywordFromWire);
    },
    findAds: async ({ orgId }, campaignId, pageNames, signal) => {
      const path = `/campaigns/${campaignId}/ads/find`;
      return read(path, adWire, await find({ path, orgId, signal }), (wire) => adFromWire(wire, pageNames));
    },
    productPageNames: ({ orgId }, adamId, signal) => productPageNames(transport, read, { orgId, adamId, signal }),
    report: (question, signal) => fetchReport(transport, read, question, signal),
    close: () => transport.close(),
  };
}

interface Finding {
  readonly path: string;
  readonly orgId: number;
  readonly conditions?: readonly { field: string; operator: string; values: readonly string[] }[];
  readonly signal?: AbortSignal | undefined;
}

/** All objects of a find, deleted ones too: they still have figures, and installs that name them. */
function findAll(transport: SearchAdsTransport, finding: Finding): Promise<unknown[]> {
  const { path, orgId, signal } = finding;
  const deleted = { field: 'deleted', operator: 'IN', values: ['true', 'false'] };
  return allPages(path, largestPage, (offset) =>
    transport.call({
      operation: `POST ${path}`,
      method: 'POST',
      path,
      orgId,
      body: {
        conditions: [...(finding.conditions ?? []), deleted],
        orderBy: [{ field: 'id', sortOrder: 'ASCENDING' }],
        pagination: { offset, limit: largestPage },
      },
      ...(signal ? { signal } : {}),
    }),
  );
}
