import {
  type AdsReportRow,
  type AdsReportState,
  adsReportStream,
  type Day,
  daysOfRange,
  diffReportRows,
  type ReportLevel,
  reportedCampaigns,
} from '@tapwise/domain';
import type { ReportFigures, SearchAdsClient } from '@tapwise/infra';
import { runBounded } from '../streams/run-bounded.ts';
import type { OrganizationMemory } from './organization-memory.ts';

/** Whose figures are pulled, for which days (both included). */
export interface FiguresScope {
  readonly applicationId: number;
  readonly orgId: number;
  readonly currency: string;
  readonly from: Day;
  readonly to: Day;
  readonly signal: AbortSignal;
}

const levels: readonly ReportLevel[] = ['campaign', 'ad_group', 'keyword'];
const campaignsAtOnce = 4;
const appendsAtOnce = 4;

/** Rows by day, level and campaign. */
type Pulled = Map<string, AdsReportRow[]>;

/**
 * Asks for the figures of all levels and records those that differ from what is known. The campaign report comes first: only
 * campaigns it shows any activity for are asked for more.
 */
export async function recordFigures(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  campaignIds: ReadonlySet<number>,
  scope: FiguresScope,
): Promise<void> {
  const { orgId, from, to, signal } = scope;
  const pulledAt = new Date().toISOString();
  const pulled: Pulled = new Map();
  const byCampaign = await client.report({ level: 'campaign', orgId, from, to }, signal);
  const figures = byCampaign.filter((each) => campaignIds.has(each.campaign_id));
  collect(pulled, 'campaign', figures);
  const active = [...new Set(figures.map((each) => each.campaign_id))];
  await runBounded(active, campaignsAtOnce, async (campaignId) => {
    const questions = (['ad_group', 'keyword'] as const).map(async (level) =>
      collect(pulled, level, await client.report({ level, orgId, campaignId, from, to }, signal)),
    );
    await Promise.all(questions);
  });
  const days = daysOfRange(from, to).reverse();
  await runBounded(days, appendsAtOnce, (day) => recordDay(memory, scope, { day, pulledAt, pulled }));
}

async function recordDay(
  memory: OrganizationMemory,
  scope: FiguresScope,
  { day, pulledAt, pulled }: { day: Day; pulledAt: string; pulled: Pulled },
): Promise<void> {
  const { applicationId, orgId, currency } = scope;
  const stream = adsReportStream(applicationId, orgId, day);
  await memory.days.change(stream, `pulled ${pulledAt}`, (state) =>
    levels.flatMap((level) =>
      campaignsOf(state, pulled, day, level).flatMap((campaignId) => {
        const ids = { application_id: applicationId, org_id: orgId, campaign_id: campaignId };
        const about = { ...ids, level, day, currency, pulled_at: pulledAt };
        return diffReportRows(state, about, pulled.get(pageOf(day, level, campaignId)) ?? []);
      }),
    ),
  );
}

/** Campaigns with figures now or before: one that has none any more is compared with nothing, and so taken back. */
function campaignsOf(state: AdsReportState, pulled: Pulled, day: Day, level: ReportLevel): number[] {
  const prefix = `${day} ${level} `;
  const now = [...pulled.keys()]
    .filter((page) => page.startsWith(prefix))
    .map((page) => Number(page.slice(prefix.length)));
  return [...new Set([...now, ...reportedCampaigns(state, level)])];
}

function collect(pulled: Pulled, level: ReportLevel, figures: readonly ReportFigures[]): void {
  for (const { campaign_id, day, row } of figures) {
    const page = pageOf(day, level, campaign_id);
    const rows = pulled.get(page);
    if (rows) rows.push(row);
    else pulled.set(page, [row]);
  }
}

function pageOf(day: Day, level: ReportLevel, campaignId: number): string {
  return `${day} ${level} ${campaignId}`;
}
