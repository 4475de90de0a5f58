import { type AdsMonthRow, type Day, daysBetween, firstOfMonth, type SearchTermRow } from '@tapwise/domain';
import type { ListReader } from './list-reader.ts';
import { bucketFigures } from './mapping.ts';
import { longestReportDays } from './report.ts';
import { reportCalls, reportRowsOf } from './report-call.ts';
import { type ReportRowWire, reportRowWire } from './schemas.ts';

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
  const buckets = daysBetween(from, to) + 1;
  if (buckets < 1 || buckets > longestReportDays) throw new RangeError(`A report covers 1 to 90 days, not ${buckets}`);
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

function monthsFromRow(wire: ReportRowWire): MonthFigures[] {
  const campaign = wire.metadata.campaignId;
  if (campaign === null || campaign === undefined) throw new Error('A report row names no campaign');
  return bucketFigures(wire).map(({ day, country, figures }) => ({
    month: firstOfMonth(day),
    row: { campaign_id: campaign, country, ...figures },
  }));
}

function searchTermsFromRow(wire: ReportRowWire): SearchTermFigures[] {
  const { adGroupId, keywordId, searchTermText, searchTermSource } = wire.metadata;
  const about = {
    ad_group_id: adGroupId ?? 0,
    keyword_id: keywordId ?? 0,
    text: searchTermText ?? '',
    source: searchTermSource ?? (keywordId ? 'TARGETED' : 'AUTO'),
  };
  return bucketFigures(wire).map(({ day, country, figures }) => ({ day, row: { ...about, country, ...figures } }));
}
