import { BarChart } from 'echarts/charts';
import { type EChartsCoreOption, use as register } from 'echarts/core';
import { useCallback, useMemo, useState } from 'react';
import { ChartCanvas, type ChartTokens, tooltipBox, tooltipContent } from '../../../../shared/chart/index.ts';
import { formatCount, formatExact } from '../../../../shared/format/numbers.ts';
import { Message } from '../../../../shared/report/index.ts';
import { ChoicePicker } from '../../../../shared/scope/index.ts';
import { queryMessages as words } from '../messages.ts';
import {
  type ChartChoice,
  type ChartPoint,
  chartPoints,
  firstChart,
  mostDrawn,
  type QueryResult,
} from '../model/result.ts';
import styles from './result.module.css';

// Bars are drawn here alone, so their code comes with this part.
register([BarChart]);

/** One figure of the result by another column. Drawn again for each result: it is keyed by it. */
export function ResultChart({ result, order }: { result: QueryResult; order: readonly number[] }) {
  const [choice, setChoice] = useState(() => firstChart(result));
  if (choice === null) {
    return (
      <section className={styles.chart} aria-label={words.chart}>
        <Message title={words.noChart} />
      </section>
    );
  }
  return <Drawn result={result} order={order} choice={choice} onChoose={(part) => setChoice({ ...choice, ...part })} />;
}

interface DrawnProps {
  result: QueryResult;
  order: readonly number[];
  choice: ChartChoice;
  onChoose: (part: Partial<ChartChoice>) => void;
}

function Drawn({ result, order, choice, onChoose }: DrawnProps) {
  const points = useMemo(() => chartPoints(result, order, choice), [result, order, choice]);
  const nameOf = (key: string) => result.columns.find((column) => column.key === key)?.name ?? '';
  const figure = nameOf(choice.figure);
  const title = words.chartTitle(figure, nameOf(choice.by));
  const option = useCallback(
    (tokens: ChartTokens) => (choice.kind === 'bars' ? barOption : lineOption)(points, figure, tokens),
    [points, figure, choice.kind],
  );
  const defined = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const most = formatExact(defined.length === 0 ? null : defined.reduce((high, value) => Math.max(high, value)));
  return (
    <section className={styles.chart} aria-label={words.chart}>
      <div className={styles.chartHead}>
        <h2>{title}</h2>
        <div className={styles.kinds}>
          {(['bars', 'line'] as const).map((kind) => (
            <button key={kind} type="button" aria-pressed={choice.kind === kind} onClick={() => onChoose({ kind })}>
              {words[kind]}
            </button>
          ))}
        </div>
      </div>
      <div className="flex wrap gap-8">
        <ChoicePicker
          label={words.of}
          choices={result.columns
            .filter(({ isNumber }) => isNumber)
            .map(({ key, name }) => ({ value: key, text: name }))}
          chosen={choice.figure}
          onChoose={(key) => onChoose({ figure: key })}
        />
        <ChoicePicker
          label={words.by}
          choices={result.columns.map(({ key, name }) => ({ value: key, text: name }))}
          chosen={choice.by}
          onChoose={(key) => onChoose({ by: key })}
        />
      </div>
      <div className={styles.canvas} style={{ minHeight: choice.kind === 'bars' ? 60 + points.length * 34 : 260 }}>
        <ChartCanvas
          key={choice.kind}
          label={words.summary(title, points.length, most)}
          option={option}
          positions={points.length}
          startAt={0}
          say={(index) => `${points[index]?.name ?? ''}: ${formatExact(points[index]?.value)}`}
        />
      </div>
      {result.rows.length > points.length && <p>{words.drawn(formatCount(mostDrawn[choice.kind]))}</p>}
    </section>
  );
}

/** Letters of a name beside its bar. */
const longestName = 16;

function barOption(points: readonly ChartPoint[], figure: string, tokens: ChartTokens): EChartsCoreOption {
  return {
    ...common(tokens),
    grid: [{ left: 120, right: 56, top: 8, bottom: 40, outerBoundsMode: 'none' }],
    xAxis: [{ ...valueAxis(tokens), name: figure, nameLocation: 'middle', nameGap: 26 }],
    yAxis: [
      {
        ...categoryAxis(points, tokens),
        inverse: true,
        axisLabel: {
          color: tokens.ink,
          fontSize: 12,
          interval: 0,
          formatter: (name: string) => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name),
        },
      },
    ],
    series: [
      {
        type: 'bar',
        id: 'figure',
        data: points.map(({ value }) => value),
        color: tokens.series[0],
        barMaxWidth: 16,
        itemStyle: { borderRadius: 2 },
        label: {
          show: true,
          position: 'right',
          color: tokens.ink,
          fontSize: 12,
          formatter: ({ dataIndex }: { dataIndex: number }) => formatExact(points[dataIndex]?.value),
        },
      },
    ],
  };
}

function lineOption(points: readonly ChartPoint[], figure: string, tokens: ChartTokens): EChartsCoreOption {
  return {
    ...common(tokens),
    tooltip: {
      ...tooltipBox(tokens),
      trigger: 'axis',
      formatter: (hits: { dataIndex: number }[] | { dataIndex: number }) => {
        const point = points[(Array.isArray(hits) ? hits[0] : hits)?.dataIndex ?? 0];
        const color = tokens.series[0] ?? tokens.ink;
        return tooltipContent(point?.name ?? '', [{ name: figure, text: formatExact(point?.value), color }]);
      },
    },
    grid: [{ left: 56, right: 24, top: 30, bottom: 32, outerBoundsMode: 'none' }],
    xAxis: [
      {
        ...categoryAxis(points, tokens),
        boundaryGap: false,
        axisLabel: { color: tokens.quiet, fontSize: 11, hideOverlap: true },
      },
    ],
    yAxis: [
      { ...valueAxis(tokens), name: figure, nameTextStyle: { color: tokens.quiet, fontSize: 11, align: 'left' } },
    ],
    series: [
      {
        type: 'line',
        id: 'figure',
        color: tokens.series[0],
        connectNulls: false,
        symbolSize: 5,
        data: points.map(({ value }) => value),
        showSymbol: points.length <= 60,
        lineStyle: { width: 1.75 },
      },
    ],
  };
}

const common = (tokens: ChartTokens): EChartsCoreOption => ({
  animation: false,
  textStyle: { fontFamily: tokens.font, color: tokens.quiet },
  aria: { enabled: false },
});

const categoryAxis = (points: readonly ChartPoint[], tokens: ChartTokens) => ({
  type: 'category',
  data: points.map(({ name }) => name),
  axisTick: { show: false },
  axisLine: { lineStyle: { color: tokens.axis } },
});

const valueAxis = (tokens: ChartTokens) => ({
  type: 'value',
  min: (extent: { min: number }) => Math.min(0, extent.min),
  axisTick: { show: false },
  axisLine: { show: false },
  splitLine: { lineStyle: { color: tokens.gridline } },
  axisLabel: { color: tokens.quiet, fontSize: 11, hideOverlap: true },
  nameTextStyle: { color: tokens.quiet, fontSize: 12 },
});
