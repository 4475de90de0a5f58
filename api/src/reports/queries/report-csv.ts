import type { ReportCall, ReportResponse, ReportTotals } from '@tapwise/contract';
import { csvLine, type Metric, type MetricLevel, metricsOf } from '@tapwise/domain';
import type { ReportParameters } from '../report-parameters.ts';

/** Whose report it is, and when it was made. */
export interface CsvFacts {
  readonly application: string;
  readonly organization: string;
  /** IANA name: days of the report are calendar days in it. */
  readonly timeZone: string;
  readonly parameters: ReportParameters;
  /** Commit position the figures are complete up to. */
  readonly position: bigint;
  readonly madeAt: Date;
}

const levels: Record<ReportCall, Extract<MetricLevel, 'campaign' | 'ad_group' | 'keyword' | 'country'>> = {
  campaigns: 'campaign',
  adgroups: 'ad_group',
  keywords: 'keyword',
  all_campaigns_keywords: 'keyword',
  basic_by_countries: 'country',
};

/** Spreadsheets take a file without it for one of another encoding. */
const byteOrderMark = '\uFEFF';
const rowsPerPiece = 1_000;

/**
 * All columns and rows of an answer as CSV, in pieces of a thousand lines: a header, the rows, their totals, and after an empty
 * line the receipt. The receipt ends with the number of rows, so a file that was cut off shows it.
 */
export function* reportCsv(response: ReportResponse, facts: CsvFacts): Generator<string> {
  const columns = columnsOf(response, facts.parameters.call);
  yield byteOrderMark + csvLine(columns.map(({ header }) => header));
  for (let from = 0; from < response.rows.length; from += rowsPerPiece) {
    const piece = response.rows.slice(from, from + rowsPerPiece);
    yield piece.map((row) => csvLine(columns.map(({ value }) => value(row)))).join('');
  }
  const totals: ReportTotals = Object.assign({ ...response.totals }, { name: 'Total' });
  yield csvLine(columns.map(({ value }) => value(totals)));
  yield csvLine([]) + receiptOf(response, facts).map(csvLine).join('');
}

/** `tapwise-campaigns-2026-11-15-2026-11-21.csv` */
export function csvName({ call, from, to }: ReportParameters): string {
  const subject = { campaign: 'campaigns', ad_group: 'ad-groups', keyword: 'keywords', country: 'countries' };
  return `tapwise-${subject[levels[call]]}-${from}-${to}.csv`;
}

interface CsvColumn {
  readonly header: string;
  readonly value: (cells: ReportTotals) => unknown;
}

/** Columns that distinguish a row from others, where a report has them. */
const identity: readonly (readonly [cell: string, header: string])[] = [
  ['id', 'Id'],
  ['group_id', 'Group id'],
  ['campaign_id', 'Campaign id'],
  ['campaign_name', 'Campaign'],
  ['ad_group_id', 'Ad group id'],
  ['ad_group_name', 'Ad group'],
];

/** Columns an answer carries: those withheld from the caller are not in it, and so in no file. */
function columnsOf({ rows, totals, currency }: ReportResponse, call: ReportCall): CsvColumn[] {
  const [first] = rows;
  const carried = (cell: string): boolean => (first !== undefined && cell in first) || cell in totals;
  const signs = { money: currency, settings: String(first?.settings_currency ?? '') };
  const metrics = metricsOf(levels[call]).filter(({ name }) => name !== 'settings_currency' && carried(name));
  return [
    ...identity
      .filter(([cell]) => carried(cell))
      .map(([cell, header]): CsvColumn => ({ header, value: (cells) => cells[cell] })),
    ...metrics.map((metric): CsvColumn => ({ header: headerOf(metric, signs), value: (cells) => cells[metric.name] })),
    ...productIds({ rows, totals }).flatMap((id) => productColumns(id, currency)),
  ];
}

function headerOf({ label, mode, unit }: Metric, signs: { money: string; settings: string }): string {
  const name = mode === 'predicted' ? `Predicted ${label}` : label;
  if (unit === 'percent') return `${name}, fraction`;
  if (unit === 'settings_money') return `${name}, ${signs.settings}`;
  return unit === 'money' || unit === 'money_per_unit' ? `${name}, ${signs.money}` : name;
}

function productIds({ rows, totals }: Pick<ReportResponse, 'rows' | 'totals'>): string[] {
  const ids = new Set(Object.keys(totals.products ?? {}));
  for (const row of rows) for (const id of Object.keys(row.products ?? {})) ids.add(id);
  return [...ids].sort();
}

const productFields = [
  ['count', 'Count'],
  ['trial', 'Trial'],
  ['trial_canceled', 'Trial canceled'],
  ['billing_issues', 'Billing issues'],
  ['active', 'Active'],
  ['canceled', 'Canceled'],
  ['refunded', 'Refunded'],
  ['current_income', 'Income'],
  ['predicted_income', 'Predicted income'],
] as const;

/** A product that a row does not name has nothing there. */
function productColumns(id: string, currency: string): CsvColumn[] {
  return productFields.map(([field, label]) => ({
    header: `${id}: ${label}${field.endsWith('_income') ? `, ${currency}` : ''}`,
    value: (cells) => {
      const counts = cells.products?.[id];
      return counts === undefined ? 0 : counts[field];
    },
  }));
}

const claimTypes = { click: 'Tap-through', view: 'View-through', total: 'Total' } as const;
const statuses = { all: 'All', active: 'Active', paused: 'Paused' } as const;

/** What the file says about itself, in the words of the workbooks. */
function receiptOf({ as_of, currency, rows, warning }: ReportResponse, facts: CsvFacts): [string, string | number][] {
  const { parameters, position, madeAt } = facts;
  const { from, to, countries, claimType, status, labels, campaignId, adGroupId, group } = parameters;
  const age = (instant: string | null): string => instant ?? 'nothing yet';
  const within = [campaignId, adGroupId].filter((id) => id !== undefined);
  return [
    ['Application', facts.application],
    ['Organization', facts.organization],
    ...(within.length === 0 ? [] : [['Within', within.join(' > ')] as [string, string]]),
    ['Days', `${from} to ${to} (${facts.timeZone})`],
    ['Countries', countries === null ? 'All' : countries.join(',')],
    ['Claim type', claimTypes[claimType]],
    ['Status', statuses[status]],
    ...(labels === undefined ? [] : [['Labels', labels.join(',')] as [string, string]]),
    ...(group === undefined ? [] : [['Groups', 'Keywords of one text'] as [string, string]]),
    ['Currency', currency],
    ['Apple Ads as of', age(as_of.ads)],
    ['First launches as of', age(as_of.sdk)],
    ['Store as of', age(as_of.store)],
    ['Impression share as of', age(as_of.impression_share)],
    ...(warning === undefined ? [] : [['Warning', warning] as [string, string]]),
    ['Log position', position.toString()],
    ['Made at', madeAt.toISOString()],
    ['Rows', rows.length],
  ];
}
