import { createSearchAdsClient, type SearchAdsClient } from '@tapwise/adapters';
import { campaignStream } from '@tapwise/domain';
import { type AdsObjects, happened, linkOrganization } from '../facts/ads-world.ts';
import { type ApiService, type ApiServiceOptions, startApi } from '../services/api-service.ts';
import { type StandInAdsService, startStandInAdsService } from '../stand-ins/stand-in-ads-service.ts';
import { type ChangeWorker, startChangeWorker } from './change-worker.ts';

/** A keyword; several may share an ad group. Amounts in micros; `bid: null` follows the ad group. */
export interface WorldKeyword {
  readonly adGroupId: number;
  readonly keywordId: number;
  readonly bid: number | null;
  readonly defaultBid?: number;
  readonly status?: 'ACTIVE' | 'PAUSED';
}

/** A team with an application whose campaigns are at a stand-in for the ad service, and the worker that changes them. */
export interface SettingsChangeWorld {
  readonly api: ApiService;
  readonly service: StandInAdsService;
  readonly searchAds: SearchAdsClient;
  readonly worker: ChangeWorker;
  readonly owner: { readonly token: string; readonly accountId: number };
  readonly applicationId: number;
  readonly orgId: number;
  /** A campaign that the log and the service both know. @param dailyBudget in micros. */
  campaign(id: number, keywords: readonly WorldKeyword[], dailyBudget?: number, adamId?: number): Promise<void>;
  /** A further organization of the application, with campaigns of one keyword each. */
  organization(orgId: number, campaigns: readonly { id: number; keyword: WorldKeyword }[]): Promise<void>;
  call(
    method: 'PUT' | 'DELETE' | 'POST',
    path: string,
    body: object,
    headers?: Record<string, string>,
  ): ReturnType<ApiService['call']>;
  /** Calls that changed something, as `METHOD path`. */
  writes(): string[];
  stop(): Promise<void>;
}

const adamId = 1500000001;
const money = (micros: number | null) =>
  micros === null ? null : { amount: String(micros / 1_000_000), currency: 'USD' };

/** @param options.watching Sees the client before the worker uses it. */
export async function startSettingsChangeWorld(
  options: Pick<ApiServiceOptions, 'tables' | 'past' | 'settings' | 'vault'> & {
    watching?: (client: SearchAdsClient) => SearchAdsClient;
  } = {},
): Promise<SettingsChangeWorld> {
  const service = await startStandInAdsService();
  const client = createSearchAdsClient({ ...service, firstRetryMs: 1 });
  const searchAds = options.watching?.(client) ?? client;
  const api = await startApi(options);
  const worker = startChangeWorker(api.log, searchAds);
  const owner = await api.signUp();
  const made = await api.call('POST', '/api/application', {
    token: owner.token,
    body: { name: 'Moonvale', url: `https://apps.apple.com/app/id${adamId}` },
  });
  const applicationId = Number(made.body.application_id);
  const orgId = 4601;
  const first: AdsObjects = { orgId, campaignId: 5601, adGroupId: 6601, keywordId: 7601 };
  await linkOrganization(api, { id: applicationId, adamId, accountId: owner.accountId }, first);
  const base = { application_id: applicationId, asa_organization_id: orgId };
  return {
    api,
    service,
    searchAds,
    worker,
    owner,
    applicationId,
    orgId,
    campaign: (id, keywords, dailyBudget = 50_000_000, ofApp = adamId) =>
      atBoth(api, service, orgId, { id, keywords, dailyBudget, adamId: ofApp }),
    organization: async (id, campaigns) => {
      const objects = { orgId: id, campaignId: id * 10, adGroupId: id * 10 + 1, keywordId: id * 10 + 2 };
      await linkOrganization(api, { id: applicationId, adamId, accountId: owner.accountId }, objects);
      for (const { id: campaignId, keyword } of campaigns) {
        await atBoth(api, service, id, { id: campaignId, keywords: [keyword], dailyBudget: 50_000_000, adamId });
      }
    },
    call: (method, path, body, headers = {}) => {
      const sent = method === 'POST' ? { application_id: applicationId, ...body } : { ...base, ...body };
      return api.call(method, `/api/asa/${path}`, { token: owner.token, body: sent, headers });
    },
    writes: () =>
      service.calls.filter(({ method }) => method !== 'POST').map(({ method, path }) => `${method} ${path}`),
    stop: async () => {
      await worker.stop();
      await Promise.all([api.stop(), searchAds.close()]);
      await service.stop();
    },
  };
}

interface WorldCampaign {
  readonly id: number;
  readonly keywords: readonly WorldKeyword[];
  readonly dailyBudget: number;
  readonly adamId: number;
}

/** A campaign that the log and the service both know. */
async function atBoth(
  api: ApiService,
  { world }: StandInAdsService,
  orgId: number,
  campaign: WorldCampaign,
): Promise<void> {
  const { id, keywords, dailyBudget, adamId: ofApp } = campaign;
  world.campaigns.push({
    id,
    adamId: ofApp,
    name: `Campaign ${id}`,
    status: 'ENABLED',
    displayStatus: 'RUNNING',
    countriesOrRegions: ['US'],
    dailyBudgetAmount: money(dailyBudget),
  });
  world.adGroups.set(
    id,
    adGroupsOf(keywords).map(({ adGroupId, defaultBid = 1_000_000 }) => ({
      id: adGroupId,
      campaignId: id,
      name: `Group ${adGroupId}`,
      status: 'ENABLED',
      defaultBidAmount: money(defaultBid),
      automatedKeywordsOptIn: false,
    })),
  );
  world.keywords.set(
    id,
    keywords.map(({ adGroupId, keywordId, bid, status = 'ACTIVE' }) => ({
      id: keywordId,
      campaignId: id,
      adGroupId,
      text: `word ${keywordId}`,
      matchType: 'EXACT',
      status,
      bidAmount: money(bid),
    })),
  );
  await observed(api, orgId, campaign);
}

/** Each ad group once. */
const adGroupsOf = (keywords: readonly WorldKeyword[]): WorldKeyword[] => [
  ...new Map(keywords.map((keyword) => [keyword.adGroupId, keyword])).values(),
];

async function observed(api: ApiService, org_id: number, campaign: WorldCampaign): Promise<void> {
  const { id, keywords, dailyBudget } = campaign;
  const scope = { org_id, campaign_id: id, observed_at: api.deps.now().toISOString() };
  await happened(
    api,
    campaignStream(id),
    {
      type: 'CampaignObserved',
      data: {
        ...scope,
        campaign: {
          campaign_id: id,
          adam_id: campaign.adamId,
          name: `Campaign ${id}`,
          status: 'ENABLED',
          display_status: 'RUNNING',
          deleted: false,
          countries: ['US'],
          currency: 'USD',
          supply_sources: ['APPSTORE_SEARCH_RESULTS'],
          budget_micros: null,
          daily_budget_micros: dailyBudget,
          modified_at: null,
        },
      },
    },
    {
      type: 'AdGroupsObserved',
      data: {
        ...scope,
        ad_groups: adGroupsOf(keywords).map(({ adGroupId, defaultBid = 1_000_000 }) => ({
          ad_group_id: adGroupId,
          name: `Group ${adGroupId}`,
          status: 'ENABLED' as const,
          deleted: false,
          display_status: 'RUNNING',
          default_bid_micros: defaultBid,
          cpa_goal_micros: null,
          search_match: false,
          modified_at: null,
        })),
      },
    },
    ...chunksOf(keywords, keywordsPerEvent).map((chunk) => ({
      type: 'KeywordsObserved' as const,
      data: {
        ...scope,
        keywords: chunk.map(({ adGroupId, keywordId, bid, status = 'ACTIVE' as const }) => ({
          keyword_id: keywordId,
          ad_group_id: adGroupId,
          text: `word ${keywordId}`,
          match_type: 'EXACT' as const,
          status,
          deleted: false,
          bid_micros: bid,
          modified_at: null,
        })),
      },
    })),
  );
}

const keywordsPerEvent = 500;

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  const count = Math.max(1, Math.ceil(all.length / size));
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
}
