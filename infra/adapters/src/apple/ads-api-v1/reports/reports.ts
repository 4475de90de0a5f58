import { type Day, dayInZone, type ReportLevel } from '@tapwise/domain';
import { SearchAdsError } from '../../ad-service/errors.ts';
import type { ItemNotes } from '../../ad-service/lists/item-reader.ts';
import { joinReadings, mapReading, type Reading } from '../../ad-service/lists/reading.ts';
import type { AdFigures, ReportFigures, SearchTermFigures, SearchTermTotal } from '../../ad-service/reports/figures.ts';
import type { CampaignRangeQuestion, ReportQuestion } from '../../ad-service/reports/questions.ts';
import { deletedToo, equals, type Filter, type QueryReader } from '../lists/queries.ts';
import { deletedWire } from '../schemas.ts';
import { type ReportRequest, reportCalls, reportForm } from './report-call.ts';
import { type DayRange, dailyRange, totalRange } from './report-range.ts';
import { adFiguresFromRow, figuresFromRow, type RowContext, termsFromRow, termTotalFromRow } from './report-rows.ts';
import type { ReportRowWire } from './report-schemas.ts';

/** Which filters the campaign report takes: sources disagree, and the service says so with 400. */
type CampaignFilter = 'none' | 'campaignId' | 'id';
const weaker: Readonly<Record<CampaignFilter, CampaignFilter | undefined>> = {
  none: 'campaignId',
  campaignId: 'id',
  id: undefined,
};

/** Reads reports, and remembers what the service took. */
export interface ReportReader {
  readonly lists: QueryReader;
  /** Milliseconds. */
  readonly now: () => number;
  campaignFilter: CampaignFilter;
}

export const createReportReader = (lists: QueryReader, now: () => number): ReportReader => ({
  lists,
  now,
  campaignFilter: 'none',
});

export const todayOf = ({ now }: Pick<ReportReader, 'now'>): Day => dayInZone(now(), 'UTC');

const reports: Readonly<Record<ReportLevel, ReportRequest['report']>> = {
  campaign: 'campaigns',
  ad_group: 'adgroups',
  keyword: 'keywords',
};

/** Nothing that could be read: the days are older than those that the service gives. */
const nothing = { items: [], problems: [], unread: new Map(), named: new Map() };

/** What a report is asked for, beside its range and the rows that it is cut down to. */
type ReportWithoutRange = Omit<ReportRequest, 'from' | 'to' | 'filters'>;

/** Asks for a report by day and country. @returns one entry per object, country and day with activity, in no particular order. */
export function fetchReport(
  reader: ReportReader,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<Reading<ReportFigures>> {
  const { level, orgId, currency, campaignId = null, from, to } = question;
  if (level !== 'campaign' && campaignId === null)
    throw new RangeError('A report below campaign level is asked of one campaign');
  const range = dailyRange({ from, to }, todayOf(reader));
  if (range === undefined) return Promise.resolve(nothing);
  const request: ReportWithoutRange = { report: reports[level], orgId, granularity: 'DAILY', byCountry: true, signal };
  const translate = (row: ReportRowWire, notes: ItemNotes) =>
    figuresFromRow(row, level, { currency, notes, campaignId, range: { from, to } });
  const read = (filters: readonly Filter[]) => rowsOf(reader, { ...request, ...range, filters }, translate, question);
  return level === 'campaign' ? overCampaigns(reader, { orgId, signal }, read) : read(ofCampaign(campaignId));
}

const ofCampaign = (campaignId: number | null): Filter[] =>
  campaignId === null ? [] : [equals('campaignId', String(campaignId))];

/** Asks over all campaigns: at once or, where the service does not take that, one after the other. */
export async function overCampaigns<Item>(
  reader: ReportReader,
  { orgId, signal }: { readonly orgId: number; readonly signal: AbortSignal | undefined },
  read: (filters: readonly Filter[]) => Promise<Reading<Item>>,
): Promise<Reading<Item>> {
  for (;;) {
    const filter = reader.campaignFilter;
    try {
      if (filter === 'none') return await read([]);
      const query = { path: '/campaigns/query', orgId, filters: [deletedToo], signal };
      const campaigns = await reader.lists.query(query, { schema: deletedWire, translate: ({ id }) => id });
      const readings: Reading<Item>[] = [];
      for (const id of campaigns.items) readings.push(await read([equals(filter, String(id))]));
      return joinReadings([mapReading(campaigns, () => []), ...readings]);
    } catch (error) {
      const next = weaker[filter];
      if (!(error instanceof SearchAdsError) || error.status !== 400 || next === undefined) throw error;
      if (reader.campaignFilter === filter) reader.campaignFilter = next;
    }
  }
}

/** Asks which search terms the ads of a campaign were shown for, by day and country. */
export function fetchSearchTerms(
  reader: ReportReader,
  question: CampaignRangeQuestion,
  signal?: AbortSignal,
): Promise<Reading<SearchTermFigures>> {
  const range = dailyRange(question, todayOf(reader));
  return ofOneCampaign(reader, { report: 'searchterms', byDay: true, range, signal }, question, termsFromRow);
}

/** Asks which search terms the ads of a campaign were shown for, one sum over the range for each. */
export function fetchSearchTermTotals(
  reader: ReportReader,
  question: CampaignRangeQuestion,
  signal?: AbortSignal,
): Promise<Reading<SearchTermTotal>> {
  const range = totalRange(question, todayOf(reader));
  return ofOneCampaign(reader, { report: 'searchterms', byDay: false, range, signal }, question, termTotalFromRow);
}

/** Asks for the ads of a campaign by day and country. */
export function fetchAdFigures(
  reader: ReportReader,
  question: CampaignRangeQuestion,
  signal?: AbortSignal,
): Promise<Reading<AdFigures>> {
  const range = dailyRange(question, todayOf(reader));
  return ofOneCampaign(reader, { report: 'ads', byDay: true, range, signal }, question, adFiguresFromRow);
}

interface OneCampaign {
  readonly report: ReportRequest['report'];
  readonly byDay: boolean;
  /** What is asked for; `undefined`: all of it is too old. */
  readonly range: DayRange | undefined;
  readonly signal: AbortSignal | undefined;
}

function ofOneCampaign<Item>(
  reader: ReportReader,
  { report, byDay, range, signal }: OneCampaign,
  question: CampaignRangeQuestion,
  translate: (row: ReportRowWire, context: RowContext) => Item | readonly Item[],
): Promise<Reading<Item>> {
  if (range === undefined) return Promise.resolve(nothing);
  const { orgId, campaignId, currency, from, to } = question;
  const granularity = byDay ? ('DAILY' as const) : null;
  const request = { report, orgId, granularity, byCountry: byDay, signal, ...range, filters: ofCampaign(campaignId) };
  return rowsOf(
    reader,
    request,
    (row, notes) => translate(row, { currency, notes, campaignId, range: { from, to } }),
    question,
  );
}

/** @param question What the translation depends on. */
export function rowsOf<Item>(
  { lists }: ReportReader,
  request: ReportRequest,
  translate: (row: ReportRowWire, notes: ItemNotes) => Item | readonly Item[],
  { currency, from, to }: DayRange & { readonly currency: string },
): Promise<Reading<Item>> {
  const { callAt, limit } = reportCalls(request);
  return lists.list(callAt, limit, { ...reportForm, translate, dependsOn: `${currency} ${from} ${to}` });
}
