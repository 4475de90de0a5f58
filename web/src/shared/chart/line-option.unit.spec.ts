import { describe, expect, it } from 'vitest';
import type { ChartModel } from './chart-model.ts';
import type { ChartTokens } from './chart-tokens.ts';
import { lineOfSeries, lineOption, seriesOfLine } from './line-option.ts';

const tokens: ChartTokens = {
  series: ['#0078d4', '#986f0b', '#394146', '#c239b3'],
  ink: '#111111',
  quiet: '#555555',
  faint: '#777777',
  gridline: '#eeeeee',
  axis: '#cccccc',
  sheet: '#ffffff',
  raised: '#ffffff',
  raisedEdge: '#cccccc',
  warning: '#bc4b09',
  font: 'sans-serif',
};
const model: ChartModel = {
  dates: ['2026-11-19', '2026-11-20', '2026-11-21'],
  labels: ['19 Nov', '20 Nov', '21 Nov'],
  titles: ['Thu 19 Nov', 'Fri 20 Nov', 'Sat 21 Nov'],
  lines: [
    { id: 'a', name: 'Brand {x}', unit: 'money', axis: 'money', slot: 0, values: [5, null, 3] },
    { id: 'b', name: 'Rate', unit: 'percent', axis: 'percentage', slot: 3, values: [0.1, 0.2, 0.3] },
  ],
  runningAt: 2,
  currencySign: '$',
};
interface DrawnSeries {
  id: string;
  data: (number | null)[];
  connectNulls: boolean;
  yAxisIndex: number;
  lineStyle: { type: unknown };
  endLabel?: { formatter: () => string };
}
interface Drawn {
  series: DrawnSeries[];
  grid: { bottom: number | string }[];
  xAxis: {
    gridIndex: number;
    axisLabel: { show: boolean; margin: number };
    splitLine: { interval: (index: number) => boolean; showMinLine: boolean; showMaxLine: boolean };
  }[];
  yAxis: { position: string; minInterval: number; axisLabel: { formatter: (value: number) => string } }[];
}
const draw = (part: Partial<ChartModel> = {}, hidden: string[] = []) =>
  lineOption({ ...model, ...part }, tokens, {
    animate: false,
    narrow: false,
    hidden: new Set(hidden),
  }) as unknown as Drawn;

describe('lines as they are drawn', () => {
  it('keep their gaps, and draw the bucket that still runs as a dotted tail', () => {
    const [whole, tail] = draw().series;
    expect(whole).toMatchObject({ id: 'a', data: [5, null, null], connectNulls: false });
    expect(tail).toMatchObject({ data: [null, null, 3], lineStyle: { type: [1, 3] } });
    expect(draw({ runningAt: null }).series.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('are on the axis of their group, percentages in whole percents', () => {
    const { series, yAxis } = draw();
    expect(yAxis.map(({ position }) => position)).toEqual(['left', 'right']);
    expect(series.find(({ id }) => id === 'b')?.yAxisIndex).toBe(1);
    expect(yAxis[1]?.minInterval).toBe(0.01);
    expect(yAxis[1]?.axisLabel.formatter(0.25)).toBe('25');
  });

  it('take their dash from the fourth colour on', () => {
    expect(draw().series.find(({ id }) => id === 'b')?.lineStyle.type).toBe('dashed');
  });

  it('that are hidden take neither room nor axis', () => {
    const { series, yAxis } = draw({}, ['b']);
    expect(series.map(({ id }) => lineOfSeries(id))).toEqual(['a', 'a']);
    expect(yAxis).toHaveLength(1);
  });

  it('leave the axes when all of them are hidden', () => {
    const { series, yAxis, xAxis } = draw({}, ['a', 'b']);
    expect(series).toEqual([]);
    expect([yAxis.length, xAxis.length]).toEqual([2, 1]);
  });

  it('are named at their end up to eight, and a name is never read as a template', () => {
    const label = draw({ runningAt: null }).series[0]?.endLabel?.formatter();
    expect(label).toBe('{swatch|■}  {name|Brand  x }');
    const nine = Array.from({ length: 9 }, (_, slot) => ({
      ...model.lines[0],
      id: `l${slot}`,
      slot,
    })) as ChartModel['lines'];
    expect(draw({ lines: nine }).series.some(({ endLabel }) => endLabel !== undefined)).toBe(false);
  });

  it('know the line their parts belong to', () => {
    expect(seriesOfLine('a').map(lineOfSeries)).toEqual(['a', 'a', 'a']);
  });
});

describe('marks', () => {
  const events = [[], [{ title: 'Paused', description: 'Brand' }], []];

  it('are dashed lines at the dates something happened, in every grid, and not elsewhere', () => {
    const rate = { id: 'c', name: 'Each', unit: 'money_per_unit', axis: 'money_per_unit', slot: 1, values: [1, 2, 3] };
    const { xAxis } = draw({ lines: [...model.lines, rate as ChartModel['lines'][number]], events });
    expect(xAxis.map(({ gridIndex }) => gridIndex)).toEqual([0, 1]);
    for (const { splitLine } of xAxis) {
      expect([0, 1, 2].map(splitLine.interval)).toEqual([false, true, false]);
      expect(splitLine).toMatchObject({ showMinLine: false, showMaxLine: false });
    }
    expect(draw().xAxis[0]?.splitLine).toMatchObject({ showMinLine: false, showMaxLine: false });
    const ends = draw({ events: [events[1] ?? [], [], events[1] ?? []] }).xAxis[0]?.splitLine;
    expect(ends).toMatchObject({ showMinLine: true, showMaxLine: true });
  });

  it('have a row of their own between the last axis and its dates', () => {
    const options = { animate: false, narrow: false, hidden: new Set<string>() };
    const boxes = [0, 32].map(
      (markRowHeight) => lineOption(model, tokens, { ...options, markRowHeight }) as unknown as Drawn,
    );
    const [without, within] = boxes;
    expect(Number(within?.grid[0]?.bottom) - Number(without?.grid[0]?.bottom)).toBe(32);
    expect((within?.xAxis[0]?.axisLabel.margin ?? 0) - (without?.xAxis[0]?.axisLabel.margin ?? 0)).toBe(32);
  });
});

describe('the earlier period of a line', () => {
  const [brand, rate] = model.lines;
  const lines = [{ ...brand, before: [4, 4, 4] }, rate].filter((line) => line?.id !== undefined) as ChartModel['lines'];
  const compared = draw({ lines });
  const earlier = compared.series.find(({ id }) => id === 'a:before');

  it('is dashed, on the same axis, and belongs to its line', () => {
    expect(earlier?.data).toEqual([4, 4, 4]);
    expect(earlier?.lineStyle.type).toEqual([6, 4]);
    expect(earlier?.yAxisIndex).toBe(compared.series.find(({ id }) => id === 'a')?.yAxisIndex);
    expect(lineOfSeries('a:before')).toBe('a');
    expect(seriesOfLine('a')).toContain('a:before');
  });

  it('is not drawn where nothing is compared', () => {
    expect(compared.series.map(({ id }) => id)).not.toContain('b:before');
    expect(draw().series.some(({ id }) => id.endsWith(':before'))).toBe(false);
  });
});
