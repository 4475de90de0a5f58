import type { ECharts, EChartsCoreOption } from 'echarts/core';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useMediaQuery } from '../page/browser-state.ts';
import { useDark } from '../theme/theme-mode.ts';
import styles from './chart.module.css';
import { type ChartTokens, readChartTokens } from './chart-tokens.ts';
import { loadChartEngine } from './load-engine.ts';

export interface ChartHandle {
  /** The drawing as a PNG data address, on the sheet's colour. */
  png: () => string | null;
}

/** Where a drawing has its places, in pixels of the canvas. */
export interface ChartLayout {
  /** One per place along the axis, from the left. */
  positions: readonly number[];
  height: number;
}

/** Circumstances of a drawing. */
export interface ChartView {
  animate: boolean;
  /** No room for names beside the lines. */
  narrow: boolean;
}

interface Props {
  /** What the picture is, for those who do not see it. */
  label: string;
  option: (tokens: ChartTokens, view: ChartView) => EChartsCoreOption;
  /** Places along the axis that the arrow keys go through. */
  positions: number;
  /** Value of the axis at each place; without it the axis has one category for each. */
  axisValues?: readonly number[];
  /** Where the arrow keys begin; the last place without it. */
  startAt?: number;
  /** What is said at a place. */
  say: (index: number) => string;
  /** Ids of the series to bring forward. */
  highlighted?: readonly string[];
  onHover?: (seriesId: string | null) => void;
  handle?: RefObject<ChartHandle | null>;
  /** Called when reading begins and ends: the pointer is over the picture, or keys go along the axis. */
  onRead?: (reading: boolean) => void;
  /** What is laid over the drawing at its places; asked again when the drawing has another size. */
  over?: (layout: ChartLayout) => ReactNode;
}

/** A picture drawn by the chart library, which is fetched the first time one is needed. */
export function ChartCanvas(props: Props) {
  const { label, option, positions, startAt, say, handle } = props;
  const box = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<ChartLayout | null>(null);
  // Only what lays something over the drawing has to know where its places are.
  const measured = props.over === undefined ? 0 : positions;
  const measure = useCallback(
    (drawn: ECharts) => {
      if (measured > 0) setLayout(layoutOf(drawn, measured));
    },
    [measured],
  );
  const { chart, failed } = useChart(box, measure);
  const dark = useDark();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const narrow = useNarrow(box);
  const [activeIndex, setActiveIndex] = useState<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme means other colours at the same element.
  useEffect(() => {
    if (chart === null || box.current === null) return;
    // Drawn at once: a line brought forward right after must be there.
    chart.setOption(option(readChartTokens(box.current), { animate: !still, narrow }), {
      replaceMerge: ['series', 'grid', 'xAxis', 'yAxis'],
    });
    measure(chart);
  }, [chart, option, dark, still, narrow, measure]);
  useHighlight(chart, props.highlighted);
  useHover(chart, props.onHover);
  useHandle(chart, box, handle);

  function press(event: KeyboardEvent): void {
    const next = nextIndex(event.key, activeIndex, positions, startAt);
    if (next === undefined) return;
    event.preventDefault();
    setActiveIndex(next);
    props.onRead?.(next !== null);
    // Before its first drawing the engine has no axis to ask.
    if (chart === null || chart.getOption() === undefined) return;
    if (next === null) chart.dispatchAction({ type: 'hideTip' });
    else {
      const x = chart.convertToPixel({ xAxisIndex: 0 }, props.axisValues?.[next] ?? next);
      chart.dispatchAction({ type: 'showTip', x: Number(x), y: chart.getHeight() / 3 });
    }
  }

  return (
    <div className={styles.frame} aria-busy={chart === null && !failed}>
      <div
        ref={box}
        className={styles.canvas}
        role="img"
        aria-label={`${label}. Left and right arrow keys read the values.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the pointer along the axis is moved by keys.
        tabIndex={0}
        onKeyDown={press}
        onPointerEnter={() => props.onRead?.(true)}
        onPointerLeave={() => props.onRead?.(activeIndex !== null)}
        onBlur={() => {
          setActiveIndex(null);
          props.onRead?.(false);
          chart?.dispatchAction({ type: 'hideTip' });
        }}
      />
      {chart !== null && layout !== null && layout.positions.length === positions && props.over?.(layout)}
      {chart === null && (
        <p className={styles.waiting} role="status">
          {failed ? 'The chart could not be loaded. The values are in the table.' : 'Loading...'}
        </p>
      )}
      <p className="visually-hidden" aria-live="polite">
        {activeIndex === null ? '' : say(activeIndex)}
      </p>
    </div>
  );
}

/** Lets the owner of the chart save its picture. */
function useHandle(
  chart: ECharts | null,
  box: RefObject<HTMLDivElement | null>,
  handle: RefObject<ChartHandle | null> | undefined,
): void {
  useImperativeHandle(
    handle,
    () => ({
      png: () => {
        if (chart === null || box.current === null) return null;
        const { sheet } = readChartTokens(box.current);
        return chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: sheet });
      },
    }),
    [chart, box],
  );
}

/** Where a key leads: a place, `null` for none any more, `undefined` for keys that mean nothing here. */
function nextIndex(
  key: string,
  index: number | null,
  positions: number,
  startAt = positions - 1,
): number | null | undefined {
  if (positions === 0) return undefined;
  if (key === 'Escape') return index === null ? undefined : null;
  if (key === 'Home') return 0;
  if (key === 'End') return positions - 1;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  if (index === null) return startAt;
  return Math.max(0, Math.min(positions - 1, index + (key === 'ArrowLeft' ? -1 : 1)));
}

/** Under this many pixels the lines get all the room there is. */
const narrowWidth = 560;

function useNarrow(box: RefObject<HTMLDivElement | null>): boolean {
  const [narrow, setNarrow] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setNarrow(element.clientWidth < narrowWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return narrow;
}

function layoutOf(chart: ECharts, positions: number): ChartLayout {
  const at = (index: number) => Math.round(Number(chart.convertToPixel({ xAxisIndex: 0 }, index)));
  return { positions: Array.from({ length: positions }, (_, index) => at(index)), height: chart.getHeight() };
}

/**
 * Owns one instance: made when element and library are there, resized with its box, given up on leaving.
 * @param onResize called after the drawing has taken another size.
 */
function useChart(
  box: RefObject<HTMLDivElement | null>,
  onResize: (chart: ECharts) => void,
): { chart: ECharts | null; failed: boolean } {
  const resized = useEffectEvent(onResize);
  const [state, setState] = useState<{ chart: ECharts | null; failed: boolean }>({ chart: null, failed: false });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let ended = false;
    let chart: ECharts | null = null;
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (chart === null || chart.isDisposed()) return;
        chart.resize();
        // Before its first drawing it has no places.
        if (chart.getOption() !== undefined) resized(chart);
      });
    });
    loadChartEngine()
      .then(({ init }) => {
        if (ended) return;
        chart = init(element, null, { renderer: 'canvas' });
        observer.observe(element);
        setState({ chart, failed: false });
      })
      .catch(() => {
        if (!ended) setState({ chart: null, failed: true });
      });
    return () => {
      ended = true;
      cancelAnimationFrame(frame);
      observer.disconnect();
      chart?.dispose();
      setState({ chart: null, failed: false });
    };
  }, [box]);
  return state;
}

function useHighlight(chart: ECharts | null, ids: readonly string[] | undefined): void {
  const text = JSON.stringify(ids ?? []);
  useEffect(() => {
    const seriesId = JSON.parse(text) as string[];
    if (chart === null || seriesId.length === 0) return;
    chart.dispatchAction({ type: 'highlight', seriesId });
    return () => {
      if (!chart.isDisposed()) chart.dispatchAction({ type: 'downplay', seriesId });
    };
  }, [chart, text]);
}

function useHover(chart: ECharts | null, onHover: ((seriesId: string | null) => void) | undefined): void {
  useEffect(() => {
    if (chart === null || onHover === undefined) return;
    const over = (event: { seriesId?: string }) => onHover(event.seriesId ?? null);
    const out = () => onHover(null);
    chart.on('mouseover', { componentType: 'series' }, over as (event: unknown) => void);
    chart.on('mouseout', { componentType: 'series' }, out);
    return () => {
      if (chart.isDisposed()) return;
      chart.off('mouseover', over as (event: unknown) => void);
      chart.off('mouseout', out);
    };
  }, [chart, onHover]);
}
