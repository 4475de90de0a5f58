import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@tapwise/adapters';
import {
  cellsOfRow,
  cellsOfTotals,
  columnsOfView,
  csvLine,
  type DayRange,
  hasFigures,
  type IncompleteSource,
  incompleteOf,
  isOutsideTotals,
  type LinkedOrganization,
  labelsOfView,
  type OpenApplication,
  type ReceiptLine,
  type ReportColumn,
  type ReportDefinition,
  type ReportMail,
  type ReportVariant,
  reportColumn,
  reportMail,
  reportReceipt,
  type ScheduledCall,
  type SheetCell,
  sortedRows,
  sortOfView,
  withheldColumns,
} from '@tapwise/domain';
import {
  adGroupReport,
  allKeywordsReport,
  campaignReport,
  countryReport,
  keywordReport,
} from '../reports/ask-report.ts';
import type { AsOf, Report, ReportCells } from '../reports/report.ts';
import { reportScope } from '../reports/report-scope.ts';
import { readReportState } from '../reports/state/report-state.queries.ts';

/** A report that is to be made: whose, of which days, and as of when. */
export interface ReportOrder {
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
  readonly report: ReportDefinition;
  readonly range: DayRange;
  /** Names of the labels that choose the rows. */
  readonly labels: readonly string[];
  readonly corrected: boolean;
  /** The figures are those of this instant. */
  readonly now: Date;
  /** Later where the report is made again. */
  readonly madeAt: Date;
  /** Hours past a day's end from which a pull completes it. */
  readonly completeAfterHours: number;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

/** What the tables answered: the same for every recipient, and never given out as it is. */
export interface AskedReport {
  readonly order: ReportOrder;
  readonly answer: Report;
  readonly incomplete: readonly IncompleteSource[];
}

/** A report as recipients of one role get it. */
export interface ReportContent {
  readonly columns: readonly ReportColumn[];
  readonly cut: readonly string[];
  readonly hasFigures: boolean;
  readonly rows: readonly (readonly SheetCell[])[];
  readonly totals: readonly SheetCell[];
  /** What all rows add up to: totals leave some out. */
  readonly sums: readonly SheetCell[];
  readonly receipt: readonly ReceiptLine[];
  readonly mail: ReportMail;
}

const questions: Readonly<Record<ScheduledCall, typeof campaignReport>> = {
  campaigns: campaignReport,
  adgroups: adGroupReport,
  keywords: keywordReport,
  basic_by_countries: countryReport,
  all_campaigns_keywords: allKeywordsReport,
};

/** Asks the tables what the reports' own calls ask, at one position of the log. @throws the tables' faults. */
export async function askScheduledReport(tables: ClickHouseClient, order: ReportOrder): Promise<AskedReport> {
  const { application, organization, report, range, now } = order;
  const { view, scope } = report;
  const { country, status } = view.filters;
  const answer = await questions[view.call](tables, {
    scope: reportScope(application, organization),
    ...range,
    countries: country === 'all' ? null : [...new Set(country.split(','))].sort(),
    claimType: view.claim_type,
    status,
    labels: labelsOfView(view),
    campaignId: scope.campaign_id,
    adGroupId: scope.ad_group_id,
    campaignIds: scope.campaign_ids,
    now,
  });
  const incomplete = incompleteOf({
    asOf: answer.asOf,
    now: now.getTime(),
    zone: organization.time_zone,
    columns: columnsOfView(view, 'full').columns,
    last: range.to,
    completeAfterHours: order.completeAfterHours,
  });
  return { order, answer, incomplete };
}

/** Up to when each source is known in the tables. @throws the tables' faults. */
export async function reportAges(tables: ClickHouseClient, applicationId: number, orgId: number): Promise<AsOf> {
  return (await readReportState(tables, [applicationId], [orgId])).asOf;
}

/** The report for a role: columns are cut before anything is made of them. */
export function reportContent({ order, answer, incomplete }: AskedReport, variant: ReportVariant): ReportContent {
  const { application, organization, report, range } = order;
  const { columns: names, cut } = columnsOfView(report.view, variant);
  const settings = answer.rows.find(({ settings_currency }) => typeof settings_currency === 'string');
  const currencies = {
    money: application.currency,
    settings: String(settings?.settings_currency ?? organization.currency),
  };
  const columns = names.map((name) => reportColumn(name, currencies));
  const sort = sortOfView(report.view, variant);
  const rows = sortedRows(answer.rows, sort).map((row) => cellsOfRow(columns, row));
  const visibleTotals = variant === 'restricted' ? withoutWithheld(answer.totals) : answer.totals;
  const totals = cellsOfTotals(columns, visibleTotals);
  const outside = answer.rows.filter((row) => isOutsideTotals(report.view.call, row));
  const isShown = hasFigures(names);
  const receipt = reportReceipt({
    report,
    labels: variant === 'restricted' ? null : order.labels,
    application: application.name,
    organization: organization.name,
    timeZone: organization.time_zone,
    range,
    cut,
    sort,
    currency: application.currency,
    asOf: answer.asOf,
    incomplete,
    madeAt: order.madeAt.toISOString(),
    position: answer.position.toString(),
    rows: rows.length,
    totals: visibleTotals,
    sha256: hashOf(rows),
    view: viewAddress(order, variant),
  });
  const mail = reportMail({
    report,
    application: application.name,
    range,
    corrected: order.corrected,
    incomplete,
    hasFigures: isShown,
    columns,
    rows,
    totals,
  });
  const sums = sumsOf(
    columns,
    totals,
    outside.map((row) => cellsOfRow(columns, row)),
  );
  return { columns, cut, hasFigures: isShown, rows, totals, sums, receipt, mail };
}

const withoutWithheld = (cells: ReportCells): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(cells).filter(([name]) => !withheldColumns.has(name)));

function sumsOf(
  columns: readonly ReportColumn[],
  totals: readonly SheetCell[],
  outside: readonly (readonly SheetCell[])[],
): SheetCell[] {
  return columns.map(({ summed }, index) => {
    const total = totals[index] ?? null;
    if (!summed || typeof total !== 'number') return total;
    return outside.reduce((sum, row) => sum + Number(row[index] ?? 0), total);
  });
}

/** Of the rows as CSV, without header and totals. */
function hashOf(rows: readonly (readonly SheetCell[])[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(csvLine(row));
  return hash.digest('hex');
}

/** The same view as of the minute of its figures. */
function viewAddress(
  { application, organization, report, range, publicUrl, now }: ReportOrder,
  variant: ReportVariant,
): string {
  const { view, scope } = report;
  const params = new URLSearchParams({ app: `${application.application_id}`, org: `${organization.org_id}`, ...range });
  const add = (name: string, value: string | number | undefined, fallback?: string): void => {
    if (value !== undefined && value !== fallback) params.set(name, String(value));
  };
  add('country', view.filters.country, 'all');
  add('claim', view.claim_type, 'click');
  add('status', view.filters.status, 'all');
  if (variant === 'full') add('labels', labelsOfView(view)?.join(','));
  add('campaign_id', scope.campaign_id);
  add('ad_group_id', scope.ad_group_id);
  add('tab', view.tab === undefined ? undefined : tabsInAddress[view.tab]);
  add('sort', sortOfView(view, variant), '');
  add('cols', view.columns?.join(','));
  add('predictions', view.predictions ? undefined : '0');
  add('as_of', `${now.toISOString().slice(0, 16)}Z`);
  return `${publicUrl}/client/reports?${params}`;
}

const tabsInAddress = {
  short_report: 'short',
  spend_details: 'spend',
  income_details: 'income',
  in_apps_details: 'inapps',
  full_report: 'full',
} as const;
