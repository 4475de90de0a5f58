import { daysBetween } from '@tapwise/domain';
import type { SearchAdsCall } from '../../ad-service/calls/transport.ts';
import { type Envelope, noData } from '../../ad-service/lists/envelope.ts';
import { bucketsPerPage } from '../../ad-service/reports/questions.ts';
import { isRecord } from '../../ad-service/wire/lenient.ts';
import type { Filter } from '../lists/queries.ts';
import type { DayRange } from './report-range.ts';
import { reportRowWire, reportWire } from './report-schemas.ts';

/** One report of version 1, in the account's time zone. */
export interface ReportRequest extends DayRange {
  readonly report: 'campaigns' | 'adgroups' | 'keywords' | 'searchterms' | 'ads';
  readonly orgId: number;
  readonly filters: readonly Filter[];
  /** `null`: rows have one total over the range. */
  readonly granularity: 'DAILY' | 'MONTHLY' | null;
  readonly byCountry: boolean;
  readonly signal?: AbortSignal | undefined;
}

const largestReportPage = 5000;
const daysOfMonth = 28;

/** The calls for all pages of a report, and how many rows each page has at most. */
export function reportCalls(request: ReportRequest): { callAt: (offset: number) => SearchAdsCall; limit: number } {
  const { report, orgId, filters, from, to, granularity, byCountry, signal } = request;
  const days = daysBetween(from, to) + 1;
  const buckets = granularity === 'DAILY' ? days : granularity === 'MONTHLY' ? Math.ceil(days / daysOfMonth) + 1 : 1;
  const limit = Math.min(largestReportPage, Math.max(50, Math.floor(bucketsPerPage / buckets)));
  const path = `/reports/apps/${report}/query`;
  const callAt = (offset: number): SearchAdsCall => ({
    operation: `POST ${path}`,
    method: 'POST',
    path,
    orgId,
    body: {
      timeRange: { start: from, end: to, timeZone: 'ORTZ', ...(granularity === null ? {} : { granularity }) },
      filters,
      ...(byCountry ? { groupBy: ['countryOrRegion'] } : {}),
      // Search terms have no id.
      ...(report === 'searchterms' ? {} : { sorting: [{ field: 'id', order: 'ASC' }] }),
      pagination: { offset, pageSize: limit },
    },
    ...(signal ? { signal } : {}),
  });
  return { callAt, limit };
}

/** The rows of a report's answer; without activity there may be none. @throws SearchAdsError for an answer that is no report. */
function reportRowsOf({ data }: Envelope, operation: string): readonly unknown[] {
  const report = reportWire.safeParse(data);
  if (!report.success) throw noData(operation, 'no report');
  return report.data.rows ?? [];
}

/** What a row is about; `null` for the nameless rest of search terms, which comes in several rows. */
function reportRowKey(row: unknown): string | null {
  if (!isRecord(row) || !isRecord(row.metadata)) return null;
  const { id, campaignId, adGroupId, countryOrRegion, searchTermText, searchTermSource, keyword } = row.metadata;
  if (searchTermText === null) return null;
  const keywordId = isRecord(keyword) ? keyword.id : null;
  return JSON.stringify([id, campaignId, adGroupId, countryOrRegion, searchTermText, searchTermSource, keywordId]);
}

/** How the rows of all reports are read: what is not in them may still be there, so only rows that they name are ever reduced. */
export const reportForm = {
  schema: reportRowWire,
  itemsOf: reportRowsOf,
  keyOf: reportRowKey,
  namesRows: true as const,
};
