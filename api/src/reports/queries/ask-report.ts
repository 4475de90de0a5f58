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

type AskReport = typeof campaignReport;

/** The question behind each report call. */
const questions: Record<ReportCall, AskReport> = {
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
export async function askReport(
  deps: Pick<ApiDependencies, 'tables' | 'now'>,
  scope: ReportScope,
  parameters: ReportParameters,
  signal?: AbortSignal,
): Promise<ReportResult> {
  const { from, to, countries, claimType, status, campaignId, adGroupId, campaignIds, group, window } = parameters;
  const filters = { from, to, countries, claimType, status, campaignId, adGroupId, campaignIds, group, window };
  const question = { scope, ...filters, now: deps.now() };
  const report = await questions[parameters.call](deps.tables, question, signal);
  const processing = report.asOf.ads === null && !(await firstPullDone(deps.tables, scope.applicationId, scope.orgId));
  const response = reportResponse(report, scope.currency, processing);
  return { response: parameters.restricted ? restrictedResponse(response) : response, position: report.position };
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
