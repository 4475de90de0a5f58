import type { ClickHouseClient } from '@tapwise/adapters';
import { addDays, applicationsOfTeam, csvLine, type Directory, dayInZone } from '@tapwise/domain';
import { campaignReport, monthlyReport, type ReportCells, reportScope } from '@tapwise/projections/queries';

interface ReportDependencies {
  readonly directory: Directory;
  readonly tables: ClickHouseClient;
  readonly now: () => Date;
}

const daysBack = 364;
const yearsBack = 2;

/** Reports of all applications of a team: months of the last years, campaigns over the last 365 days. @returns names and texts of files. */
export async function* teamReports(
  { directory, tables, now }: ReportDependencies,
  teamId: number,
): AsyncGenerator<[name: string, csv: string]> {
  for (const application of applicationsOfTeam(directory, teamId)) {
    const folder = `reports/application-${application.application_id}`;
    const scopes = application.organizations.map((organization) => reportScope(application, organization));
    const common = { countries: null, claimType: 'total' as const, now: now() };
    for (let back = 0; back <= yearsBack && scopes.length > 0; back += 1) {
      const year = now().getUTCFullYear() - back;
      const { rows } = await monthlyReport(tables, { ...common, scopes, currency: application.currency, year });
      yield [`${folder}/months-${year}.csv`, csvOf(rows)];
    }
    for (const scope of scopes) {
      const to = dayInZone(now().getTime(), scope.timeZone);
      const question = { ...common, scope, from: addDays(to, -daysBack), to, status: 'all' as const };
      const { rows } = await campaignReport(tables, question);
      yield [`${folder}/campaigns-${scope.orgId}-${question.from}-${to}.csv`, csvOf(rows)];
    }
  }
}

type Row = ReportCells & Readonly<Record<string, unknown>>;

/** Every column that a row has; the counts by product are left out. */
function csvOf(rows: readonly object[]): string {
  const isCell = (value: unknown): boolean => value === null || typeof value !== 'object';
  const columns = [
    ...new Set(
      (rows as readonly Row[]).flatMap((row) =>
        Object.keys(row).filter((name) => isCell((row as Record<string, unknown>)[name])),
      ),
    ),
  ];
  return (
    csvLine(columns) +
    rows.map((row) => csvLine(columns.map((name) => (row as Record<string, unknown>)[name]))).join('')
  );
}
