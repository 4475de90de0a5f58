import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dayAt } from '../../../base/calendar/calendar-days.ts';
import { isEmpty } from '../../../market/activity/metrics.ts';
import { reportsRefused } from '../../advertising/ads-api-error.ts';
import { campaignsOf } from '../../advertising/ads-api-site.ts';
import type { ReportLevel } from '../../advertising/figures/figures-request.ts';
import { buildFiguresTable } from '../../advertising/figures/figures-table.ts';
import { bucketsOf } from '../../advertising/figures/time-buckets.ts';
import { type AdAccount, isAutomated } from '../accounts/ad-accounts.ts';
import { automatedRows } from '../accounts/automated-account.ts';
import { viewContext } from '../objects/collections.ts';
import { accountOf, type PlatformSite } from '../platform-site.ts';
import { createRowDescriptions } from './report-metadata.ts';
import { type PlatformReportRequest, readPlatformReport } from './report-request.ts';
import { idleRows, type PlatformRow, platformRows, reportText } from './report-rows.ts';

const LEVELS: Readonly<Record<string, ReportLevel>> = {
  campaigns: 'campaign',
  adgroups: 'adGroup',
  keywords: 'keyword',
  searchterms: 'searchTerm',
  ads: 'ad',
};

/** The reports about apps; all answer at once. */
export function registerReportRoutes(server: FastifyInstance, site: PlatformSite): void {
  for (const [path, level] of Object.entries(LEVELS))
    server.post(`/v1/reports/apps/${path}/query`, (request, reply) => sendReport(site, level, request, reply));
}

async function sendReport(site: PlatformSite, level: ReportLevel, request: FastifyRequest, reply: FastifyReply) {
  const { api, faults } = site;
  const account = accountOf(site, request);
  if (faults.refusedReports.includes(account.id)) throw reportsRefused();
  const asOf = api.clock.revealed();
  const wanted = readPlatformReport(request.body, level, faults.platform, (zone) =>
    dayAt(zone === 'UTC' ? 'UTC' : account.timeZone, asOf),
  );
  const rows = isAutomated(account)
    ? automatedRows(account, level, wanted, asOf)
    : await rowsOf(site, account, level, wanted);
  const { labels } = bucketsOf(wanted, wanted.timeZone === 'UTC' ? 'UTC' : account.timeZone);
  return reply.type('application/json').send(reportText(rows, labels, wanted, level, faults.platform));
}

async function rowsOf(
  site: PlatformSite,
  { organization }: AdAccount,
  level: ReportLevel,
  wanted: PlatformReportRequest,
): Promise<readonly PlatformRow[]> {
  if (organization === null) return [];
  const { api, faults } = site;
  const context = viewContext(site);
  const campaigns = campaignsOf(api, organization).filter(({ id }) => (wanted.campaignId ?? id) === id);
  const sources = { activity: api.activity, written: api.world.written };
  const table = await buildFiguresTable(sources, campaigns, level, wanted, context.now);
  const active = table.rows.filter((row) => !isEmpty(row.total));
  const listed = wanted.emptyMetrics ? [...active, ...idleRows(campaigns, level, active)] : active;
  const descriptions = createRowDescriptions(level, context);
  const { deletedRows, countryIn } = faults.platform;
  const visible = listed.filter((row) => deletedRows === 'yes' || descriptions.of(row).deleted !== true);
  return platformRows(visible, descriptions, { countryIn, granularity: wanted.granularity, level });
}
