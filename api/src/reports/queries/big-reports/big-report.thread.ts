import { type ClickHouseClient, openClickHouse, tagQueries } from '@tapwise/adapters';
import { readReport } from '../read-report.ts';
import { reportCsv } from '../report-csv.ts';
import { withNotice } from '../report-notice.ts';
import type { BigReportMessage, BigReportTask } from './big-reports.ts';

let tables: ClickHouseClient | undefined;

/** Program of a thread: asks for a report and passes its text on. Errors lose their codes between threads, so codes are passed too. */
export default async function makeReport({
  tablesUrl,
  scope,
  parameters,
  now,
  notice,
  csv,
  queryTags,
}: BigReportTask): Promise<BigReportMessage> {
  tables ??= openClickHouse(tablesUrl, { lowPriority: true });
  try {
    const deps = { tables, now: () => now };
    const report = await tagQueries(queryTags, () => readReport(deps, scope, parameters));
    const { position } = report;
    const response = withNotice(report.response, notice);
    if (csv === undefined) return { text: new TextEncoder().encode(JSON.stringify(response)), position };
    const facts = { ...csv, timeZone: scope.timeZone, parameters, position, madeAt: now };
    return { text: Buffer.concat(Array.from(reportCsv(response, facts), (piece) => Buffer.from(piece))), position };
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    return { fault: message, code };
  }
}
