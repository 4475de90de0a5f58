import { daysBetween, type ReportLevel } from '@tapwise/domain';
import type { ListReader } from '../../ad-service/lists/list-reader.ts';
import type { Reading } from '../../ad-service/lists/reading.ts';
import type { ReportFigures } from '../../ad-service/reports/figures.ts';
import type { ReportQuestion } from '../../ad-service/reports/questions.ts';
import { reportCalls, reportForm } from './report-call.ts';
import { figuresFromRow } from './report-rows.ts';

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
