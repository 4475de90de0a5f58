import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type HistogramMetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { SpanAttributes } from './spans.ts';

/** Metrics of the semantic conventions that a step's duration counts in. */
const metricNames = {
  server: 'http.server.request.duration',
  client: 'db.client.operation.duration',
  producer: 'messaging.client.operation.duration',
  consumer: 'messaging.process.duration',
} as const;
export type TimedKind = keyof typeof metricNames;

/** Seconds; those that the conventions advise. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Sets of attributes that one metric tells apart; what has further ones counts in one series, as the conventions say. */
const seriesAtMost = 2000;
const overflow = { 'otel.metric.overflow': true };

/** Durations that had equal attributes. */
interface Series {
  readonly attributes: Attributes;
  readonly counts: number[];
  count: number;
  sum: number;
  min: number;
  max: number;
}

/** Counts durations, and gives them to a reader of metrics as histograms. */
export interface Durations extends MetricProducer {
  /** @param ending Attributes that are clear at the end of the step. */
  record(kind: TimedKind, seconds: number, attributes: SpanAttributes, ending: SpanAttributes): void;
}

/**
 * Every step counts here, sampled or not. A histogram of the SDK sorts and copies the attributes of every value, which costs several times as
 * much; here one kind of step names its attributes in one order, and a series is found by their text.
 */
export function createDurations(scope: string, temporality: AggregationTemporality): Durations {
  const metrics = new Map<TimedKind, Map<string, Series>>();
  let startTime = millisToHrTime(Date.now());
  return {
    record: (kind, seconds, attributes, ending) => {
      const metric = metrics.get(kind) ?? new Map<string, Series>();
      if (metric.size === 0) metrics.set(kind, metric);
      addTo(seriesOf(metric, attributes, ending), seconds);
    },
    collect: async () => {
      const endTime = millisToHrTime(Date.now());
      const data = [...metrics].map(([kind, metric]) => metricData(kind, metric, { startTime, endTime, temporality }));
      if (temporality === AggregationTemporality.DELTA) {
        metrics.clear();
        startTime = endTime;
      }
      const scopeMetrics = data.length === 0 ? [] : [{ scope: { name: scope }, metrics: data }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}

function seriesOf(metric: Map<string, Series>, attributes: SpanAttributes, ending: SpanAttributes): Series {
  const key = textOf(attributes) + textOf(ending);
  const series = metric.get(key);
  if (series !== undefined) return series;
  if (metric.size >= seriesAtMost) return metric.get(overflowKey) ?? addSeries(metric, overflowKey, overflow);
  return addSeries(metric, key, { ...attributes, ...ending });
}

/** No attributes have this text: theirs is empty, or ends with its line. */
const overflowKey = 'overflow';

function textOf(attributes: SpanAttributes): string {
  let text = '';
  for (const name in attributes) text += `${name}=${attributes[name]}\n`;
  return text;
}

function addSeries(metric: Map<string, Series>, key: string, attributes: Attributes): Series {
  const counts = Array.from({ length: boundaries.length + 1 }, () => 0);
  const series = { attributes, counts, count: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: 0 };
  metric.set(key, series);
  return series;
}

function addTo(series: Series, seconds: number): void {
  let bucket = 0;
  // A boundary belongs to the bucket below it.
  while (bucket < boundaries.length && seconds > (boundaries[bucket] ?? 0)) bucket += 1;
  series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
  series.count += 1;
  series.sum += seconds;
  if (seconds < series.min) series.min = seconds;
  if (seconds > series.max) series.max = seconds;
}

function metricData(
  kind: TimedKind,
  metric: ReadonlyMap<string, Series>,
  times: { readonly startTime: HrTime; readonly endTime: HrTime; readonly temporality: AggregationTemporality },
): HistogramMetricData {
  const { startTime, endTime, temporality } = times;
  const dataPoints = [...metric.values()].map(({ attributes, counts, count, sum, min, max }) => ({
    attributes,
    startTime,
    endTime,
    value: { buckets: { boundaries, counts: [...counts] }, count, sum, min, max },
  }));
  return {
    descriptor: { name: metricNames[kind], description: '', unit: 's', valueType: ValueType.DOUBLE },
    aggregationTemporality: temporality,
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints,
  };
}
