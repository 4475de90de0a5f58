import type { EChartsCoreOption } from 'echarts/core';
import { type ChartTokens, tooltipBox, tooltipContent } from '../../../../shared/chart/index.ts';
import type { CurveKind } from '../messages.ts';
import { type CurvePoint, observedEnd, pointName } from '../model/curve.ts';
import { describePoint } from '../model/describe-point.ts';

interface CurveDrawing {
  kind: CurveKind;
  points: readonly CurvePoint[];
  /** Name of the country drawn, at the end of its line. */
  name: string;
  worldwideName: string;
  axisName: string;
  sign: string;
  /** No room for names beside the lines. */
  narrow: boolean;
}

/** A curve with its band, what is not yet observed dashed, the worldwide curve behind it. */
export function curveOption(drawing: CurveDrawing, tokens: ChartTokens): EChartsCoreOption {
  const { kind, points, sign } = drawing;
  return {
    // The names at the ends are moved apart once the lines are drawn; an animation would put them back.
    animation: false,
    textStyle: { fontFamily: tokens.font, color: tokens.quiet },
    aria: { enabled: false },
    tooltip: {
      ...tooltipBox(tokens),
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: tokens.faint, type: 'dashed' } },
      formatter: (hits: { dataIndex: number }[] | { dataIndex: number }) => {
        const point = points[(Array.isArray(hits) ? hits[0] : hits)?.dataIndex ?? 0];
        return point === undefined
          ? tooltipContent('', [])
          : tooltipContent(pointName(kind, point.x), describePoint(kind, point, sign));
      },
    },
    grid: [{ left: 44, right: drawing.narrow ? 16 : 116, top: 24, bottom: 44, outerBoundsMode: 'none' }],
    xAxis: [pointAxis(drawing, tokens)],
    yAxis: [valueAxis(kind, tokens)],
    series: [...bandSeries(points, tokens), ...lineSeries(drawing, tokens)],
  };
}

function pointAxis({ kind, points, axisName }: CurveDrawing, tokens: ChartTokens) {
  const hours = kind === 'trial_conversion';
  const step = hours ? (points.length > 24 * 8 ? 24 * 7 : points.length > 25 ? 24 : 1) : 0;
  return {
    type: 'category',
    data: points.map(({ x }) => String(x)),
    boundaryGap: false,
    name: axisName,
    nameLocation: 'middle',
    nameGap: 30,
    nameTextStyle: { color: tokens.quiet, fontSize: 12 },
    axisTick: { show: false },
    axisLine: { lineStyle: { color: tokens.axis } },
    axisLabel: {
      color: tokens.quiet,
      fontSize: 11,
      hideOverlap: true,
      ...(step === 0 ? {} : { interval: (index: number) => index % step === 0 }),
    },
    axisPointer: { triggerEmphasis: false },
  };
}

function valueAxis(kind: CurveKind, tokens: ChartTokens) {
  const percent = kind === 'trial_conversion';
  const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: percent ? 0 : 2 });
  return {
    type: 'value',
    min: 0,
    ...(percent ? { max: 1 } : {}),
    axisTick: { show: false },
    axisLine: { show: false },
    splitLine: { lineStyle: { color: tokens.gridline } },
    axisLabel: {
      color: tokens.quiet,
      fontSize: 11,
      formatter: (value: number) => whole.format(percent ? value * 100 : value),
    },
  };
}

/** The band is two stacked areas, the lower one without colour; its edges are lines of their own. */
function bandSeries(points: readonly CurvePoint[], tokens: ChartTokens) {
  if (points.every(({ low }) => low === null)) return [];
  const color = tokens.series[0];
  const plain = { type: 'line', symbol: 'none', silent: true, lineStyle: { width: 0 }, z: 1 };
  const edge = { type: 'line', symbol: 'none', silent: true, z: 2, lineStyle: { width: 1, type: 'dotted', color } };
  const lows = points.map(({ low }) => low);
  const highs = points.map(({ high }) => high);
  return [
    { ...plain, id: 'band-base', data: lows, stack: 'band' },
    {
      ...plain,
      id: 'band',
      data: points.map(({ low, high }) => (low === null || high === null ? null : high - low)),
      stack: 'band',
      areaStyle: { color, opacity: 0.16 },
    },
    { ...edge, id: 'band-low', data: lows },
    { ...edge, id: 'band-high', data: highs },
  ];
}

const line = { type: 'line', symbol: 'none', connectNulls: false, emphasis: { disabled: true }, z: 3 };

function lineSeries(drawing: CurveDrawing, tokens: ChartTokens) {
  const { points, name, worldwideName, narrow } = drawing;
  const end = observedEnd(points);
  const color = tokens.series[0];
  const seen = points.map(({ value, observed }) => (observed ? value : null));
  const unseen = points.map(({ value, observed }, index) =>
    !observed || points[index + 1]?.observed === false ? value : null,
  );
  const all = points.map(({ value }) => value);
  const countryLabel = narrow ? {} : named(name, tokens.ink, 500);
  const others = narrow ? {} : named(worldwideName, tokens.quiet, 400);
  return [
    {
      ...line,
      id: 'observed',
      data: seen,
      lineStyle: { width: 2.5, color },
      markLine: markOf(points, end, tokens),
    },
    { ...line, id: 'model', data: unseen, lineStyle: { width: 2.5, color, type: [5, 4] } },
    // The name is on a line through all points, which is not drawn.
    { ...line, id: 'name', data: all, lineStyle: { width: 0 }, ...countryLabel },
    ...sideLine('worldwide', points, { width: 1.5, color: tokens.quiet }, others),
    ...sideLine('paid', points, { width: 1.5, color: tokens.faint, type: 'dotted' }, {}),
  ];
}

/** A line beside the curve, where there is one. */
function sideLine(id: 'worldwide' | 'paid', points: readonly CurvePoint[], lineStyle: object, label: object) {
  const data = points.map((point) => point[id]);
  return data.some((value) => value !== null) ? [{ ...line, id, data, lineStyle, ...label }] : [];
}

/** A line's name at its end. */
function named(text: string, color: string, fontWeight: number) {
  const room = { width: 100, overflow: 'truncate', minMargin: 10 };
  return {
    endLabel: { show: true, distance: 8, formatter: () => text, color, fontSize: 12, fontWeight, ...room },
    labelLayout: { moveOverlap: 'shiftY' },
  };
}

function markOf(points: readonly CurvePoint[], end: number | null, tokens: ChartTokens) {
  if (end === null) return { data: [] };
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    lineStyle: { color: tokens.quiet, type: 'dashed', width: 1 },
    label: {
      formatter: 'observed to here',
      color: tokens.quiet,
      fontSize: 11,
      rotate: 0,
      // Near the end the words are before the line and at its foot: behind it are the names of the curves, and above it
      // the curve itself.
      ...(end > points.length * 0.7
        ? { position: 'insideStartTop', offset: [-6, -12], align: 'right' }
        : { position: 'insideEndTop', offset: [6, 12], align: 'left' }),
    },
    data: [{ xAxis: String(points[end]?.x ?? '') }],
  };
}
