import { type MetricMode, metricOf, metricsOf, type ReportRow, type ReportTotals } from '@tapwise/contract';
import type { ReportLevel } from '../scope/report-level.ts';
import type { ReportTab, ReportView } from '../views/view-state.ts';
import { productColumn, productFields, productsOf } from './product-columns.ts';

/** What an answer says about the columns: those it does not carry are not shown. */
export interface LayoutRows {
  rows: readonly ReportRow[];
  totals: ReportTotals;
}

/** A column that can be shown. */
export interface ColumnChoice {
  key: string;
  label: string;
  /** The catalogue's group, or `product:<id>`. */
  group: string;
  mode: MetricMode | null;
}

export interface ChoiceContext extends Pick<ReportView, 'tab' | 'columns' | 'predictions'> {
  level: ReportLevel;
  /** Days of the range: with exactly seven, the share of seven days says nothing new. */
  rangeDays: number;
}

/** Never columns of their own here: the first column is made apart, the currency of settings is in the headers. */
const notColumns = new Set(['name', 'settings_currency', 'country', 'month']);

/** Every column a person may choose at this level, in the order of the full report. */
export function availableColumns(context: ChoiceContext, displayed: LayoutRows | null): ColumnChoice[] {
  const metrics = metricsOf(context.level).filter(
    ({ name }) =>
      !notColumns.has(name) &&
      !(name === '7d_impression_share' && context.rangeDays === 7) &&
      (displayed === null || isCarried(name, displayed)),
  );
  const products = displayed === null ? [] : productsOf(displayed.rows, displayed.totals);
  return [
    ...metrics.map(({ name, label, group, mode }) => ({ key: name, label, group, mode: mode ?? null })),
    ...products.flatMap((id) =>
      productFields.map(({ field, label, mode }) => ({
        key: productColumn(id, field),
        label,
        mode,
        group: `product:${id}`,
      })),
    ),
  ];
}

/** The columns of the view: those chosen, else those of the tab. */
export function displayedColumns(context: ChoiceContext, displayed: LayoutRows | null): ColumnChoice[] {
  const available = availableColumns(context, displayed);
  const inMode = (choice: ColumnChoice) => choice.mode !== 'predicted' || context.predictions;
  if (context.columns !== null) {
    const chosen = new Map(available.map((choice) => [choice.key, choice]));
    return context.columns.flatMap((key) => chosen.get(key) ?? []).filter(inMode);
  }
  return columnsOfTab(context, context.tab, available);
}

/**
 * The columns of a tab. With predictions the short report shows predicted income in the place of the income so far, the
 * other tabs show both; without, all show the income so far.
 */
function columnsOfTab(context: ChoiceContext, tab: ReportTab, available: readonly ColumnChoice[]): ColumnChoice[] {
  const ofTab = new Set<string>(metricsOf(context.level, tab).map(({ name }) => name));
  const predicted = context.predictions && available.some(({ mode }) => mode === 'predicted');
  return available.filter(({ key, group, mode }) => {
    if (group.startsWith('product:') ? tab !== 'in_apps_details' : !ofTab.has(key)) return false;
    if (mode === 'predicted') return predicted;
    return !(mode === 'current' && predicted && tab === 'short_report');
  });
}

function isEmpty(totals: ReportTotals): boolean {
  return Object.keys(totals).length === 0;
}

function isCarried(column: string, { rows, totals }: LayoutRows): boolean {
  // Totals of no rows still name the columns this account may see; settings have no totals.
  if (rows.length === 0) return column in totals || metricOf(column).from.kind === 'setting' || isEmpty(totals);
  if (column === 'search_match') {
    return 'search_match' in (rows[0] ?? {}) && (rows.length > 1 || rows.some((row) => row.search_match === true));
  }
  return column in totals || rows.some((row) => column in row);
}
