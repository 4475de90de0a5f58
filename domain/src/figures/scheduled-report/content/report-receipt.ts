import type { DayRange } from '../../../shared/calendar/days.ts';
import type { SheetCell, SheetCurrency, SheetKind } from '../../../shared/sheet-cells.ts';
import { columnLabel, type ReportDefinition, type reportTabNames, sortKeys } from '../definition/report-definition.ts';
import type { IncompleteSource } from '../send/report-send.state.ts';
import { sheetCurrency } from './report-columns.ts';
import type { ReportCellsOf } from './report-rows.ts';

export interface ReceiptLine {
  readonly label: string;
  readonly value: SheetCell;
  readonly kind?: SheetKind;
  readonly currency?: SheetCurrency;
}

/** Up to when each source is known, ISO 8601; `null` while nothing came from it. */
export interface ReportAges {
  readonly ads: string | null;
  readonly sdk: string | null;
  readonly store: string | null;
  readonly impression_share: string | null;
}

export interface ReceiptFacts {
  readonly report: ReportDefinition;
  /** Names of the labels that choose the rows; `null` for who may not see them. */
  readonly labels: readonly string[] | null;
  readonly application: string;
  readonly organization: string;
  /** IANA name: days of the range are calendar days in it. */
  readonly timeZone: string;
  readonly range: DayRange;
  /** Names of columns that this variant does not have. */
  readonly cut: readonly string[];
  /** The order of the rows, as the view says it but for what this variant may not see. */
  readonly sort: string;
  readonly currency: string;
  readonly asOf: ReportAges;
  readonly incomplete: readonly IncompleteSource[];
  readonly madeAt: string;
  readonly position: string;
  readonly rows: number;
  readonly totals: ReportCellsOf;
  /** Hexadecimal; of all rows as CSV. */
  readonly sha256: string;
  /** Address of the same view. */
  readonly view: string;
}

const claimTypes = { click: 'Tap-through', view: 'View-through', total: 'Total' } as const;
const statuses = { all: 'All', active: 'Active', paused: 'Paused' } as const;
export const sourceNames = {
  ads: 'Apple Ads',
  people: 'SDK and store',
  predictions: 'Predictions',
  search_terms: 'Search terms',
} as const satisfies Record<IncompleteSource['source'], string>;
const tabNames: Readonly<Record<(typeof reportTabNames)[number], string>> = {
  short_report: 'Short report',
  spend_details: 'Spend details',
  income_details: 'Income details',
  in_apps_details: 'In-Apps details',
  full_report: 'Full report',
};

/** What a report says about itself, in the order of the sheet. */
export function reportReceipt(facts: ReceiptFacts): ReceiptLine[] {
  const { report, range, asOf, totals } = facts;
  const { view } = report;
  const money = { kind: 'money', currency: sheetCurrency(facts.currency) } as const;
  const age = (source: string, instant: string | null): ReceiptLine => ({
    label: 'As of',
    value: `${source}: ${instant ?? 'nothing yet'}`,
  });
  const amounts: ReceiptLine[] = [
    { label: 'Spend', value: amountOf(totals.spend), ...money },
    { label: 'Income', value: amountOf(totals.current_income), ...money },
  ];
  return [
    { label: 'Report', value: report.name },
    { label: 'Application', value: facts.application },
    { label: 'Organization', value: facts.organization },
    { label: 'Range', value: `${range.from} to ${range.to}` },
    { label: 'Zone', value: facts.timeZone },
    { label: 'Filters', value: filtersText(facts) },
    { label: 'Claim type', value: claimTypes[view.claim_type] },
    { label: 'Predictions', value: view.predictions ? 'Included' : 'Not included' },
    { label: 'Columns left out', value: facts.cut.length === 0 ? 'None' : facts.cut.map(columnLabel).join(', ') },
    { label: 'Sort', value: sortText(facts.sort) },
    { label: 'Currency', value: `${facts.currency}, each day's amounts at the rate of that day` },
    age('Apple Ads', asOf.ads),
    age('First launches', asOf.sdk),
    age('Store', asOf.store),
    age('Impression share', asOf.impression_share),
    { label: 'Incomplete', value: incompleteText(facts.incomplete) },
    { label: 'Made at', value: facts.madeAt },
    { label: 'Log position', value: facts.position },
    { label: 'Rows', value: facts.rows, kind: 'count' },
    // A sum that is withheld is not known here either.
    ...amounts,
    { label: 'SHA-256', value: facts.sha256 },
    { label: 'View', value: facts.view },
  ];
}

const amountOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function filtersText({ report: { view, scope }, labels: names }: ReceiptFacts): string {
  const { country, status, labels } = view.filters;
  const within = [scope.campaign_id, scope.ad_group_id].filter((id) => id !== undefined);
  return [
    `Countries: ${country === 'all' ? 'All' : country}`,
    `Status: ${statuses[status]}`,
    ...(labels === undefined ? [] : [`Labels: ${names?.join(', ') ?? 'Not shown'}`]),
    ...(within.length === 0 ? [] : [`Within: ${within.join(' > ')}`]),
    ...(scope.campaign_ids === undefined ? [] : [`Campaigns: ${scope.campaign_ids.join(', ')}`]),
    ...(view.tab === undefined ? [] : [`Tab: ${tabNames[view.tab]}`]),
  ].join('; ');
}

function sortText(sort: string): string {
  const keys = sortKeys(sort);
  if (keys.length === 0) return 'By name';
  return keys
    .map(({ column, descending }) => `${columnLabel(column)}${descending ? ', highest first' : ''}`)
    .join('; ');
}

const incompleteText = (incomplete: readonly IncompleteSource[]): string =>
  incomplete.length === 0
    ? 'None'
    : incomplete.map(({ source, until }) => `${sourceNames[source]}: ${until ?? 'nothing yet'}`).join('; ');
