import { DiagLogLevel, diag, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { InstrumentType, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { createContexts } from './contexts.ts';
import { createDurations, type Durations } from './durations.ts';
import { samplerOf } from './sampler.ts';
import { createSpanSource } from './span-source.ts';
import type { Outcome, SpanAttributes, SpanRequest, Telemetry } from './spans.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

export interface TelemetryOptions {
  readonly part: string;
  readonly settings: TelemetrySettings;
  readonly endpoint: string;
  readonly onFault: (fault: string) => void;
}

const scope = 'tapwise';

/** Loaded only where telemetry is on. */
export function openTelemetry(options: TelemetryOptions): Telemetry {
  reportFaults(options.onFault);
  const resource = resourceOf(options.part);
  const contexts = createContexts();
  const spans = createSpanSource({
    scope,
    resource,
    sampler: samplerOf(options.settings),
    spanProcessors: spanProcessors(options),
  });
  const { meters, durations } = openMeters(options, resource);
  const activeSpan = () => {
    const active = contexts.active();
    return active === undefined ? undefined : trace.getSpanContext(active);
  };
  return {
    open: (request) => {
      const active = contexts.active();
      const sampled = spans.start(request, active);
      const end = timed(request, durations);
      if (sampled === undefined) {
        const leaves = active !== undefined && request.begins === true;
        return { within: leaves ? (work) => contexts.with(undefined, work) : undefined, end };
      }
      const { span, context } = sampled;
      contexts.open();
      return {
        within: (work) => contexts.with(context, work),
        end: (outcome) => {
          endSpan(span, end(outcome));
          contexts.close();
        },
      };
    },
    traceparent: () => {
      const open = activeSpan();
      return open === undefined ? undefined : `00-${open.traceId}-${open.spanId}-01`;
    },
    logFields: () => {
      const open = activeSpan();
      return open === undefined ? {} : { trace_id: open.traceId, span_id: open.spanId };
    },
    close: async () => {
      await Promise.all([spans.shutdown(), meters.shutdown()]);
    },
  };
}

/** Takes the time from now on. @returns what ends the step, and answers which attributes came at its end. */
function timed({ kind, attributes }: SpanRequest, durations: Durations | undefined) {
  const begun = performance.now();
  return ({ attributes: further = {}, error }: Outcome = {}): SpanAttributes => {
    const ending = error === undefined ? further : { ...further, 'error.type': classOf(error) };
    if (kind !== 'internal') durations?.record(kind, (performance.now() - begun) / 1000, attributes, ending);
    return ending;
  };
}

const classOf = (error: unknown): string => (error instanceof Error ? error.name : '_OTHER');

function endSpan(span: Span, ending: SpanAttributes): void {
  span.setAttributes(ending);
  if ('error.type' in ending) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

const betweenFaultsMs = 60_000;

/** A collector that is away fails every export: it is said once a minute. */
function reportFaults(onFault: (fault: string) => void): void {
  let last = Number.NEGATIVE_INFINITY;
  const report = (fault: string): void => {
    if (performance.now() - last < betweenFaultsMs) return;
    last = performance.now();
    onFault(fault);
  };
  const ignore = (): void => undefined;
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

/** What an operator sets in `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` counts more than our names. */
const resourceOf = (part: string): Resource =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.namespace': 'tapwise', 'service.name': part }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));

function spanProcessors({ settings, endpoint }: TelemetryOptions): SpanProcessor[] {
  if (settings.OTEL_TRACES_EXPORTER === 'none') return [];
  const exporter = new OTLPTraceExporter({ url: addressOf(endpoint, 'traces') });
  return [new BatchSpanProcessor({ exporter, scheduledDelayMillis: settings.OTEL_BSP_SCHEDULE_DELAY })];
}

function openMeters(
  { settings, endpoint }: TelemetryOptions,
  resource: Resource,
): { readonly meters: MeterProvider; readonly durations: Durations | undefined } {
  if (settings.OTEL_METRICS_EXPORTER === 'none')
    return { meters: new MeterProvider({ resource }), durations: undefined };
  const exporter = new OTLPMetricExporter({ url: addressOf(endpoint, 'metrics') });
  const durations = createDurations(scope, exporter.selectAggregationTemporality(InstrumentType.HISTOGRAM));
  const exportIntervalMillis = settings.OTEL_METRIC_EXPORT_INTERVAL;
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(exportIntervalMillis, 30_000),
    metricProducers: [durations],
  });
  return { meters: new MeterProvider({ resource, readers: [reader] }), durations };
}

const addressOf = (endpoint: string, signal: 'traces' | 'metrics'): string =>
  `${endpoint.replace(/\/+$/, '')}/v1/${signal}`;
