import type { Metric, ReportRow } from '@tapwise/contract';
import { changeText } from '../scope/compare-periods.ts';
import { cellOf, valueView } from './cell-views.ts';
import type { LayoutRows } from './column-choice.ts';
import { type Cells, valueIn } from './product-columns.ts';

/** What widths depend on beside the answer. */
interface WidthContext {
  timeZone: string;
  before?: ((row: ReportRow) => ReportRow | undefined) | undefined;
}

// Pixels of Inter at the sizes of the grid, measured: figures 13 px, headers 12 px, second lines 11 px.
const digitWidth = 8.5;
const pointWidth = 3.6;
/** A letter of a word, on average. */
export const letterWidth = 7;
const capitalWidth = 7.6;
const headerLetterWidth = 6;
const secondLetterWidth = 6.5;

const cellPadding = 20;
const chipWidth = 24;
const paceWidth = 38;
const shareWidth = 66;
/** The arrow of a sorted column is before its label and must not touch the header beside it. */
const arrowWidth = 8;
const leastWidth = 56;

/** Pixels of a figure: all digits are equally wide, points and commas narrow. */
export function figureWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += /[.,]/.test(sign) ? pointWidth : /[\d+−–]/.test(sign) ? digitWidth : letterWidth;
  return width;
}

/** Pixels of a header's words. */
export function labelWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += /[A-Z%]/.test(sign) ? capitalWidth : headerLetterWidth;
  return width;
}

/**
 * Room for the header and for the widest figure of the answer with a digit to spare, so that no update widens a column.
 */
export function columnWidth(
  metric: Metric,
  unit: string | null,
  context: WidthContext,
  displayed: LayoutRows | null,
): number {
  if (metric.name === 'status') return narrowWidth(metric, context, displayed);
  const header = labelWidth(unit === null ? metric.label : `${metric.label} ${unit}`) + arrowWidth;
  const figures =
    displayed === null ? 0 : widestText(metric, displayed, context.timeZone) + digitWidth + extraWidth(metric);
  const first = Math.max(header, figures);
  return Math.max(leastWidth, Math.ceil(cellPadding + first), narrowWidth(metric, context, displayed));
}

/** Room for the widest figure of the answer and no more: a header may be cut, a figure never. */
export function narrowWidth(metric: Metric, context: WidthContext, displayed: LayoutRows | null): number {
  const widest = displayed === null ? 0 : widestText(metric, displayed, context.timeZone);
  if (metric.name === 'status') return Math.ceil(cellPadding + chipWidth + Math.max(6 * letterWidth, widest));
  const second =
    context.before === undefined ? 0 : longestChange(metric, context.before, displayed) * secondLetterWidth;
  return Math.ceil(cellPadding + Math.max(widest + extraWidth(metric), second));
}

function extraWidth({ name }: Metric): number {
  return name === 'daily_spend' ? paceWidth : name === 'impression_share' ? shareWidth : 0;
}

/** The widest text of a column: figures by their largest size, which has the most digits, words one by one. */
function widestText(metric: Metric, { rows, totals }: LayoutRows, timeZone: string): number {
  const total = valueIn(totals, metric.name);
  let largest = Math.abs(typeof total === 'number' ? total : 0);
  let words = 0;
  for (const row of rows) {
    const value = valueIn(row, metric.name);
    if (typeof value === 'number') largest = Math.max(largest, Math.abs(value));
    else if (typeof value === 'string')
      words = Math.max(words, cellOf(metric, row, timeZone).text.length * letterWidth);
  }
  if (metric.name === 'status') return words;
  const sign = metric.name.endsWith('_result') ? digitWidth : 0;
  // Amounts lose their decimals at 100: the largest two-digit one is wider than a small three-digit one.
  const texts = largest >= 100 ? [largest, 99.99] : [largest];
  const figures = texts.map((size) => figureWidth(valueView(metric, size).text));
  return Math.max(words, Math.max(...figures) + sign);
}

/** Length of the longest second line. */
function longestChange(
  metric: Metric,
  before: NonNullable<WidthContext['before']>,
  displayed: LayoutRows | null,
): number {
  return (displayed?.rows ?? []).reduce((most, row) => {
    return Math.max(most, changeBeside(metric, metric.name, row, before(row))?.length ?? 0);
  }, 0);
}

/** The second line of a cell: the change against the earlier period. */
export function changeBeside(
  metric: Metric,
  key: string,
  now: ReportRow,
  before: ReportRow | undefined,
): string | null {
  return changeText(metric, cellIn(now, key), before === undefined ? undefined : cellIn(before, key));
}

/** The figure a column shows; `undefined` when it is not known. */
export function cellIn(cells: Cells, key: string): number | undefined {
  const value = valueIn(cells, key);
  return typeof value === 'number' ? value : undefined;
}
