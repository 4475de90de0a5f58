import { type Day, daysBetween, type ReportLevel } from '@tapwise/domain';
import { deletedToo, type ListReader } from './list-reader.ts';
import { figuresFromRow, type ReportFigures } from './mapping.ts';
import { largestPage } from './paging.ts';
import { reportRowWire, reportWire } from './schemas.ts';

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
export function fetchReport(
  lists: ListReader,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<readonly ReportFigures[]> {
  const { level, orgId, from, to } = question;
  const days = daysBetween(from, to) + 1;
  if (days < 1 || days > longestReportDays) throw new RangeError(`A report covers 1 to 90 days, not ${days}`);
  const path = pathOf(question);
  const limit = Math.min(largestPage, Math.max(50, Math.floor(bucketsPerPage / days)));
  const callAt = (offset: number) => ({
    operation: `POST ${path}`,
    method: 'POST' as const,
    path,
    orgId,
    body: {
      startTime: from,
      endTime: to,
      granularity: 'DAILY',
      timeZone: 'ORTZ',
      groupBy: ['countryOrRegion'],
      selector: {
        conditions: [deletedToo],
        orderBy: [{ field: orderedBy[level], sortOrder: 'ASCENDING' }],
        pagination: { offset, limit },
      },
      returnRowTotals: false,
      returnGrandTotals: false,
      returnRecordsWithNoMetrics: false,
    },
    ...(signal ? { signal } : {}),
  });
  return lists.list(callAt, limit, {
    schema: reportRowWire,
    translate: (row) => figuresFromRow(row, level, question.campaignId ?? null),
    itemsOf: rowsOf,
  });
}

function pathOf({ level, campaignId }: ReportQuestion): string {
  if (level === 'campaign') return '/reports/campaigns';
  if (campaignId === undefined) throw new RangeError('A report below campaign level is asked of one campaign');
  return `/reports/campaigns/${campaignId}/${level === 'ad_group' ? 'adgroups' : 'keywords'}`;
}

function rowsOf(data: unknown): readonly unknown[] {
  return reportWire.parse(data ?? {}).reportingDataResponse?.row ?? [];
}
