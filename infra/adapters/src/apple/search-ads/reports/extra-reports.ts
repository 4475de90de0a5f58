import { type AdsMonthRow, type Day, daysBetween, firstOfMonth, type SearchTermRow } from '@tapwise/domain';
import type { ListReader } from '../lists/list-reader.ts';
import { bucketFigures, metricsOf } from '../mapping.ts';
import { type ReportRowWire, reportRowWire } from '../schemas.ts';
import { longestReportDays } from './report.ts';
import { reportCalls, reportRowsOf } from './report-call.ts';

/** Figures of one campaign, country and month. */
export interface MonthFigures {
  /** First day of the month. */
  readonly month: Day;
  readonly row: AdsMonthRow;
}

/** Figures of one search term, country and day. */
export interface SearchTermFigures {
  readonly day: Day;
  readonly row: SearchTermRow;
}

/** Figures of one search term over a range of days, all countries together. */
export interface SearchTermTotal {
  readonly ad_group_id: number;
  /** 0: Search Match. */
  readonly keyword_id: number;
  /** Empty for the merged rest of rare terms. */
  readonly text: string;
  /** `TARGETED`, or `AUTO` for Search Match. */
  readonly source: string;
  readonly figures: Figures;
}

/** Figures of one ad, country and day. */
export interface AdFigures {
  readonly day: Day;
  readonly country: string;
  readonly ad_id: number;
  readonly ad_group_id: number;
  /** 0 where the service names none. */
  readonly creative_id: number;
  readonly figures: Figures;
}

type Figures = ReturnType<typeof metricsOf>;

/**
 * Asks for campaigns by month and country.
 * @param question From the first of a month to the last day of one; the service requires more than three months.
 */
export function fetchMonths(
  lists: ListReader,
  { orgId, from, to }: { orgId: number; from: Day; to: Day },
  signal?: AbortSignal,
): Promise<readonly MonthFigures[]> {
  const buckets = Math.ceil(daysBetween(from, to) / 28) + 1;
  const about = { path: '/reports/campaigns', orgId, from, to, granularity: 'MONTHLY' as const };
  const { callAt, limit } = reportCalls({ ...about, orderBy: 'campaignId', buckets, signal });
  return lists.list(callAt, limit, { schema: reportRowWire, translate: monthsFromRow, itemsOf: reportRowsOf });
}

/**
 * Asks which search terms the ads of a campaign were shown for, by day and country.
 * @throws RangeError for more than 90 days.
 */
export function fetchSearchTerms(
  lists: ListReader,
  { orgId, campaignId, from, to }: { orgId: number; campaignId: number; from: Day; to: Day },
  signal?: AbortSignal,
): Promise<readonly SearchTermFigures[]> {
  const buckets = daysOf(from, to);
  const about = { path: `/reports/campaigns/${campaignId}/searchterms`, orgId, from, to };
  const { callAt, limit } = reportCalls({
    ...about,
    granularity: 'DAILY',
    orderBy: 'searchTermText',
    buckets,
    signal,
  });
  return lists.list(callAt, limit, { schema: reportRowWire, translate: searchTermsFromRow, itemsOf: reportRowsOf });
}

/** Asks which search terms the ads of a campaign were shown for, one sum over the range for each. */
export function fetchSearchTermTotals(
  lists: ListReader,
  { orgId, campaignId, from, to }: { orgId: number; campaignId: number; from: Day; to: Day },
  signal?: AbortSignal,
): Promise<readonly SearchTermTotal[]> {
  const about = { path: `/reports/campaigns/${campaignId}/searchterms`, orgId, from, to };
  const { callAt, limit } = reportCalls({ ...about, granularity: null, orderBy: 'searchTermText', buckets: 1, signal });
  const translate = (wire: ReportRowWire) => ({ ...termOf(wire), figures: metricsOf(wire.total ?? {}) });
  return lists.list(callAt, limit, { schema: reportRowWire, translate, itemsOf: reportRowsOf });
}

/**
 * Asks for the ads of a campaign by day and country.
 * @throws RangeError for more than 90 days.
 */
export function fetchAdFigures(
  lists: ListReader,
  { orgId, campaignId, from, to }: { orgId: number; campaignId: number; from: Day; to: Day },
  signal?: AbortSignal,
): Promise<readonly AdFigures[]> {
  const buckets = daysOf(from, to);
  const about = { path: `/reports/campaigns/${campaignId}/ads`, orgId, from, to };
  const { callAt, limit } = reportCalls({ ...about, granularity: 'DAILY', orderBy: 'adId', buckets, signal });
  return lists.list(callAt, limit, { schema: reportRowWire, translate: adFiguresFromRow, itemsOf: reportRowsOf });
}

function daysOf(from: Day, to: Day): number {
  const days = daysBetween(from, to) + 1;
  if (days < 1 || days > longestReportDays) throw new RangeError(`A report covers 1 to 90 days, not ${days}`);
  return days;
}

function adFiguresFromRow(wire: ReportRowWire): AdFigures[] {
  const { adId, adGroupId, creativeId } = wire.metadata;
  if (adId === null || adId === undefined) throw new Error('A report row names no ad');
  const about = { ad_id: adId, ad_group_id: adGroupId ?? 0, creative_id: creativeId ?? 0 };
  return bucketFigures(wire).map((bucket) => ({ ...about, ...bucket }));
}

function monthsFromRow(wire: ReportRowWire): MonthFigures[] {
  const campaign = wire.metadata.campaignId;
  if (campaign === null || campaign === undefined) throw new Error('A report row names no campaign');
  return bucketFigures(wire).map(({ day, country, figures }) => ({
    month: firstOfMonth(day),
    row: { campaign_id: campaign, country, ...figures },
  }));
}

function searchTermsFromRow(wire: ReportRowWire): SearchTermFigures[] {
  const about = termOf(wire);
  return bucketFigures(wire).map(({ day, country, figures }) => ({ day, row: { ...about, country, ...figures } }));
}

function termOf({ metadata }: ReportRowWire) {
  const { adGroupId, keywordId, searchTermText, searchTermSource } = metadata;
  return {
    ad_group_id: adGroupId ?? 0,
    keyword_id: keywordId ?? 0,
    text: searchTermText ?? '',
    source: searchTermSource ?? (keywordId ? 'TARGETED' : 'AUTO'),
  };
}
