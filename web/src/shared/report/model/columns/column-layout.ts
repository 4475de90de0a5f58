import { type Metric, metricsOf, type ReportRow, type ReportTotals } from '@tapwise/contract';
import { type CellView, type GridColumn, withWidth } from '../../../tables/grid/index.ts';
import { isKeywordGroup } from '../rows/keyword-groups.ts';
import { growsWithAge, isImmature } from '../rows/maturity.ts';
import { changeText } from '../scope/compare-periods.ts';
import { canOpen, isOutside, isRunning, levels, type ReportLevel, statusSuffix } from '../scope/report-level.ts';
import type { ReportView } from '../views/view-state.ts';
import { cellOf, valueView } from './cell-views.ts';
import { type ChoiceContext, type ColumnChoice, displayedColumns, type LayoutRows } from './column-choice.ts';
import { cellIn, changeBeside, columnWidth, letterWidth, narrowWidth } from './column-width.ts';
import { readProductColumn, valueIn } from './product-columns.ts';

export interface LayoutContext extends ChoiceContext {
  /** Sign of the application's currency, for what was spent and earned. */
  currencySign: string;
  /** Sign of the ad organization's currency, for what is set there. */
  settingsSign: string;
  timeZone: string;
  /** A narrow screen: a narrow first column. */
  compact: boolean;
  /** The same row in the earlier period; absent while nothing is compared. */
  before?: ((row: ReportRow) => ReportRow | undefined) | undefined;
  /** Widths a person chose. */
  widths?: ReportView['widths'] | undefined;
  /** Columns of the screen's own, right beside the name. */
  beside?: readonly GridColumn<ReportRow>[] | undefined;
  /** Whether a cell takes a value, and the columns that have such cells. */
  editable?: ((row: ReportRow, column: string) => boolean) | undefined;
  editableColumns?: ReadonlySet<string> | undefined;
  /** Whether names lead somewhere; without it, whether their level has one below. */
  opens?: boolean | undefined;
  /** The address of what a row opens. */
  addressOf?: ((row: ReportRow) => string) | undefined;
}

/**
 * The columns of a table, from the catalogue.
 * @param displayed the answer, once it has come; until then the catalogue's columns are over the skeleton
 * @param fitted the rows whose figures the columns have room for: the answer's, or later ones that are longer
 */
export function layoutColumns(
  context: LayoutContext,
  displayed: LayoutRows | null,
  fitted: LayoutRows | null = displayed,
): GridColumn<ReportRow>[] {
  const choices = displayedColumns(context, displayed).filter(
    ({ key }) => key !== 'status' || !saysStatusByName(context),
  );
  const columns = choices.map((choice, index) =>
    toColumn(choice, choices[index - 1]?.group ?? 'object', context, fitted),
  );
  const allColumns = [nameColumn(context, fitted), ...(context.beside ?? []), ...columns.map(roomForGroup)];
  return allColumns.map(withOuterPadding).map((column, index) =>
    // On a narrow screen the column that never scrolls away would leave no room for the others.
    context.compact && index === 0 ? column : withWidth(column, context.widths?.[column.key]),
  );
}

/**
 * Names of what does not run say so. Where room is short that is enough: on a narrow screen, and in the short report below
 * campaigns, whose bids, goals and switches have cells of their own.
 */
const saysStatusByName = ({ compact, level, tab, columns }: LayoutContext): boolean =>
  compact || (level !== 'campaign' && tab === 'short_report' && columns === null);

/** The last cell keeps a wider distance to the table's edge; its figures need their room all the same. */
function withOuterPadding(
  column: GridColumn<ReportRow>,
  index: number,
  all: readonly GridColumn<ReportRow>[],
): GridColumn<ReportRow> {
  if (index !== all.length - 1) return column;
  const { width, narrow } = column;
  return { ...column, width: width + outerPadding, ...(narrow === undefined ? {} : { narrow: narrow + outerPadding }) };
}

/** Pixels that the last cell has beyond the padding of the others. */
const outerPadding = 10;

/** A group of one column needs room for its name and age. */
function roomForGroup(
  column: GridColumn<ReportRow>,
  index: number,
  all: readonly GridColumn<ReportRow>[],
): GridColumn<ReportRow> {
  const alone = column.startsGroup && (all[index + 1]?.startsGroup ?? true);
  // An age made of two sources says its clock time too.
  const least = column.group === 'income' || column.group === 'predicted' ? 196 : 112;
  return alone ? { ...column, width: Math.max(column.width, least) } : column;
}

/** The catalogue's entry for a column of some table. */
export function metricFor(level: ReportLevel, column: string): Metric | undefined {
  return metricsOf(level).find((metric) => metric.name === column);
}

/** What a column is made of: the catalogue's entry, or one of its kind for a figure of one product. */
export function measureOf(level: ReportLevel, column: string): Metric | undefined {
  const product = readProductColumn(column);
  if (product === null) return metricFor(level, column);
  const { label, definition, unit, mode } = product.field;
  const base = metricFor(level, mode === null ? 'trials' : `${mode}_income`);
  return base === undefined ? undefined : { ...base, name: column, label, definition, unit };
}

/** A long suffix is never cut, so it gets room beside the name. */
function nameWidth(displayed: LayoutRows | null): number {
  const suffix = (displayed?.rows ?? []).reduce((most, row) => Math.max(most, statusSuffix(row.status).length), 0);
  return 210 + Math.max(0, suffix - 10) * letterWidth;
}

function nameColumn(context: LayoutContext, displayed: LayoutRows | null): GridColumn<ReportRow> {
  const { level, compact } = context;
  return {
    key: 'name',
    label: levels[level].singular,
    unit: null,
    group: 'object',
    startsGroup: false,
    width: compact ? 150 : nameWidth(displayed),
    narrow: narrowName,
    grow: 4,
    align: 'start',
    cell: (row) => ({
      text: row.name,
      ...linkOf(row, context),
      suffix: statusSuffix(row.status),
      ...(isOutside(level, row) && row.id === 0 ? { note: 'not in total' } : {}),
    }),
  };
}

function linkOf(row: ReportRow, { level, opens, addressOf }: LayoutContext): Pick<CellView, 'link' | 'href'> {
  const link = opens !== false && canOpen(level, row);
  return link && addressOf !== undefined ? { link, href: addressOf(row) } : { link };
}

function toColumn(
  choice: ColumnChoice,
  groupBefore: string,
  context: LayoutContext,
  displayed: LayoutRows | null,
): GridColumn<ReportRow> {
  const metric = measureOf(context.level, choice.key);
  if (metric === undefined) throw new RangeError(`No column is called ${choice.key}`);
  const unit = unitSign(metric, context);
  const words = metric.unit === 'text' || metric.unit === 'flag' || metric.unit === 'instant';
  return {
    key: choice.key,
    label: metric.label,
    unit,
    group: choice.group,
    startsGroup: choice.group !== groupBefore,
    width: roomyWidth(metric, unit, context, displayed),
    narrow: narrowWidth(metric, context, displayed),
    grow: 1,
    align: words ? 'start' : 'end',
    explains: metric.from.kind !== 'setting' && !choice.group.startsWith('product:'),
    cell: cellMaker(metric, choice.key, context),
  };
}

/** A value that was entered is beside the one it replaces: columns that take values have the room for it. */
function roomyWidth(metric: Metric, unit: string | null, context: LayoutContext, displayed: LayoutRows | null): number {
  const width = columnWidth(metric, unit, context, displayed);
  const takes = context.editableColumns?.has(metric.name) === true && metric.unit === 'settings_money';
  return takes ? Math.max(width, narrowWidth(metric, context, displayed) + editRoom) : width;
}

/** Pixels of a value under 100 that is struck through, and of the gap beside it. */
const editRoom = 34;

/** Makes the cells of one column: value, hatching of young cohorts, and the change against the earlier period. */
function cellMaker(metric: Metric, key: string, context: LayoutContext): (row: ReportRow) => CellView {
  const { before, level, timeZone, editable } = context;
  const grows = growsWithAge(metric) && !key.startsWith('product:');
  return (row) => {
    const view = key.startsWith('product:')
      ? valueView(metric, numberIn(valueIn(row, key)))
      : cellOf(metric, row, timeZone);
    const immature = grows && isImmature(row) && !isOutside(level, row) && view.tone !== 'unknown';
    const second = before === undefined ? null : changeBeside(metric, key, row, before(row));
    const whole = isKeywordGroup(level, row);
    const takes = editable?.(row, key) === true;
    if (!immature && second === null && !whole && !takes) return view;
    return {
      ...view,
      ...(takes ? { editable: true } : {}),
      ...(whole ? { explained: false } : {}),
      ...(immature ? { immature } : {}),
      ...(second === null ? {} : { second }),
    };
  };
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Names are cut with an ellipsis; less of them could not be distinguished. */
const narrowName = 120;

function unitSign(metric: Metric, context: Pick<LayoutContext, 'currencySign' | 'settingsSign'>): string | null {
  if (metric.unit === 'percent') return '%';
  if (metric.unit === 'settings_money') return context.settingsSign;
  return metric.unit === 'money' || metric.unit === 'money_per_unit' ? context.currencySign : null;
}

/**
 * A cell of the totals row: settings are no sums, their place stays empty.
 * @param count what the name's place says beside "Total"
 * @param before the totals of the earlier period, when one is compared
 */
export function totalsView(
  level: ReportLevel,
  column: string,
  totals: ReportTotals,
  count: string,
  before: ReportTotals | null = null,
): CellView {
  if (column === 'name') return { text: 'Total', link: false, note: count };
  const metric = measureOf(level, column);
  const value = valueIn(totals, column);
  if (metric === undefined || metric.from.kind === 'setting') return { text: '' };
  const view = valueView(metric, numberIn(value));
  const second = before === null ? null : changeText(metric, numberIn(value), cellIn(before, column));
  return second === null ? view : { ...view, second };
}

/** How a row is drawn: paused rows step back, users without a campaign have another ground. */
export function rowTone(level: ReportLevel, row: ReportRow): 'normal' | 'muted' | 'outside' {
  if (isOutside(level, row)) return 'outside';
  return isRunning(row.status) ? 'normal' : 'muted';
}
