import { type Metric, metricsOf, type ReportRow, type ReportTotals } from '@tapwise/contract';
import { formatCount, formatGain, formatMoney, formatPercent, unknown } from '../../../shared/format/numbers.ts';
import type { CellView, GridColumn } from '../../../shared/grid/index.ts';
import { canOpen, isOutside, isRunning, levels, type ReportLevel, statusChip, statusSuffix } from './report-level.ts';
import type { ReportTab } from './url-state.ts';

export interface LayoutContext {
  level: ReportLevel;
  tab: ReportTab;
  /** Sign of the application's currency, for what was spent and earned. */
  currencySign: string;
  /** Sign of the ad organization's currency, for what is set there. */
  settingsSign: string;
  timeZone: string;
  /** A narrow screen: a narrow first column, and no chip for a status that the name says as well. */
  compact: boolean;
}

/** What an answer says about the columns: those it does not carry are not shown. */
export interface LayoutRows {
  rows: readonly ReportRow[];
  totals: ReportTotals;
}

/** Never columns of their own here: the first column is made apart, the currency of settings stands in the headers. */
const notColumns = new Set(['name', 'settings_currency', 'country', 'month']);

/**
 * The columns of a table, from the catalogue.
 * @param shown the answer, once it has come; until then the catalogue's columns stand over the skeleton
 */
export function layoutColumns(context: LayoutContext, shown: LayoutRows | null): GridColumn<ReportRow>[] {
  const metrics = metricsOf(context.level, context.tab).filter(
    (metric) =>
      !notColumns.has(metric.name) &&
      !(context.compact && metric.name === 'status') &&
      (shown === null || isCarried(metric.name, shown)),
  );
  const columns = metrics.map((metric, index) =>
    toColumn(metric, metrics[index - 1]?.group ?? 'object', context, shown),
  );
  return [nameColumn(context, shown), ...columns.map(roomForGroup)];
}

/** A group of one column needs room for its name and age. */
function roomForGroup(
  column: GridColumn<ReportRow>,
  index: number,
  all: readonly GridColumn<ReportRow>[],
): GridColumn<ReportRow> {
  const alone = column.startsGroup && (all[index + 1]?.startsGroup ?? true);
  return alone ? { ...column, width: Math.max(column.width, 112) } : column;
}

/** The catalogue's entry for a column that stands in some table. */
export function metricFor(level: ReportLevel, column: string): Metric | undefined {
  return metricsOf(level).find((metric) => metric.name === column);
}

function isCarried(column: string, { rows, totals }: LayoutRows): boolean {
  if (rows.length === 0) return true;
  if (column === 'search_match') return rows.length > 1 || rows.some((row) => row.search_match === true);
  return column in totals || rows.some((row) => column in row);
}

/** A long suffix is never cut, so it gets room beside the name. */
function nameWidth(shown: LayoutRows | null): number {
  const suffix = (shown?.rows ?? []).reduce((most, row) => Math.max(most, statusSuffix(row.status).length), 0);
  return 210 + Math.max(0, suffix - 10) * charWidth;
}

function nameColumn({ level, compact }: LayoutContext, shown: LayoutRows | null): GridColumn<ReportRow> {
  return {
    key: 'name',
    label: levels[level].one,
    unit: null,
    group: 'object',
    startsGroup: false,
    width: compact ? 150 : nameWidth(shown),
    grow: 4,
    align: 'start',
    cell: (row) => ({
      text: row.name,
      link: canOpen(level, row),
      suffix: statusSuffix(row.status),
      ...(isOutside(level, row) && row.id === 0 ? { note: 'not in total' } : {}),
    }),
  };
}

function toColumn(
  metric: Metric,
  groupBefore: string,
  context: LayoutContext,
  shown: LayoutRows | null,
): GridColumn<ReportRow> {
  const unit = unitSign(metric, context);
  const words = metric.unit === 'text' || metric.unit === 'flag' || metric.unit === 'instant';
  return {
    key: metric.name,
    label: metric.label,
    unit,
    group: metric.group,
    startsGroup: metric.group !== groupBefore,
    width: columnWidth(metric, unit, shown, context.timeZone),
    grow: 1,
    align: words ? 'start' : 'end',
    cell: (row) => cellOf(metric, row, context.timeZone),
  };
}

const cellPadding = 20;
const charWidth = 7;
const chipWidth = 24;
const paceWidth = 38;

/**
 * Room for the header and for the widest figure of the answer with a digit to spare, so that no update widens a column.
 */
function columnWidth(metric: Metric, unit: string | null, shown: LayoutRows | null, timeZone: string): number {
  const header = metric.label.length + (unit === null ? 0 : unit.length + 1);
  const longest = shown === null ? 0 : longestText(metric, shown, timeZone);
  if (metric.name === 'status') return cellPadding + chipWidth + Math.max(6, longest) * charWidth;
  const extra = metric.name === 'daily_spend' ? paceWidth : 0;
  return Math.max(64, cellPadding + Math.max(header, longest + 1) * charWidth + extra);
}

/** Length of the longest text of a column: figures by their largest size, words one by one. */
function longestText(metric: Metric, { rows, totals }: LayoutRows, timeZone: string): number {
  let size = Math.abs(typeof totals[metric.name] === 'number' ? Number(totals[metric.name]) : 0);
  let words = 0;
  for (const row of rows) {
    const value = row[metric.name];
    if (typeof value === 'number') size = Math.max(size, Math.abs(value));
    else if (typeof value === 'string') words = Math.max(words, cellOf(metric, row, timeZone).text.length);
  }
  const sign = metric.name.endsWith('_result') ? 1 : 0;
  return Math.max(words, metric.name === 'status' ? 0 : valueView(metric, size).text.length + sign);
}

function unitSign(metric: Metric, context: LayoutContext): string | null {
  if (metric.unit === 'percent') return '%';
  if (metric.unit === 'settings_money') return context.settingsSign;
  return metric.unit === 'money' || metric.unit === 'money_per_unit' ? context.currencySign : null;
}

function cellOf(metric: Metric, row: ReportRow, timeZone: string): CellView {
  const value = row[metric.name] as number | string | boolean | null | undefined;
  if (metric.name === 'status') return typeof value === 'string' ? statusChip(value) : { text: '' };
  if (metric.name === 'daily_spend') return paceView(row);
  if (typeof value === 'boolean') return { text: value ? 'On' : 'Off' };
  if (metric.unit === 'instant' && typeof value === 'string') return { text: formatInstant(value, timeZone) };
  if (typeof value === 'string') return { text: value };
  return valueView(metric, value ?? null);
}

function paceView(row: ReportRow): CellView {
  const [spent, cap] = [row.daily_spend, row.daily_cap];
  const view = moneyView(typeof spent === 'number' ? spent : null);
  if (typeof spent !== 'number') return view;
  return { ...view, pace: typeof cap === 'number' && cap > 0 ? spent / cap : null };
}

/** A figure as a cell shows it, by the unit of its column. */
function valueView(metric: Metric, value: number | null): CellView {
  if (value === null) return { text: unknown, tone: 'unknown' };
  if (metric.name.endsWith('_result')) {
    const text = formatGain(value);
    return text.startsWith('+') ? { text, tone: 'gain' } : { text, ...(/[1-9]/.test(text) ? { tone: 'loss' } : {}) };
  }
  if (metric.unit === 'percent') return { text: formatPercent(value) };
  return metric.unit === 'count' ? { text: formatCount(value) } : moneyView(value);
}

function moneyView(value: number | null): CellView {
  return value === null ? { text: unknown, tone: 'unknown' } : { text: formatMoney(value) };
}

/** A cell of the totals row: settings are no sums, their place stays empty. */
export function totalsView(level: ReportLevel, column: string, totals: ReportTotals, count: string): CellView {
  if (column === 'name') return { text: 'Total', link: false, note: count };
  const metric = metricFor(level, column);
  const value = totals[column];
  if (metric === undefined || metric.from.kind === 'setting' || (typeof value === 'object' && value !== null))
    return { text: '' };
  return valueView(metric, typeof value === 'number' ? value : null);
}

/** How a row is drawn: paused rows step back, users without a campaign stand on another ground. */
export function rowTone(level: ReportLevel, row: ReportRow): 'normal' | 'muted' | 'outside' {
  if (isOutside(level, row)) return 'outside';
  return isRunning(row.status) ? 'normal' : 'muted';
}

const instants = new Map<string, Intl.DateTimeFormat>();

function formatInstant(instant: string, timeZone: string): string {
  let format = instants.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
    instants.set(timeZone, format);
  }
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : format.format(date);
}
