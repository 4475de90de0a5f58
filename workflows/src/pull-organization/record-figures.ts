import type { ReportFigures, SearchAdsClient } from '@tapwise/adapters';
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

/** What one pull brought. */
interface Pulled {
  readonly at: string;
  /** Rows by day, level and campaign, of answers that differ from those recorded before. */
  readonly rows: Map<string, AdsReportRow[]>;
  /** Levels and campaigns whose answer is the one recorded before. */
  readonly unchanged: Set<string>;
  readonly answers: Map<string, readonly ReportFigures[]>;
}

/**
 * Asks for the figures of all levels and records those that differ from what is known. The campaign report comes first: only
 * campaigns it shows any activity for are asked for more.
 * @returns those campaigns.
 */
export async function recordFigures(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  campaignIds: ReadonlySet<number>,
  scope: FiguresScope,
): Promise<readonly number[]> {
  const { orgId, from, to, signal } = scope;
  const pulled = nothingPulled();
  const active = await askCampaigns(client, pulled, campaignIds, scope);
  await runBounded(active, campaignsAtOnce, async (campaignId) => {
    const questions = (['ad_group', 'keyword'] as const).map(async (level) => {
      const answer = await client.report({ level, orgId, campaignId, from, to }, signal);
      const source = sourceOf(level, campaignId);
      pulled.answers.set(source, answer);
      if (memory.recorded.get(source) === answer) pulled.unchanged.add(source);
      else collect(pulled, level, answer);
    });
    await Promise.all(questions);
  });
  await recordDays(memory, scope, levels, pulled);
  for (const [source, answer] of pulled.answers) memory.recorded.set(source, answer);
  return active;
}

/** Asks for the figures of whole campaigns alone and records those that differ from what is known. */
export async function recordCampaignFigures(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  campaignIds: ReadonlySet<number>,
  scope: FiguresScope,
): Promise<void> {
  const pulled = nothingPulled();
  await askCampaigns(client, pulled, campaignIds, scope);
  await recordDays(memory, scope, ['campaign'], pulled);
}

const nothingPulled = (): Pulled => ({
  at: new Date().toISOString(),
  rows: new Map(),
  unchanged: new Set(),
  answers: new Map(),
});

/** @returns campaigns with any activity. */
async function askCampaigns(
  client: SearchAdsClient,
  pulled: Pulled,
  campaignIds: ReadonlySet<number>,
  { orgId, from, to, signal }: FiguresScope,
): Promise<number[]> {
  const byCampaign = await client.report({ level: 'campaign', orgId, from, to }, signal);
  const figures = byCampaign.filter((each) => campaignIds.has(each.campaign_id));
  // The campaigns of an application may change although the answer for the organization is the same.
  collect(pulled, 'campaign', figures);
  return [...new Set(figures.map((each) => each.campaign_id))];
}

async function recordDays(
  memory: OrganizationMemory,
  scope: FiguresScope,
  asked: readonly ReportLevel[],
  pulled: Pulled,
): Promise<void> {
  const days = daysOfRange(scope.from, scope.to).reverse();
  await runBounded(days, appendsAtOnce, (day) => recordDay(memory, scope, asked, { day, pulled }));
}

async function recordDay(
  memory: OrganizationMemory,
  { applicationId, orgId, currency }: FiguresScope,
  asked: readonly ReportLevel[],
  { day, pulled }: { day: Day; pulled: Pulled },
): Promise<void> {
  const stream = adsReportStream(applicationId, orgId, day);
  await memory.days.change(stream, `pulled ${pulled.at}`, (state) =>
    asked.flatMap((level) =>
      campaignsOf(state, pulled, day, level).flatMap((campaignId) => {
        const ids = { application_id: applicationId, org_id: orgId, campaign_id: campaignId };
        const about = { ...ids, level, day, currency, pulled_at: pulled.at };
        return diffReportRows(state, about, pulled.rows.get(pageOf(day, level, campaignId)) ?? []);
      }),
    ),
  );
}

/** Campaigns with figures now or before: one that has none any more is compared with nothing, and so taken back. */
function campaignsOf(state: AdsReportState, pulled: Pulled, day: Day, level: ReportLevel): number[] {
  const prefix = `${day} ${level} `;
  const now = [...pulled.rows.keys()]
    .filter((page) => page.startsWith(prefix))
    .map((page) => Number(page.slice(prefix.length)));
  const before = reportedCampaigns(state, level).filter((id) => !pulled.unchanged.has(sourceOf(level, id)));
  return [...new Set([...now, ...before])];
}

function collect(pulled: Pulled, level: ReportLevel, figures: readonly ReportFigures[]): void {
  for (const { campaign_id, day, row } of figures) {
    const page = pageOf(day, level, campaign_id);
    const rows = pulled.rows.get(page);
    if (rows) rows.push(row);
    else pulled.rows.set(page, [row]);
  }
}

function sourceOf(level: ReportLevel, campaignId: number): string {
  return `${level} ${campaignId}`;
}

function pageOf(day: Day, level: ReportLevel, campaignId: number): string {
  return `${day} ${level} ${campaignId}`;
}
