import { type Day, daysBetween, type ReportLevel } from '@tapwise/domain';
import type { ListReader } from '../lists/list-reader.ts';
import type { Reading } from '../lists/reading.ts';
import { figuresFromRow, type ReportFigures } from './figures.ts';
import { reportCalls, reportForm } from './report-call.ts';

/** What is asked of a report; both days are included and at most 90 apart. */
export interface ReportQuestion {
  readonly level: ReportLevel;
  readonly orgId: number;
  /** The organization's; amounts in another one say so. */
  readonly currency: string;
  /** Needed below campaign level: the service has no report over all campaigns there. */
  readonly campaignId?: number;
  readonly from: Day;
  readonly to: Day;
}

/** Days in one request, as the service allows. */
export const longestReportDays = 90;

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
): Promise<Reading<ReportFigures>> {
  const { level, orgId, currency, from, to } = question;
  const buckets = daysBetween(from, to) + 1;
  if (buckets < 1 || buckets > longestReportDays) throw new RangeError(`A report covers 1 to 90 days, not ${buckets}`);
  const path = pathOf(question);
  const request = { path, orgId, from, to, granularity: 'DAILY' as const, orderBy: orderedBy[level], buckets, signal };
  const { callAt, limit } = reportCalls(request);
  return lists.list(callAt, limit, {
    ...reportForm,
    translate: (row, notes) => figuresFromRow(row, level, question.campaignId ?? null, { currency, notes }),
    dependsOn: currency,
  });
}

function pathOf({ level, campaignId }: ReportQuestion): string {
  if (level === 'campaign') return '/reports/campaigns';
  if (campaignId === undefined) throw new RangeError('A report below campaign level is asked of one campaign');
  return `/reports/campaigns/${campaignId}/${level === 'ad_group' ? 'adgroups' : 'keywords'}`;
}
