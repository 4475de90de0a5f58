import {
  isWhole,
  provesAbsence,
  type Reading,
  type ReportFigures,
  reducibleRows,
  type SearchAdsClient,
} from '@tapwise/adapters';
import {
  type AdsReportRow,
  type AdsReportState,
  adsReportStream,
  type Day,
  daysOfRange,
  diffReportRows,
  type ReducibleRows,
  type ReportLevel,
  reportedCampaigns,
  reportedRows,
} from '@tapwise/domain';
import { runBounded } from '../../streams/run-bounded.ts';
import type { ListedCampaigns, OrganizationMemory } from './organization-memory.ts';
import { askOne, hasAllRows, type PullProblems } from './reading/ask-one.ts';

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

/** The answer about one level of one campaign. */
interface FiguresResponse {
  readonly items: readonly ReportFigures[];
  readonly isWhole: boolean;
  /** What it may reduce of what was recorded before. */
  readonly reducible: ReducibleRows;
}

/** What one pull brought. */
interface Pulled {
  readonly at: string;
  /** By level and campaign. */
  readonly responses: Map<string, FiguresResponse>;
  /** Campaigns below which nothing is recorded: not all of their rows came. */
  readonly leftAsIs: Set<number>;
  /** What is true of campaigns without an answer of their own; `undefined` when nothing is. */
  readonly others: FiguresResponse | undefined;
}

/**
 * Asks for the figures of all levels and records those that differ from what is known. The campaign report comes first: only
 * campaigns it shows any activity for are asked for more.
 * @returns those campaigns.
 */
export async function recordFigures(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  listed: ListedCampaigns,
  scope: FiguresScope,
  problems: PullProblems,
): Promise<readonly number[]> {
  const { orgId, currency, from, to, signal } = scope;
  const { pulled, active } = await askCampaigns(client, listed, scope, problems);
  await runBounded(active, campaignsAtOnce, async (campaignId) => {
    const ask = (level: ReportLevel) =>
      askOne(problems, client.report({ level, orgId, currency, campaignId, from, to }, signal));
    const [adGroups, keywords] = await Promise.all([ask('ad_group'), ask('keyword')]);
    // What an ad group has beyond its keywords is its Search Match: without all rows of both, neither says anything.
    if (hasAllRows(adGroups) && hasAllRows(keywords)) {
      pulled.responses.set(sourceOf('ad_group', campaignId), responseOf(adGroups, campaignId));
      pulled.responses.set(sourceOf('keyword', campaignId), responseOf(keywords, campaignId));
    } else pulled.leftAsIs.add(campaignId);
  });
  await recordDays(memory, scope, levels, pulled);
  return active;
}

/** Asks for the figures of whole campaigns alone and records those that differ from what is known. */
export async function recordCampaignFigures(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  listed: ListedCampaigns,
  scope: FiguresScope,
  problems: PullProblems,
): Promise<void> {
  const { pulled } = await askCampaigns(client, listed, scope, problems);
  await recordDays(memory, scope, ['campaign'], pulled);
}

const responseOf = (reading: Reading<ReportFigures>, campaignId: number): FiguresResponse => ({
  items: reading.items,
  isWhole: isWhole(reading),
  reducible: reducibleRows(reading, campaignId),
});

/** @returns `active`: campaigns with any activity. */
async function askCampaigns(
  client: SearchAdsClient,
  listed: ListedCampaigns,
  { orgId, currency, from, to, signal }: FiguresScope,
  problems: PullProblems,
): Promise<{ pulled: Pulled; active: number[] }> {
  const reading = await client.report({ level: 'campaign', orgId, currency, from, to }, signal);
  problems.push(...reading.problems);
  const figures = reading.items.filter((item) => listed.ids.has(item.campaign_id));
  const byCampaign = new Map<number, ReportFigures[]>();
  for (const figure of figures) {
    const existing = byCampaign.get(figure.campaign_id);
    if (existing) existing.push(figure);
    else byCampaign.set(figure.campaign_id, [figure]);
  }
  const isComplete = isWhole(reading) && listed.isWhole;
  const responses = new Map<string, FiguresResponse>();
  if (hasAllRows(reading)) {
    for (const [id, items] of byCampaign) {
      const reducible = isComplete && reducibleRows(reading, id);
      responses.set(sourceOf('campaign', id), { items, isWhole: isComplete, reducible });
    }
  }
  // A campaign that such an answer does not name had nothing, at no level.
  const others = isComplete && provesAbsence(reading) ? { items: [], isWhole: true, reducible: true } : undefined;
  const pulled: Pulled = { at: new Date().toISOString(), responses, leftAsIs: new Set(), others };
  return { pulled, active: [...byCampaign.keys()] };
}

async function recordDays(
  memory: OrganizationMemory,
  scope: FiguresScope,
  requestedLevels: readonly ReportLevel[],
  pulled: Pulled,
): Promise<void> {
  const days = daysOfRange(scope.from, scope.to).reverse();
  await runBounded(days, appendsAtOnce, (day) => recordDay(memory, scope, requestedLevels, { day, pulled }));
}

async function recordDay(
  memory: OrganizationMemory,
  { applicationId, orgId, currency }: FiguresScope,
  requestedLevels: readonly ReportLevel[],
  { day, pulled }: { day: Day; pulled: Pulled },
): Promise<void> {
  const stream = adsReportStream(applicationId, orgId, day);
  await memory.days.change(stream, `pulled ${pulled.at}`, (state) =>
    requestedLevels.flatMap((level) =>
      campaignsOf(state, pulled, level).flatMap((campaign_id) => {
        const response = pulled.responses.get(sourceOf(level, campaign_id)) ?? pulled.others;
        if (response === undefined || isRecorded(memory, state, { day, level, campaign_id }, response)) return [];
        const ids = { application_id: applicationId, org_id: orgId, campaign_id };
        const details = { ...ids, level, day, currency, pulled_at: pulled.at };
        return diffReportRows(state, details, rowsOf(response.items, day), response.reducible);
      }),
    ),
  );
  await noteRecorded(memory, stream, requestedLevels, { day, pulled });
}

/** Campaigns with an answer or with figures before, but for those of which not enough was read. */
function campaignsOf(state: AdsReportState, { responses, leftAsIs }: Pulled, level: ReportLevel): number[] {
  const now = [...responses.keys()].flatMap((source) => campaignOf(source, level));
  const all = new Set([...now, ...reportedCampaigns(state, level)]);
  return level === 'campaign' ? [...all] : [...all].filter((id) => !leftAsIs.has(id));
}

interface PageOfDay {
  readonly day: Day;
  readonly level: ReportLevel;
  readonly campaign_id: number;
}

/** Whether the log holds the answer: the answer is the very same, and so is what the log says of the page. */
function isRecorded(
  memory: OrganizationMemory,
  state: AdsReportState,
  page: PageOfDay,
  { items }: FiguresResponse,
): boolean {
  return memory.recorded.isRecorded(sourceOf(page.level, page.campaign_id), items, page.day, reportedRows(state, page));
}

async function noteRecorded(
  memory: OrganizationMemory,
  stream: string,
  requestedLevels: readonly ReportLevel[],
  { day, pulled }: { day: Day; pulled: Pulled },
): Promise<void> {
  const state = await memory.days.state(stream);
  for (const level of requestedLevels.filter((candidate) => candidate !== 'campaign')) {
    for (const [source, response] of pulled.responses) {
      for (const campaign_id of campaignOf(source, level)) {
        const page = { day, level, campaign_id };
        // What could not be read in full is compared again: an earlier value may be known by then.
        if (response.isWhole) memory.recorded.record(source, response.items, day, reportedRows(state, page));
      }
    }
  }
}

/** Rows of an answer by day; an answer lives as long as it is remembered. */
const rowsByDay = new WeakMap<readonly ReportFigures[], Map<Day, AdsReportRow[]>>();

function rowsOf(items: readonly ReportFigures[], day: Day): readonly AdsReportRow[] {
  let days = rowsByDay.get(items);
  if (days === undefined) {
    days = new Map();
    for (const { day: of, row } of items) {
      const rows = days.get(of);
      if (rows) rows.push(row);
      else days.set(of, [row]);
    }
    rowsByDay.set(items, days);
  }
  return days.get(day) ?? [];
}

function sourceOf(level: ReportLevel, campaignId: number): string {
  return `${level} ${campaignId}`;
}

function campaignOf(source: string, level: ReportLevel): number[] {
  const prefix = `${level} `;
  return source.startsWith(prefix) ? [Number(source.slice(prefix.length))] : [];
}
