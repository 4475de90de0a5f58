import {
  type AdGroupCpp,
  adGroupsCppsQuerySchema,
  adGroupsCppsResponseSchema,
  adGroupsNamesQuerySchema,
  adGroupsNamesResponseSchema,
  cppReportsQuerySchema,
  cppReportsResponseSchema,
  productPagePaths,
} from '@tapwise/contract';
import {
  addDays,
  type CampaignState,
  type CreativesState,
  comparePages,
  DomainError,
  describeAdsGaps,
  displayedPage,
  isPageAd,
  type PageVariant,
  unitsFromMicros,
} from '@tapwise/domain';
import { pageFigures, tablesPosition } from '@tapwise/projections/queries';
import type { FastifyRequest } from 'fastify';
import type { ApiServer } from '../../http/api-server.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { badRange, readRange } from '../../reports/report-parameters.ts';
import { todayOf } from '../../reports/report-scope.ts';
import { type ChangeTarget, changeTarget } from '../change-target.ts';
import { ownCampaign, ownCampaigns } from '../own-campaign.ts';
import { ownCreatives } from '../own-creatives.ts';
import type { SettingsContext } from '../settings-context.ts';

type Query = Readonly<Record<string, string | undefined>>;
const mostCampaigns = 1000;
const act = { config: { right: 'act' } } as const;

/** Which product pages ad groups show, and how they do. */
export function productPageRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  app.get(
    productPagePaths.adGroupsCpps,
    { ...act, schema: { querystring: adGroupsCppsQuerySchema, response: { 200: adGroupsCppsResponseSchema } } },
    async (request) => {
      const target = targetOf(settingsContext, request, request.query);
      const campaigns = await ownCampaigns(settingsContext, target, readCampaigns(request.query.selected_campaigns));
      const creatives = await ownCreatives(settingsContext, target);
      const ad_groups = [...campaigns.values()].flatMap(({ state }) => adGroupsOf(state, creatives));
      return { status: 'ok' as const, ad_groups };
    },
  );
  app.get(
    productPagePaths.adGroupsNames,
    { ...act, schema: { querystring: adGroupsNamesQuerySchema, response: { 200: adGroupsNamesResponseSchema } } },
    async (request) => {
      const target = targetOf(settingsContext, request, request.query);
      const { state } = await ownCampaign(settingsContext, target, readId(request.query, 'campaign_id'));
      const ad_groups = remainingAdGroups(state).map(({ ad_group_id: id, name }) => ({ id, name }));
      return { status: 'ok' as const, ad_groups };
    },
  );
  app.get(
    productPagePaths.cppReports,
    { ...act, schema: { querystring: cppReportsQuerySchema, response: { 200: cppReportsResponseSchema } } },
    async (request, reply) => {
      const { query } = request;
      const target = targetOf(settingsContext, request, query);
      const { state } = await ownCampaign(settingsContext, target, readId(query, 'campaign_id'));
      const creativeId = readCreative(query.creative_id);
      const range = readDays(query, todayOf(settingsContext.deps, target.organization.time_zone));
      await requireCreative(settingsContext, target, state, creativeId);
      holdsUpTo(reply, (await tablesPosition(settingsContext.deps.tables))?.position ?? 0n);
      const report = await reportRows(settingsContext, target, state, { creativeId, ...range });
      return { status: 'ok' as const, ...report };
    },
  );
}

function targetOf(settingsContext: SettingsContext, request: FastifyRequest, query: Query): ChangeTarget {
  const application_id = readId(query, 'application_id');
  const asa_organization_id = readId(query, 'asa_organization_id');
  return changeTarget(settingsContext.deps, sessionOf(request), { application_id, asa_organization_id });
}

function remainingAdGroups({ campaign, ad_groups }: CampaignState) {
  if (campaign === null || campaign.deleted) return [];
  const adGroups = [...ad_groups.values()].filter(({ deleted }) => !deleted);
  return adGroups.sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));
}

function adGroupsOf(state: CampaignState, { creatives }: CreativesState): AdGroupCpp[] {
  return remainingAdGroups(state).map(({ ad_group_id, name }) => {
    const ad = displayedPage(state.ads.values(), ad_group_id);
    const creativeId = ad?.creative_id ?? 0;
    return {
      id: ad_group_id,
      name,
      campaignId: state.campaign?.campaign_id ?? 0,
      campaignName: state.campaign?.name ?? '',
      creativeId,
      creativeName: ad === undefined ? 'Default' : (creatives.get(creativeId)?.name ?? ad.product_page_name ?? ad.name),
      adId: ad?.ad_id ?? null,
    };
  });
}

/** A creative of the application, or one that ads of the campaign have shown. @throws DomainError `not_found`. */
async function requireCreative(
  settingsContext: SettingsContext,
  target: ChangeTarget,
  { ads }: CampaignState,
  creativeId: number,
): Promise<void> {
  if ([...ads.values()].some(({ creative_id }) => creative_id === creativeId)) return;
  if ((await ownCreatives(settingsContext, target)).creatives.has(creativeId)) return;
  throw new DomainError('not_found', { message: 'Product page not found' });
}

interface ReportQuestion {
  readonly creativeId: number;
  readonly from: string;
  readonly to: string;
}

async function reportRows(
  settingsContext: SettingsContext,
  target: ChangeTarget,
  state: CampaignState,
  { creativeId, from, to }: ReportQuestion,
) {
  const { application, organization } = target;
  const campaignId = state.campaign?.campaign_id ?? 0;
  const ofOrganization = { orgId: organization.org_id, orgCurrency: organization.currency };
  const scope = { applicationId: application.application_id, ...ofOrganization, campaignId, from, to };
  const figures = await pageFigures(settingsContext.deps.tables, scope);
  // Ads that are deleted now have shown their pages before.
  const pages = [...state.ads.values()].filter((ad) => isPageAd({ ...ad, deleted: false }));
  const listedIds = (await ownCreatives(settingsContext, target)).creatives.keys();
  const creativeIds = new Set([...listedIds, ...pages.flatMap(({ creative_id }) => creative_id ?? [])]);
  const rows = comparePages(creativeId, figures, creativeIds).map(({ adGroupId, byDefault, byPage }) => ({
    name: state.ad_groups.get(adGroupId)?.name ?? `Ad group ${adGroupId}`,
    ad_group_id: adGroupId,
    default_impressions: byDefault.impressions,
    cpp_impressions: byPage.impressions,
    default_cpt: cptOf(byDefault),
    cpp_cpt: cptOf(byPage),
    default_ttr: byDefault.ttr,
    cpp_ttr: byPage.ttr,
    default_cr: byDefault.cr,
    cpp_cr: byPage.cr,
    default_ir: byDefault.ir,
    cpp_ir: byPage.ir,
  }));
  rows.sort(
    (left, right) =>
      (right.cpp_impressions ?? -1) - (left.cpp_impressions ?? -1) || left.ad_group_id - right.ad_group_id,
  );
  const warnings = describeAdsGaps(figures.gaps);
  return { rows, ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }) };
}

const cptOf = ({ cptMicros }: PageVariant): number | null => (cptMicros === null ? null : unitsFromMicros(cptMicros));

/** @throws DomainError `invalid_request` for the default page, and for what is no id. */
function readCreative(text: string | undefined): number {
  const refused = { message: 'Choose a custom product page', details: { field: 'creative_id' } };
  if (text === undefined || text === '' || /^0+$/.test(text)) throw new DomainError('invalid_request', refused);
  return readId({ creative_id: text }, 'creative_id');
}

function readDays({ from, to }: Query, today: string): { from: string; to: string } {
  if (!from || !to) throw badRange('Date range is required', from ? 'to' : 'from');
  const range = readRange(from, to);
  // A caller in another zone may be a day ahead.
  if (range.to > addDays(today, 1)) throw badRange('to lies in the future.', 'to');
  return range;
}

function readCampaigns(text: string | undefined): number[] {
  if (text === undefined || text === '')
    throw new DomainError('invalid_request', {
      message: 'Campaign is required',
      details: { field: 'selected_campaigns' },
    });
  const ids = [
    ...new Set(text.split(',').map((id) => readId({ selected_campaigns: id.trim() }, 'selected_campaigns'))),
  ];
  if (ids.length > mostCampaigns) throw new DomainError('too_many_rows');
  return ids;
}
