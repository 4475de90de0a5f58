import type { ReportCall, ReportResponse } from '@tapwise/contract';
import {
  adGroupReport,
  allKeywordsReport,
  campaignReport,
  countryReport,
  firstPullDone,
  keywordReport,
  type Report,
  type ReportScope,
} from '@tapwise/projections/queries';
import { withoutWithheld } from '../../access/restricted-view.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import type { ReportParameters } from '../report-parameters.ts';

type ReportReader = typeof campaignReport;

/** The question behind each report call. */
const questions: Record<ReportCall, ReportReader> = {
  campaigns: campaignReport,
  adgroups: adGroupReport,
  keywords: keywordReport,
  basic_by_countries: countryReport,
  all_campaigns_keywords: allKeywordsReport,
};

/** A report in the form it is answered in, and the position of the log its tables had reached. */
export interface ReportResult {
  response: ReportResponse;
  position: bigint;
}

/** Asks the tables. Rights are checked before. @throws the tables' faults. */
export async function readReport(
  deps: Pick<ApiDependencies, 'tables' | 'now'>,
  scope: ReportScope,
  parameters: ReportParameters,
  signal?: AbortSignal,
): Promise<ReportResult> {
  const { from, to, countries, claimType, status, labels, campaignId, adGroupId, campaignIds, group, window } =
    parameters;
  const filters = { from, to, countries, claimType, status, labels, campaignId, adGroupId, campaignIds, group, window };
  const question = { scope, ...filters, now: deps.now() };
  const report = await questions[parameters.call](deps.tables, question, signal);
  const processing = report.asOf.ads === null && !(await firstPullDone(deps.tables, scope.applicationId, scope.orgId));
  const response = reportResponse(report, scope.currency, processing);
  return { response: parameters.restricted ? restrictedResponse(response) : response, position: report.position };
}

/** The call whose answers can have tens of thousands of rows. */
export const hasManyRows = ({ call }: ReportParameters): boolean => call === 'all_campaigns_keywords';

/**
 * Asks for a report without holding up the server's own thread: one with many rows is made in the thread of big reports, where
 * there is one. @throws the tables' faults; DomainError `unavailable` when too many wait.
 */
export async function readReportOffThread(
  deps: Pick<ApiDependencies, 'tables' | 'now' | 'bigReports'>,
  scope: ReportScope,
  parameters: ReportParameters,
  signal?: AbortSignal,
): Promise<ReportResult> {
  if (!hasManyRows(parameters) || deps.bigReports === undefined) return readReport(deps, scope, parameters, signal);
  const { text, position } = await deps.bigReports.ask({ scope, parameters, now: deps.now() });
  return { response: JSON.parse(text.toString('utf8')) as ReportResponse, position };
}

const restrictedResponse = (response: ReportResponse): ReportResponse => ({
  ...response,
  rows: response.rows.map(withoutWithheld),
  totals: withoutWithheld(response.totals),
});

function reportResponse(report: Report, currency: string, processing: boolean): ReportResponse {
  return {
    status: 'ok',
    rows: report.rows as ReportResponse['rows'],
    totals: report.totals as ReportResponse['totals'],
    currency,
    as_of: report.asOf,
    ...(report.rowCount === undefined ? {} : { row_count: report.rowCount }),
    ...(report.warning === undefined ? {} : { warning: report.warning }),
    ...(processing ? { processing } : {}),
  };
}
