import type { Metric } from '@tapwise/contract';
import { formatCount, formatMoney, formatPercent, unknown } from '../format/numbers.ts';

/** One line of a chart. */
export interface ChartLine {
  id: string;
  name: string;
  unit: Metric['unit'];
  axis: NonNullable<Metric['chart']>['axis'];
  /** Place in the palette. */
  slot: number;
  /** One per date; `null` is a gap and stays one. */
  values: readonly (number | null)[];
  /** The same of an earlier period, place by place; absent when nothing is compared. */
  before?: readonly (number | null)[];
}

/** Something that happened at a date: what, and to whom. */
export interface ChartEvent {
  title: string;
  description: string;
}

/** Lines over the same dates. */
export interface ChartModel {
  dates: readonly string[];
  /** What the axis and the tooltip say for each date. */
  labels: readonly string[];
  titles: readonly string[];
  /** The dates of the earlier period at the same places. */
  beforeTitles?: readonly string[];
  lines: readonly ChartLine[];
  /** What happened at each date, to be marked there; absent where nothing is marked. */
  events?: readonly (readonly ChartEvent[])[];
  /** Place of the bucket that is still running: drawn dotted. `null` when the range has ended. */
  runningAt: number | null;
  /** Sign of the currency of all amounts. */
  currencySign: string;
}

/** A value with the sign of its unit: `$498`, `12.34 %`, `1,204`. */
export function formatValue(value: number | null, unit: Metric['unit'], currencySign: string): string {
  if (value === null) return unknown;
  if (unit === 'percent') return `${formatPercent(value)} %`;
  if (unit !== 'money' && unit !== 'money_per_unit' && unit !== 'settings_money') return formatCount(value);
  const gap = currencySign.length > 1 ? ' ' : '';
  const text = formatMoney(Math.abs(value));
  return `${value < 0 ? '−' : ''}${currencySign}${gap}${text}`;
}

/** Rows of the tooltip at most; the rest is counted. */
const tooltipRows = 10;

export interface PointRow {
  line: ChartLine;
  text: string;
  /** The value at the same place of the earlier period; `null` when nothing is compared. */
  before: string | null;
}

/** Events of a point that are listed one by one; the rest is counted. */
const tooltipEvents = 4;

export interface Point {
  title: string;
  events: readonly ChartEvent[];
  moreEvents: number;
  rows: PointRow[];
  more: number;
}

/** What is shown at one date: what happened, then the highest values first, and how many more there are of both. */
export function pointAt(model: ChartModel, index: number): Point {
  const definedLines = model.lines.filter((line) => line.values[index] != null || line.before?.[index] != null);
  const sorted = [...definedLines].sort((first, second) => (second.values[index] ?? 0) - (first.values[index] ?? 0));
  const rows = sorted.slice(0, tooltipRows).map((line) => ({
    line,
    text: formatValue(line.values[index] ?? null, line.unit, model.currencySign),
    before: line.before === undefined ? null : formatValue(line.before[index] ?? null, line.unit, model.currencySign),
  }));
  const title = model.titles[index] ?? '';
  const earlier = model.beforeTitles?.[index];
  const happened = model.events?.[index] ?? [];
  return {
    title: earlier === undefined ? title : `${title}, before: ${earlier}`,
    events: happened.slice(0, tooltipEvents),
    moreEvents: Math.max(0, happened.length - tooltipEvents),
    rows,
    more: sorted.length - rows.length,
  };
}

/** The same in one sentence, for screen readers. */
export function sayPoint(model: ChartModel, index: number): string {
  const { title, events, moreEvents, rows, more } = pointAt(model, index);
  const happened = events.map((event) => `${event.title}, ${event.description}. `).join('');
  const others = moreEvents > 0 ? `${moreEvents} more changes. ` : '';
  if (rows.length === 0) return `${title}: ${happened}${others}nothing known`;
  const values = rows
    .map(({ line, text, before }) => `${line.name} ${text}${before === null ? '' : `, before ${before}`}`)
    .join(', ');
  return `${title}: ${happened}${others}${values}${more > 0 ? `, ${more} more` : ''}`;
}
