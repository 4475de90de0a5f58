import type { Day } from '@tapwise/domain';
import type { SearchAdsCall } from '../../ad-service/calls/transport.ts';
import { type Envelope, noData } from '../../ad-service/lists/envelope.ts';
import { largestPage } from '../../ad-service/lists/paging.ts';
import { bucketsPerPage } from '../../ad-service/reports/questions.ts';
import { deletedToo } from '../finds.ts';
import { reportRowWire, reportWire } from '../schemas.ts';

/** One report of the ad service, in the organization's time zone: by country, or as one sum over the range. */
export interface ReportRequest {
  readonly path: string;
  readonly orgId: number;
  readonly from: Day;
  readonly to: Day;
  /** `null`: rows have one total over the range, over all countries. */
  readonly granularity: 'DAILY' | 'MONTHLY' | null;
  /** Field that orders the rows, so that pages do not overlap. */
  readonly orderBy: string;
  /** Days or months the range has. */
  readonly buckets: number;
  readonly signal?: AbortSignal | undefined;
}

/** The calls for all pages of a report, and how many rows each page has at most. */
export function reportCalls(request: ReportRequest): { callAt: (offset: number) => SearchAdsCall; limit: number } {
  const { path, orgId, from, to, granularity, orderBy, buckets, signal } = request;
  const limit = Math.min(largestPage, Math.max(50, Math.floor(bucketsPerPage / buckets)));
  const callAt = (offset: number): SearchAdsCall => ({
    operation: `POST ${path}`,
    method: 'POST',
    path,
    orgId,
    body: {
      startTime: from,
      endTime: to,
      ...(granularity === null ? {} : { granularity, groupBy: ['countryOrRegion'] }),
      timeZone: 'ORTZ',
      selector: {
        conditions: [deletedToo],
        orderBy: [{ field: orderBy, sortOrder: 'ASCENDING' }],
        pagination: { offset, limit },
      },
      returnRowTotals: granularity === null,
      returnGrandTotals: false,
      returnRecordsWithNoMetrics: false,
    },
    ...(signal ? { signal } : {}),
  });
  return { callAt, limit };
}

/**
 * The rows of a report's answer. An answer without any is believed only where it says that there are none.
 * @throws SearchAdsError for an answer that is no report.
 */
export function reportRowsOf({ data, totalResults }: Envelope, operation: string): readonly unknown[] {
  const report = reportWire.safeParse(data);
  const rows = report.success ? report.data.reportingDataResponse.row : undefined;
  if (rows) return rows;
  if (report.success && totalResults === 0) return [];
  throw noData(operation, 'no report');
}

/** What a row is about; `null` for the nameless rest of search terms, which comes in several rows. */
export function reportRowKey(row: unknown): string | null {
  const { metadata } = (row ?? {}) as { metadata?: Record<string, unknown> };
  if (typeof metadata !== 'object' || metadata === null) return null;
  if ('searchTermText' in metadata && metadata.searchTermText === null) return null;
  return JSON.stringify(identityFields.map((name) => metadata[name] ?? null));
}

const identityFields = [
  'campaignId',
  'adGroupId',
  'keywordId',
  'adId',
  'creativeId',
  'countryOrRegion',
  'searchTermText',
  'searchTermSource',
];

/** How the rows of all reports are read. */
export const reportForm = { schema: reportRowWire, itemsOf: reportRowsOf, keyOf: reportRowKey, needsTotal: true };
