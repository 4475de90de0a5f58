import { handleCommand } from '@tapwise/adapters';
import {
  adOrganizationStream,
  adsPullStream,
  adsReportStream,
  applicationStream,
  campaignStream,
  type DomainEvent,
  type DomainEventOf,
  installStream,
} from '@tapwise/domain';
import type { ApiService } from '../services/api-service.ts';
import { asTest } from './settings.ts';

const anything = { initialState: () => undefined, evolve: () => undefined };
let appended = 0;

/** Puts facts into the log as if outside services had reported them. @returns commit position of the last one. */
export async function happened(api: ApiService, stream: string, ...events: DomainEvent[]): Promise<bigint> {
  appended += 1;
  const { position } = await handleCommand(api.log, {
    stream,
    decider: anything,
    decide: () => events,
    cause: `test ${process.pid} ${appended}`,
    context: asTest,
  });
  return position;
}

/** Waits until the tables hold the event at the position. */
export const inTables = (api: Pick<ApiService, 'tablesReached'>, position: bigint): Promise<void> =>
  api.tablesReached(position);

/** An ad organization of one application with one campaign, one ad group and one keyword in it. */
export interface AdsObjects {
  orgId: number;
  campaignId: number;
  adGroupId: number;
  keywordId: number;
}

/** Links an organization in UTC, and in US dollars unless another currency is given; its first pull shows its objects. @returns commit position. */
export async function linkOrganization(
  api: ApiService,
  application: { id: number; adamId: number; accountId: number },
  { orgId, campaignId, adGroupId, keywordId }: AdsObjects,
  options: { pulled: boolean; currency?: string } = { pulled: true },
): Promise<bigint> {
  const at = api.deps.now().toISOString();
  const name = `Organization ${orgId}`;
  const claimed = { org_id: orgId, team_id: application.accountId, claimed_at: at };
  await happened(api, adOrganizationStream(orgId), { type: 'AdOrganizationClaimed', data: claimed });
  const linked = {
    org_id: orgId,
    name,
    account_name: name,
    currency: options.currency ?? 'USD',
    time_zone: 'UTC',
    payment_model: null,
    linked_at: at,
  };
  const linkedAt = await happened(api, applicationStream(application.id), {
    type: 'AdOrganizationLinked',
    data: { application_id: application.id, ...linked },
  });
  await api.deps.directory.reached(linkedAt);
  const scope = { org_id: orgId, campaign_id: campaignId, observed_at: at };
  if (!options.pulled) return linkedAt;
  await happened(
    api,
    campaignStream(campaignId),
    { type: 'CampaignObserved', data: { ...scope, campaign: campaignSettings(campaignId, application.adamId) } },
    { type: 'AdGroupsObserved', data: { ...scope, ad_groups: [adGroupSettings(adGroupId)] } },
    { type: 'KeywordsObserved', data: { ...scope, keywords: [keywordSettings(keywordId, adGroupId)] } },
  );
  const day = at.slice(0, 10);
  const pulled = { application_id: application.id, org_id: orgId, pulled_at: at, from_day: day, to_day: day };
  return happened(api, adsPullStream(application.id, orgId), { type: 'AdsPullCompleted', data: pulled });
}

/** One day's figures of an organization's objects, the same at all three levels. @returns commit position. */
export async function pulledFigures(
  api: ApiService,
  applicationId: number,
  objects: AdsObjects,
  figures: { day: string; impressions: number; taps: number; installs: number; spendMicros: number },
): Promise<bigint> {
  const { orgId, campaignId, adGroupId, keywordId } = objects;
  const { day, impressions, taps, installs, spendMicros } = figures;
  const counts = { impressions, taps, tap_installs: installs, view_installs: 0, spend_micros: spendMicros };
  const levels = [
    { level: 'campaign', ad_group_id: 0, keyword_id: 0 },
    { level: 'ad_group', ad_group_id: adGroupId, keyword_id: 0 },
    { level: 'keyword', ad_group_id: adGroupId, keyword_id: keywordId },
  ] as const;
  const events = levels.map(({ level, ...ids }): DomainEventOf<'AdsReportRowsRecorded'> => {
    const pull = { application_id: applicationId, org_id: orgId, campaign_id: campaignId, level, day };
    const rows = [{ ...ids, country: 'US', ...counts }];
    return {
      type: 'AdsReportRowsRecorded',
      data: { ...pull, currency: 'USD', pulled_at: api.deps.now().toISOString(), rows },
    };
  });
  return happened(api, adsReportStream(applicationId, orgId, day), ...events);
}

/** An install after a tap on the keyword's ad. @returns commit position. */
export async function installed(
  api: ApiService,
  applicationId: number,
  installId: string,
  { orgId, campaignId, adGroupId, keywordId }: AdsObjects,
): Promise<bigint> {
  const at = api.deps.now().toISOString();
  const identity = { application_id: applicationId, install_id: installId };
  const unknown = { sdk_version: null, app_version: null, os_version: null, device_class: null, locale: null };
  const names = {
    campaign_name: null,
    ad_group_name: null,
    keyword_name: null,
    ad_id: null,
    custom_product_page: null,
  };
  const ids = { org_id: orgId, campaign_id: campaignId, ad_group_id: adGroupId, keyword_id: keywordId };
  return happened(
    api,
    installStream(applicationId, installId),
    {
      type: 'InstallReported',
      data: { ...identity, first_launch_at: at, received_at: at, attribution_token: null, ...unknown },
    },
    {
      type: 'InstallAttributed',
      data: {
        ...identity,
        attribution: { ...ids, ...names, country: 'US', claim_type: 'click' },
        conversion_type: null,
        decided_at: at,
        answered: true,
      },
    },
  );
}

export const campaignSettings = (campaign_id: number, adam_id: number) => ({
  campaign_id,
  adam_id,
  name: `Campaign ${campaign_id}`,
  status: 'ENABLED' as const,
  display_status: 'RUNNING',
  deleted: false,
  countries: ['US'],
  supply_sources: ['APPSTORE_SEARCH_RESULTS'],
  currency: 'USD',
  budget_micros: null,
  daily_budget_micros: 50_000_000,
  modified_at: null,
});
export const adGroupSettings = (ad_group_id: number) => ({
  ad_group_id,
  name: `Ad group ${ad_group_id}`,
  status: 'ENABLED' as const,
  display_status: 'RUNNING',
  deleted: false,
  default_bid_micros: 1_000_000,
  cpa_goal_micros: null,
  search_match: false,
  modified_at: null,
});
const keywordSettings = (keyword_id: number, ad_group_id: number) => ({
  keyword_id,
  ad_group_id,
  text: `keyword ${keyword_id}`,
  match_type: 'EXACT',
  status: 'ACTIVE' as const,
  deleted: false,
  bid_micros: 1_200_000,
  modified_at: null,
});
