import { dayMs, minuteMs } from '@tapwise/contract/calendar';
import type { EChartsCoreOption } from 'echarts/core';
import { type ChartTokens, tooltipBox, tooltipContent } from '../../../../../shared/chart/index.ts';
import { automationMessages } from '../../messages.ts';
import { bidText } from '../../model/amounts.ts';
import { type BidLine, bidAt, linePoints } from '../../model/bid-lines.ts';

const words = automationMessages.chart;

export interface BidsDrawing {
  lines: readonly BidLine[];
  /** The rule's limit of bids; `null` without one. */
  cap: number | null;
  /** When the rule itself was changed last. */
  edited: number;
  currency: string;
  from: number;
  now: number;
  narrow: boolean;
  /** "21 Nov, 15:00". */
  instant: (at: number) => string;
  /** What decided the step of a line nearest before an instant. */
  numbers: (key: string, at: number) => string | null;
}

/** "21 Nov", and the hour where all is within two days. */
function dateText({ from, now, instant }: BidsDrawing, at: number): string {
  const [day = '', clock = ''] = instant(at).split(', ');
  return now - from > 2 * dayMs ? day : clock;
}

const dashes = ['solid', 'dashed', 'dotted'] as const;
const roomForNames = 132;

/** Bids as steps over time, the limit dashed, and where the rule was changed. */
export function bidsOption(drawing: BidsDrawing, tokens: ChartTokens): EChartsCoreOption {
  const { lines, currency, narrow, from, now } = drawing;
  return {
    // Names at the ends are moved apart once the lines are drawn; an animation would put them back.
    animation: false,
    textStyle: { fontFamily: tokens.font, color: tokens.quiet },
    aria: { enabled: false },
    tooltip: {
      ...tooltipBox(tokens),
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: tokens.faint, type: 'dashed' } },
      formatter: (hits: { axisValue: number }[]) => tooltipAt(drawing, tokens, Number(hits[0]?.axisValue ?? now)),
    },
    grid: [{ left: 44, right: narrow ? 16 : roomForNames, top: 16, bottom: 24, outerBoundsMode: 'none' }],
    xAxis: [
      {
        // No label twice: they say minutes, or days.
        type: 'time',
        min: from,
        max: now,
        boundaryGap: false,
        minInterval: now - from > 2 * dayMs ? dayMs : minuteMs,
        axisTick: { show: false },
        axisLine: { lineStyle: { color: tokens.axis } },
        axisLabel: {
          color: tokens.quiet,
          fontSize: 11,
          hideOverlap: true,
          formatter: (at: number) => dateText(drawing, at),
        },
        splitLine: { show: false },
      },
    ],
    yAxis: [
      {
        type: 'value',
        scale: true,
        axisTick: { show: false },
        axisLine: { show: false },
        splitLine: { lineStyle: { color: tokens.gridline } },
        axisLabel: { color: tokens.quiet, fontSize: 11, formatter: (value: number) => bidText(value, currency) },
      },
    ],
    series: [...lines.map((line, index) => lineSeries(line, index, drawing, tokens)), marksSeries(drawing, tokens)],
  };
}

function tooltipAt({ lines, currency, instant, numbers }: BidsDrawing, tokens: ChartTokens, at: number) {
  const rows = lines.flatMap((line, index) => {
    const bid = bidAt(line, at);
    const decided = numbers(line.key, at);
    const color = tokens.series[index] ?? tokens.ink;
    if (bid === null) return [];
    return [
      { name: line.name, text: bidText(bid, currency), color },
      ...(decided === null ? [] : [{ name: decided, text: '' }]),
    ];
  });
  return tooltipContent(instant(at), rows);
}

function lineSeries(line: BidLine, index: number, { from, now, narrow }: BidsDrawing, tokens: ChartTokens) {
  const color = tokens.series[index] ?? tokens.ink;
  const name = line.name.length > 16 ? `${line.name.slice(0, 15)}…` : line.name;
  return {
    type: 'line',
    id: line.key,
    name: line.name,
    step: 'end',
    symbol: 'circle',
    symbolSize: 5,
    showSymbol: true,
    color,
    data: linePoints(line, from, now),
    lineStyle: { width: index === 0 ? 2.5 : 1.75, type: dashes[index] ?? 'solid' },
    emphasis: { disabled: true },
    labelLayout: { moveOverlap: 'shiftY' },
    ...(narrow
      ? {}
      : {
          endLabel: {
            show: true,
            distance: 10,
            minMargin: 10,
            // Names are in ink beside a swatch: two of the colours are too pale for text. The name is no template.
            formatter: () => `{swatch|■}  {name|${name.replace(/[{}]/g, ' ')}}`,
            rich: {
              swatch: { color, fontSize: 11, lineHeight: 17 },
              name: { color: tokens.ink, fontSize: 12, fontWeight: 500, lineHeight: 17 },
            },
          },
        }),
  };
}

/** Words on the sheet's own ground, so that no line goes through them. */
const overLines = ({ sheet }: ChartTokens) => ({ backgroundColor: sheet, padding: [1, 3] });

/** The limit, and where the rule was changed: lines over a series that draws nothing itself. */
function marksSeries({ cap, edited, currency, from, now }: BidsDrawing, tokens: ChartTokens) {
  const limit =
    cap === null
      ? []
      : [
          {
            yAxis: cap,
            lineStyle: { color: tokens.warning, type: 'dashed', width: 1 },
            label: {
              formatter: words.cap(bidText(cap, currency)),
              color: tokens.warning,
              position: 'insideStartTop',
              ...overLines(tokens),
            },
          },
        ];
  const change =
    edited <= from || edited >= now
      ? []
      : [
          {
            xAxis: edited,
            lineStyle: { color: tokens.faint, type: 'dashed', width: 1 },
            label: {
              formatter: words.edited,
              color: tokens.quiet,
              rotate: 0,
              ...overLines(tokens),
              position: 'insideStartTop',
              align: 'left',
              offset: [6, -12],
            },
          },
        ];
  return {
    type: 'line',
    id: 'marks',
    symbol: 'none',
    silent: true,
    lineStyle: { width: 0 },
    // The axis makes room for the limit.
    data: cap === null ? [] : [[from, cap]],
    markLine: { silent: true, symbol: 'none', animation: false, label: { fontSize: 11 }, data: [...change, ...limit] },
  };
}
