import type { ReportResponse } from '@tapwise/contract';
import type { ReportScope } from '@tapwise/projections/queries';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import type { ReportParameters } from '../../report-parameters.ts';
import { askReport, type ReportResult } from '../ask-report.ts';

/** The call whose answers can have tens of thousands of rows. */
export const hasManyRows = ({ call }: ReportParameters): boolean => call === 'all_campaigns_keywords';

/**
 * Asks for a report without holding up the server's own thread: one with many rows is made in the thread of big reports, where
 * there is one. @throws the tables' faults; DomainError `unavailable` when too many wait.
 */
export async function askReportOffThread(
  deps: Pick<ApiDependencies, 'tables' | 'now' | 'bigReports'>,
  scope: ReportScope,
  parameters: ReportParameters,
  signal?: AbortSignal,
): Promise<ReportResult> {
  if (!hasManyRows(parameters) || deps.bigReports === undefined) return askReport(deps, scope, parameters, signal);
  const { text, position } = await deps.bigReports.ask({ scope, parameters, now: deps.now() });
  return { response: JSON.parse(text.toString('utf8')) as ReportResponse, position };
}
