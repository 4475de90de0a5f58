import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Skeleton,
  SkeletonItem,
} from '@fluentui/react-components';
import type { SeriesItem } from '@tapwise/contract';
import { daysBetween } from '@tapwise/contract/calendar';
import { useCallback, useMemo, useState } from 'react';
import { assignSlots, seriesColors } from '../../../../shared/chart/index.ts';
import { currencySymbol } from '../../../../shared/format/numbers.ts';
import { useLatest } from '../../../../shared/page/use-latest.ts';
import { useWithPrevious } from '../../../../shared/page/use-with-previous.ts';
import { fileMark, usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { reportTypes, chartMessages as words } from '../messages.ts';
import {
  type ChartData,
  type ChartRow,
  chartModel,
  elementRows,
  keepOrder,
  propertyRows,
} from '../model/chart-lines.ts';
import {
  type ChartMetric,
  carriedMetrics,
  defaultMetric,
  defaultProperties,
  unitSign,
} from '../model/chart-metrics.ts';
import { ChartPanel } from './ChartPanel.tsx';
import styles from './charts.module.css';
import { LineTable } from './LineTable.tsx';
import { ModeBar } from './ModeBar.tsx';
import { useChartMarks } from './marks/use-chart-marks.ts';
import { useMarkDrawer } from './marks/use-mark-drawer.ts';
import { Splitter } from './Splitter.tsx';
import type { ChartScreenData, ChartScreenUrl } from './use-chart-screen.ts';
import { useTableWidth } from './use-table-width.ts';

interface Props {
  screen: ChartScreenUrl;
  chart: ChartScreenData;
  data: ChartData;
}

/** A chart begins with this many lines. */
const firstLines = 5;
const bucketWords = { day: 'per day', week: 'per week', month: 'per month' } as const;
const runningWords = { day: 'today so far', week: 'this week so far', month: 'this month so far' } as const;

/** The table of what can be drawn, and beside it what is. */
export function ChartWorkspace({ screen, chart, data }: Props) {
  const { choice, view } = screen.url;
  const { one: singular } = reportTypes[choice.type];
  const { metrics, metric, element, elements, rows, moved, resort } = useTableRows({ screen, chart, data });
  const starting = elements ? rows.slice(0, firstLines).map(({ id }) => id) : defaultProperties;
  const comparing = choice.compare !== 'none';
  const drawn = (view.drawn ?? starting).filter((id) => rows.some((row) => row.id === id));
  const slots = useSlots(drawn);
  const width = useTableWidth(screen);
  const drawer = useMarkDrawer();
  const marks = useChartMarks(screen, chart, elements || element === null ? null : String(element.id));
  const [hovered, setHovered] = useState<string | null>(null);
  const { granularity, today } = chart;
  const model = useMemo(
    () => chartModel(data, rows, slots, { granularity, today }),
    [data, rows, slots, granularity, today],
  );
  const tick = useStable((id: string, on: boolean) =>
    screen.show({ drawn: on ? [...drawn, id] : drawn.filter((other) => other !== id) }),
  );
  const title = titleOf({ elements, metric, singular, element, currency: data.currency }, bucketWords[granularity]);
  return (
    <div
      className={styles.workspace}
      style={{ ['--side-width' as string]: `${width.now}px` }}
      aria-busy={chart.loading}
      data-stale={chart.loading || undefined}
    >
      {/* The list of changes lies over the table: what cannot be seen is not to be reached. */}
      <div className={styles.side} inert={drawer.open}>
        <ModeBar
          type={choice.type}
          view={{ ...view, metric: metric?.name ?? view.metric }}
          metrics={metrics}
          items={data.items}
          element={element}
          onView={screen.show}
        />
        {drawn.length > seriesColors && <TooMany count={drawn.length} onKeep={() => screen.show({ drawn: null })} />}
        <LineTable
          key={`${choice.type} ${view.mode}`}
          label={elements ? `${reportTypes[choice.type].label} to draw` : 'Properties to draw'}
          singular={elements ? singular : 'Property'}
          value={elements && metric !== undefined ? columnOf(metric, data.currency) : null}
          span={spanOf(chart.days)}
          rows={rows}
          slots={slots}
          currencySign={currencySymbol(data.currency)}
          comparing={comparing}
          hovered={hovered}
          onHover={setHovered}
          onTick={tick}
          onTickAll={(on) => screen.show({ drawn: on ? rows.map(({ id }) => id) : [] })}
        />
        {moved > 0 && <Moved count={moved} onResort={resort} />}
      </div>
      <Splitter width={width.now} onWidth={width.set} onSettled={width.settle} />
      <ChartPanel
        title={title}
        model={model}
        granularity={granularity}
        marks={marks}
        drawer={drawer}
        fileName={useFileName(choice.type, elements ? (metric?.name ?? 'chart') : 'properties', chart.days)}
        hovered={hovered}
        onHover={setHovered}
        running={model.runningAt === null ? null : runningWords[granularity]}
        before={data.before === undefined || chart.earlierDays === null ? null : words.before(chart.earlierDays)}
      />
    </div>
  );
}

/** `campaigns-spend-2026-11-15-2026-11-21`, without an ending. */
const useFileName = (type: string, subject: string, { from, to }: ChartScreenData['days']): string =>
  `${type}-${subject}-${from}-${to}${fileMark(usePastInstant())}`;

/** What can be drawn: objects by one figure, or the figures of one object. */
function useTableRows({ screen, chart, data }: Props) {
  const { choice, view } = screen.url;
  const metrics = useMemo(() => carriedMetrics(choice.type, data.items), [choice.type, data.items]);
  const metric = metrics.find(({ name }) => name === view.metric) ?? metrics.find(({ name }) => name === defaultMetric);
  const element = data.items.find(({ id }) => String(id) === view.element) ?? data.items[0] ?? null;
  const elements = view.mode === 'elements';
  const currentRows = useMemo(() => {
    if (elements) return metric === undefined ? [] : elementRows(data, metric);
    return element === null ? [] : propertyRows(data, element, metrics);
  }, [elements, data, metric, element, metrics]);
  const { rows, moved, resort } = useKeptOrder(
    currentRows,
    `${chart.question} ${view.mode} ${elements ? metric?.name : element?.id}`,
  );
  return { metrics, metric, element, elements, rows, moved, resort };
}

function TooMany({ count, onKeep }: { count: number; onKeep: () => void }) {
  return (
    <MessageBar intent="warning" layout="multiline" className={styles.tooMany}>
      <MessageBarBody>{words.tooMany(count)}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onKeep}>
          {words.keepFirst}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

function Moved({ count, onResort }: { count: number; onResort: () => void }) {
  return (
    <div className={styles.moved}>
      <button type="button" className={styles.resort} onClick={onResort}>
        {words.moved(count)} – <strong className="bold">Re-sort</strong>
      </button>
    </div>
  );
}

/** Figures move, rows do not: they keep the order in which they came until another question is asked, or a person sorts them again. */
function useKeptOrder(currentRows: readonly ChartRow[], question: string) {
  const [resorts, setResorts] = useState(0);
  const key = `${question} ${resorts}`;
  const ids = useWithPrevious([key], () => currentRows.map(({ id }) => id));
  const kept = useMemo(() => keepOrder(currentRows, ids), [currentRows, ids]);
  return { ...kept, resort: () => setResorts(resorts + 1) };
}

/** Colours stay with their lines from one drawing to the next. */
function useSlots(drawn: readonly string[]): ReadonlyMap<string, number> {
  return useWithPrevious<ReadonlyMap<string, number>>(drawn, (before) => assignSlots(before ?? new Map(), drawn));
}

/** The same function for as long as the component is mounted, doing what the newest one does. */
function useStable<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  const latest = useLatest(run);
  return useCallback((...args: Args) => latest.current(...args), [latest]);
}

interface TitleParts {
  elements: boolean;
  metric: ChartMetric | undefined;
  singular: string;
  element: SeriesItem | null;
  currency: string;
}

/** `Predicted income by campaign, $ per day`; `Properties of US Brand, per week`. */
function titleOf({ elements, metric, singular, element, currency }: TitleParts, bucket: string): string {
  if (!elements || metric === undefined) return `Properties of ${element?.name ?? singular}, ${bucket}`;
  const unit = unitSign(metric.metric, currency);
  return `${metric.label} by ${singular.toLowerCase()}, ${unit === null ? '' : `${unit} `}${bucket}`;
}

function columnOf({ metric }: ChartMetric, currency: string): { label: string; unit: string | null } {
  return { label: metric.label, unit: unitSign(metric, currency) };
}

function spanOf({ from, to }: { from: string; to: string }): string {
  const days = daysBetween(from, to) + 1;
  return days === 1 ? '1 day' : `${days} days`;
}

/** The two halves before anything is known, in the geometry they will have. */
export function WorkspaceSkeleton() {
  return (
    <div className={styles.workspace} aria-busy="true">
      <p className="visually-hidden" role="status">
        {words.loading}
      </p>
      <Skeleton className={styles.side} aria-hidden="true">
        <div className={styles.modes}>
          <SkeletonItem size={32} />
        </div>
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
          <div key={row} className={styles.skeletonRow}>
            <SkeletonItem size={12} />
          </div>
        ))}
      </Skeleton>
      <Skeleton className={styles.panel} aria-hidden="true">
        <SkeletonItem size={20} />
        <SkeletonItem className={styles.skeletonChart} />
      </Skeleton>
    </div>
  );
}
