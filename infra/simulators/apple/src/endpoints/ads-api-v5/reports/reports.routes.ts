import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dayAt } from '../../../base/calendar/calendar-days.ts';
import type { Faults } from '../../../control/faults.ts';
import type { Campaign } from '../../../market/world/structure.ts';
import { reportsRefused } from '../../advertising/ads-api-error.ts';
import { type AdsApi, adGroupOf, campaignOf, campaignsOf, organizationOf } from '../../advertising/ads-api-site.ts';
import type { ReportLevel } from '../../advertising/figures/figures-request.ts';
import { buildFiguresTable } from '../../advertising/figures/figures-table.ts';
import { createMetadataSource } from './report-metadata.ts';
import { readReportRequest } from './report-request.ts';
import { buildReportResponse } from './report-response.ts';

const parameters = z.object({ campaignId: z.string().default(''), adGroupId: z.string().default('') });

/** The report calls that advertisers' tools live by; all answer at once. */
export function registerReportRoutes(server: FastifyInstance, api: AdsApi, faults: Faults): void {
  const campaign = '/api/v5/reports/campaigns/:campaignId';
  const routes: readonly (readonly [string, ReportLevel])[] = [
    ['/api/v5/reports/campaigns', 'campaign'],
    [`${campaign}/adgroups`, 'adGroup'],
    [`${campaign}/keywords`, 'keyword'],
    [`${campaign}/adgroups/:adGroupId/keywords`, 'keyword'],
    [`${campaign}/searchterms`, 'searchTerm'],
    [`${campaign}/ads`, 'ad'],
    [`${campaign}/adgroups/:adGroupId/searchterms`, 'searchTerm'],
  ];
  for (const [path, level] of routes)
    server.post(path, (request, reply) => sendReport({ api, faults }, level, request, reply));
}

interface Site {
  readonly api: AdsApi;
  readonly faults: Faults;
}

async function sendReport({ api, faults }: Site, level: ReportLevel, request: FastifyRequest, reply: FastifyReply) {
  const organization = organizationOf(api, request);
  if (faults.refusedReports.includes(organization.orgId)) throw reportsRefused();
  const { campaignId, adGroupId } = parameters.parse(request.params);
  const whole = level === 'campaign' ? campaignsOf(api, organization) : [campaignOf(api, organization, campaignId)];
  const campaigns = adGroupId === '' ? whole : whole.map((campaign) => narrowed(campaign, adGroupId));
  const asOf = api.clock.revealed();
  const wanted = readReportRequest(request.body, level, faults.platform.v5DailyReach, (zone) =>
    dayAt(zone === 'UTC' ? 'UTC' : organization.timeZone, asOf),
  );
  const table = await buildFiguresTable(
    { activity: api.activity, written: api.world.written },
    whole,
    level,
    wanted,
    asOf,
  );
  const adGroups = campaigns.flatMap((campaign) => campaign.adGroups);
  const covered = new Set<number | null>(adGroups.map((adGroup) => adGroup.id));
  const rows = adGroupId === '' ? table.rows : table.rows.filter((row) => covered.has(row.adGroupId));
  const metadata = createMetadataSource(whole, level, {
    activity: api.activity,
    settings: api.settings.at(asOf),
    now: asOf,
  });
  const text = buildReportResponse({
    table: { ...table, rows },
    metadata,
    level,
    request: wanted,
    campaigns,
    adGroups,
  });
  return reply.type('application/json').send(text);
}

/** The campaign with the one ad group of the path. */
const narrowed = (campaign: Campaign, adGroupId: string): Campaign => ({
  ...campaign,
  adGroups: [adGroupOf(campaign, adGroupId)],
});
