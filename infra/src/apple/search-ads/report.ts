import { type Day, daysBetween, type ReportLevel } from '@tapwise/domain';
import type { ItemReader } from './item-reader.ts';
import { figuresFromRow, type ReportFigures } from './mapping.ts';
import { allPages, largestPage } from './paging.ts';
import { reportRowWire, reportWire } from './schemas.ts';
import type { SearchAdsTransport } from './transport.ts';

/** What is asked of a report; both days are included and at most 90 apart. */
export interface ReportQuestion {
  readonly level: ReportLevel;
  readonly orgId: number;
  /** Needed below campaign level: the service has no report over all campaigns there. */
  readonly campaignId?: number;
  readonly from: Day;
  readonly to: Day;
}

/** Days in one request, as the service allows. */
export const longestReportDays = 90;
/** A page of a long range is cut shorter, so that an answer stays within some ten megabytes. */
const bucketsPerPage = 14_000;

const orderedBy: Record<ReportLevel, string> = { campaign: 'campaignId', ad_group: 'adGroupId', keyword: 'keywordId' };

/**
 * Asks for a report by day and country.
 * @returns one entry per object, country and day with activity, in no particular order.
 * @throws RangeError for a question the service would refuse.
 */
export async function fetchReport(
  transport: SearchAdsTransport,
  read: ItemReader,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<ReportFigures[]> {
  const { level, orgId, from, to } = question;
  const days = daysBetween(from, to) + 1;
  if (days < 1 || days > longestReportDays) throw new RangeError(`A report covers 1 to 90 days, not ${days}`);
  const path = pathOf(question);
  const limit = Math.min(largestPage, Math.max(50, Math.floor(bucketsPerPage / days)));
  const fetchPage = (offset: number) =>
    transport.call({
      operation: `POST ${path}`,
      method: 'POST',
      path,
      orgId,
      body: {
        startTime: from,
        endTime: to,
        granularity: 'DAILY',
        timeZone: 'ORTZ',
        groupBy: ['countryOrRegion'],
        selector: {
          conditions: [{ field: 'deleted', operator: 'IN', values: ['false', 'true'] }],
          orderBy: [{ field: orderedBy[level], sortOrder: 'ASCENDING' }],
          pagination: { offset, limit },
        },
        returnRowTotals: false,
        returnGrandTotals: false,
        returnRecordsWithNoMetrics: false,
      },
      ...(signal ? { signal } : {}),
    });
  const rows = await allPages(path, limit, fetchPage, rowsOf);
  return read(path, reportRowWire, rows, (row) => figuresFromRow(row, level, question.campaignId ?? null)).flat();
}

function pathOf({ level, campaignId }: ReportQuestion): string {
  if (level === 'campaign') return '/reports/campaigns';
  if (campaignId === undefined) throw new RangeError('A report below campaign level is asked of one campaign');
  return `/reports/campaigns/${campaignId}/${level === 'ad_group' ? 'adgroups' : 'keywords'}`;
}

function rowsOf(data: unknown): readonly unknown[] {
  return reportWire.parse(data ?? {}).reportingDataResponse?.row ?? [];
}
