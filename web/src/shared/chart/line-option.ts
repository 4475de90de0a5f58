import type { EChartsCoreOption } from 'echarts/core';
import { type PlannedAxis, planAxes } from './axis-plan.ts';
import { type ChartLine, type ChartModel, pointAt } from './chart-model.ts';
import type { ChartTokens } from './chart-tokens.ts';
import { seriesLook } from './series-look.ts';
import { tooltipBox, tooltipContent } from './tooltip-content.ts';

/** Lines are named at their end while there is room for all the names. */
const mostEndLabels = 8;
const longestEndLabel = 24;
/** A rough width of a letter at 12 pixels, and of what is around the name: distance, swatch, gap. */
const letterWidth = 7;
const labelAround = 42;
/** Room for the figures of an axis on the right. */
const rightAxisWidth = 44;
/** Room for the dates under the axis. */
export const datesHeight = 28;
/** More points than pixels are thinned out so that peaks stay. */
const sampledFrom = 2000;

export interface LineOptions {
  animate: boolean;
  /** No room for names beside the lines. */
  narrow: boolean;
  /** Lines switched off in the legend. */
  hidden: ReadonlySet<string>;
  /** Room between axis and dates for what is shown there, in pixels. */
  markRowHeight?: number;
}

/** Lines over time as the chart library takes them. */
export function lineOption(model: ChartModel, tokens: ChartTokens, options: LineOptions): EChartsCoreOption {
  const lines = model.lines.filter((line) => !options.hidden.has(line.id));
  // The dates need an axis beside them, also when every line is switched off.
  const axes = planAxes(lines.length > 0 ? lines : model.lines);
  const grids = axes.some((axis) => axis.grid === 1) ? 2 : 1;
  const endLabels = !options.narrow && lines.length <= mostEndLabels;
  const visibleModel: ChartModel = { ...model, lines };
  const { markRowHeight = 0 } = options;
  return {
    // Names at the ends are moved apart once the lines are drawn; an animation would put them back.
    animation: options.animate && !endLabels,
    animationDuration: 200,
    animationDurationUpdate: 0,
    textStyle: { fontFamily: tokens.font, color: tokens.quiet },
    aria: { enabled: false },
    axisPointer: { link: [{ xAxisIndex: 'all' }], lineStyle: { color: tokens.faint, type: 'dashed' } },
    tooltip: {
      ...tooltipBox(tokens),
      trigger: 'axis',
      formatter: (hits: { dataIndex: number }[] | { dataIndex: number }) => {
        const index = (Array.isArray(hits) ? hits[0] : hits)?.dataIndex ?? 0;
        const { title, events, moreEvents, rows, more } = pointAt(visibleModel, index);
        const drawn = rows.map(({ line, text, before }) => ({
          name: line.name,
          text,
          quiet: before ?? undefined,
          color: colorOf(line, tokens),
        }));
        return tooltipContent(title, drawn, more, { events, more: moreEvents });
      },
    },
    grid: Array.from({ length: grids }, (_, grid) => {
      const room = { labels: endLabels ? roomForLabels(lines) : 0, markRowHeight };
      return gridBox(grid, grids, axes, room);
    }),
    xAxis: Array.from({ length: grids }, (_, grid) =>
      dateAxis(model, tokens, grid, grid === grids - 1 ? markRowHeight : null),
    ),
    yAxis: axes.map((axis) => valueAxis(axis, axes, model, tokens)),
    series: lines.flatMap((line) => {
      const axis = axes.findIndex((candidate) => candidate.group === line.axis);
      const grid = axes[axis]?.grid ?? 0;
      const rightAxis = axes.some((other) => other.grid === grid && other.side === 'right');
      const context = { model, tokens, axis, grid, endLabels, rightAxis };
      return [...beforeOf(line, context), ...seriesOf(line, context)];
    }),
  };
}

function colorOf(line: ChartLine, tokens: ChartTokens): string {
  return tokens.series[line.slot % tokens.series.length] ?? tokens.ink;
}

function gridBox(
  grid: number,
  grids: number,
  axes: readonly PlannedAxis[],
  { labels, markRowHeight }: { labels: number; markRowHeight: number },
) {
  const rightAxis = axes.some((axis) => axis.grid === grid && axis.side === 'right');
  const right = 24 + labels + (rightAxis ? rightAxisWidth : 0);
  const bottom = datesHeight + markRowHeight;
  const bounds = grids === 1 ? { top: 30, bottom } : grid === 0 ? { top: 30, bottom: '54%' } : { top: '54%', bottom };
  return { ...bounds, left: 52, right, outerBoundsMode: 'none' };
}

function roomForLabels(lines: readonly ChartLine[]): number {
  const longest = lines.reduce((most, line) => Math.max(most, Math.min(line.name.length, longestEndLabel)), 0);
  return labelAround + longest * letterWidth - 24;
}

/** @param markRowHeight room left before the dates; `null` for an axis without dates. */
function dateAxis(model: ChartModel, tokens: ChartTokens, grid: number, markRowHeight: number | null) {
  const marked = (index: number) => (model.events?.[index]?.length ?? 0) > 0;
  return {
    type: 'category',
    gridIndex: grid,
    data: model.labels,
    boundaryGap: false,
    axisTick: { show: false },
    axisLine: { onZero: false, lineStyle: { color: tokens.axis } },
    axisLabel: {
      show: markRowHeight !== null,
      margin: 8 + (markRowHeight ?? 0),
      color: tokens.quiet,
      fontSize: 11,
      hideOverlap: true,
    },
    splitLine: {
      show: true,
      interval: marked,
      // The first and the last are else drawn in any case.
      showMinLine: marked(0),
      showMaxLine: marked(model.dates.length - 1),
      lineStyle: { color: tokens.faint, type: 'dashed', width: 1 },
    },
    axisPointer: { show: true, type: 'line', label: { show: false }, triggerEmphasis: false },
  };
}

const axisNames: Record<PlannedAxis['group'], (sign: string) => string> = {
  units: () => 'count',
  money: (sign) => sign,
  percentage: () => '%',
  money_per_unit: (sign) => `${sign} each`,
};

function valueAxis(axis: PlannedAxis, axes: readonly PlannedAxis[], model: ChartModel, tokens: ChartTokens) {
  const { group, side, grid } = axis;
  const alone = !axes.some((other) => other !== axis && other.grid === grid);
  const percent = group === 'percentage';
  const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: percent ? 0 : 2 });
  return {
    type: 'value',
    gridIndex: grid,
    position: side,
    name: axisNames[group](model.currencySign),
    nameGap: 12,
    nameTextStyle: { color: tokens.quiet, fontSize: 11, align: side === 'left' ? 'right' : 'left' },
    // Amounts and counts begin at zero; ticks of percentages are whole percents.
    min: (extent: { min: number }) => Math.min(0, extent.min),
    minInterval: percent ? 0.01 : group === 'units' ? 1 : 0,
    axisTick: { show: false },
    axisLine: { show: false },
    splitLine: { show: side === 'left' || alone, lineStyle: { color: tokens.gridline } },
    axisLabel: {
      color: tokens.quiet,
      fontSize: 11,
      formatter: (value: number) => whole.format(percent ? value * 100 : value),
    },
  };
}

interface SeriesContext {
  model: ChartModel;
  tokens: ChartTokens;
  axis: number;
  grid: number;
  endLabels: boolean;
  /** Figures of an axis are right of the lines. */
  rightAxis: boolean;
}

/** A line, and a dotted tail for the bucket that still runs. */
function seriesOf(line: ChartLine, context: SeriesContext) {
  const { model, tokens } = context;
  const color = colorOf(line, tokens);
  const look = seriesLook(line.slot);
  const common = {
    type: 'line',
    xAxisIndex: context.grid,
    yAxisIndex: context.axis,
    color,
    connectNulls: false,
    emphasis: { lineStyle: { width: 2.5 }, areaStyle: { opacity: 0.08 } },
    labelLayout: { moveOverlap: 'shiftY' },
  };
  const running = model.runningAt;
  const label = endLabelOf(line, context);
  const values = running === null ? line.values : line.values.map((value, at) => (at < running ? value : null));
  const solid = {
    ...common,
    id: line.id,
    name: line.name,
    data: values,
    symbol: look.symbol === 'none' ? 'circle' : look.symbol,
    symbolSize: 5,
    showSymbol: look.symbol !== 'none' || standsAlone(values),
    lineStyle: { width: 1.75, type: look.dash },
    areaStyle: { opacity: 0 },
    ...(line.values.length > sampledFrom ? { sampling: 'lttb', showSymbol: false } : {}),
    ...(running === null ? label : {}),
  };
  if (running === null) return [solid];
  const tail = line.values.map((value, at) => (at === running || at === running - 1 ? value : null));
  return [
    solid,
    {
      ...common,
      id: `${line.id}${tailSuffix}`,
      name: line.name,
      data: tail,
      symbol: 'circle',
      symbolSize: (_: unknown, point: { dataIndex: number }) => (point.dataIndex === running ? 5 : 0),
      showSymbol: true,
      lineStyle: { width: 1.75, type: [1, 3], cap: 'round' },
      ...label,
    },
  ];
}

/** The earlier period: a thin dashed line of the same colour, under the line it is compared with. */
function beforeOf(line: ChartLine, { tokens, axis, grid }: SeriesContext) {
  if (line.before === undefined) return [];
  return [
    {
      type: 'line',
      id: `${line.id}${beforeSuffix}`,
      name: line.name,
      xAxisIndex: grid,
      yAxisIndex: axis,
      color: colorOf(line, tokens),
      data: line.before,
      connectNulls: false,
      symbol: 'circle',
      symbolSize: 4,
      showSymbol: standsAlone(line.before),
      lineStyle: { width: 1.25, type: [6, 4] },
      emphasis: { lineStyle: { width: 1.75 } },
      z: 1,
    },
  ];
}

const tailSuffix = ':running';
const beforeSuffix = ':before';

/** The line a drawn series belongs to. */
export function lineOfSeries(seriesId: string): string {
  const suffix = [tailSuffix, beforeSuffix].find((end) => seriesId.endsWith(end)) ?? '';
  return seriesId.slice(0, seriesId.length - suffix.length);
}

/** Ids of what is drawn for a line. */
export function seriesOfLine(lineId: string): string[] {
  return [lineId, lineId + tailSuffix, lineId + beforeSuffix];
}

/** A point between two gaps has no line; it needs a mark to be seen. */
function standsAlone(values: readonly (number | null)[]): boolean {
  return values.some((value, at) => value !== null && values[at - 1] == null && values[at + 1] == null);
}

function endLabelOf(line: ChartLine, { tokens, endLabels, rightAxis }: SeriesContext) {
  if (!endLabels) return {};
  const name = line.name.length > longestEndLabel ? `${line.name.slice(0, longestEndLabel - 1)}…` : line.name;
  return {
    endLabel: {
      show: true,
      // Wide enough for what is under the last date.
      distance: rightAxis ? rightAxisWidth : 16,
      // Names are in ink beside a swatch: two of the colours are too pale for text. The name is no template.
      formatter: () => `{swatch|■}  {name|${name.replace(/[{}]/g, ' ')}}`,
      minMargin: 10,
      rich: {
        swatch: { color: colorOf(line, tokens), fontSize: 11, lineHeight: 17 },
        name: { color: tokens.ink, fontSize: 12, fontWeight: 500, lineHeight: 17 },
      },
    },
  };
}
