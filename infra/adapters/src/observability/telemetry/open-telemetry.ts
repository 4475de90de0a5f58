import {
  type Context,
  DiagLogLevel,
  diag,
  type Histogram,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent } from '@opentelemetry/core';
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
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { samplerOf } from './sampler.ts';
import type { OpenSpan, SpanRequest, Telemetry } from './spans.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

export interface TelemetryOptions {
  readonly part: string;
  readonly settings: TelemetrySettings;
  readonly endpoint: string;
  readonly onFault: (fault: string) => void;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** Metrics of the semantic conventions that a span's duration counts in. */
const durationMetrics = {
  server: 'http.server.request.duration',
  client: 'db.client.operation.duration',
  producer: 'messaging.client.operation.duration',
  consumer: 'messaging.process.duration',
} as const;
/** Seconds; those that the conventions advise. */
const explicitBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** As many as a span has by default. */
const linksAtMost = 128;
const scope = 'tapwise';

/** Loaded only where telemetry is on. */
export function openTelemetry(options: TelemetryOptions): Telemetry {
  reportFaults(options.onFault);
  const resource = resourceOf(options.part);
  const contexts = new AsyncLocalStorageContextManager().enable();
  const tracers = openTracers(options, resource);
  const meters = openMeters(options, resource);
  const tracer = tracers.getTracer(scope);
  const durations = durationHistograms(meters);
  return {
    open: (request) => {
      const active = contexts.active();
      const context = request.parent === undefined ? active : contextOf(request.parent);
      // Most calls are not sampled: nothing is kept of their steps but durations, and no context follows them.
      if (request.begins !== true && !isSampled(context))
        return { within: here, end: endOf(undefined, request, durations) };
      const span = startSpan(tracer, request, context);
      const spanContext = trace.setSpan(context, span);
      const within: OpenSpan['within'] = isSampled(spanContext)
        ? (work) => contexts.with(spanContext, work)
        : isSampled(active)
          ? (work) => contexts.with(ROOT_CONTEXT, work)
          : here;
      return { within, end: endOf(span, request, durations) };
    },
    traceparent: () => {
      const open = trace.getSpanContext(contexts.active());
      return open === undefined ? undefined : `00-${open.traceId}-${open.spanId}-01`;
    },
    logFields: () => {
      const open = trace.getSpanContext(contexts.active());
      return open === undefined ? {} : { trace_id: open.traceId, span_id: open.spanId };
    },
    close: async () => {
      await Promise.all([tracers.shutdown(), meters.shutdown()]);
    },
  };
}

function isSampled(context: Context): boolean {
  const { traceFlags = TraceFlags.NONE } = trace.getSpanContext(context) ?? {};
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}

const here = <Result>(work: () => Result): Result => work();

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

function openTracers({ settings, endpoint }: TelemetryOptions, resource: Resource): TracerProvider {
  if (settings.OTEL_TRACES_EXPORTER === 'none') return new TracerProvider({ resource });
  const exporter = new OTLPTraceExporter({ url: addressOf(endpoint, 'traces') });
  const processor = new BatchSpanProcessor({ exporter, scheduledDelayMillis: settings.OTEL_BSP_SCHEDULE_DELAY });
  return new TracerProvider({ resource, sampler: samplerOf(settings), spanProcessors: [processor] });
}

function openMeters({ settings, endpoint }: TelemetryOptions, resource: Resource): MeterProvider {
  if (settings.OTEL_METRICS_EXPORTER === 'none') return new MeterProvider({ resource });
  const exporter = new OTLPMetricExporter({ url: addressOf(endpoint, 'metrics') });
  const exportIntervalMillis = settings.OTEL_METRIC_EXPORT_INTERVAL;
  const exportTimeoutMillis = Math.min(exportIntervalMillis, 30_000);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis, exportTimeoutMillis });
  return new MeterProvider({ resource, readers: [reader] });
}

const addressOf = (endpoint: string, signal: 'traces' | 'metrics'): string =>
  `${endpoint.replace(/\/+$/, '')}/v1/${signal}`;

type Durations = Readonly<Record<keyof typeof durationMetrics, Histogram>>;

function durationHistograms(meters: MeterProvider): Durations {
  const meter = meters.getMeter(scope);
  const entries = Object.entries(durationMetrics).map(([kind, name]) => [
    kind,
    meter.createHistogram(name, { unit: 's', advice: { explicitBucketBoundaries } }),
  ]);
  return Object.fromEntries(entries) as Durations;
}

/** A step whose parent cannot be read is the first of its trace. */
function contextOf(traceparent: string): Context {
  const parsed = parseTraceParent(traceparent);
  return parsed === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true });
}

function linkOf(traceparent: string): Link[] {
  const parsed = parseTraceParent(traceparent);
  return parsed === null ? [] : [{ context: { ...parsed, isRemote: true } }];
}

function startSpan(tracer: Tracer, { name, kind, attributes, details, links = [] }: SpanRequest, context: Context) {
  const options = {
    kind: kinds[kind],
    attributes: { ...attributes, ...details },
    links: links.slice(0, linksAtMost).flatMap(linkOf),
  };
  return tracer.startSpan(name, options, context);
}

/** @param span `undefined`: only how long it took counts. */
function endOf(span: Span | undefined, { kind, attributes }: SpanRequest, durations: Durations): OpenSpan['end'] {
  const begun = performance.now();
  return ({ attributes: further, error } = {}) => {
    const failure = error === undefined ? undefined : error instanceof Error ? error.name : '_OTHER';
    const ending = failure === undefined ? (further ?? {}) : { ...further, 'error.type': failure };
    if (span !== undefined) {
      span.setAttributes(ending);
      if ('error.type' in ending) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
    if (kind === 'internal') return;
    durations[kind].record((performance.now() - begun) / 1000, { ...attributes, ...ending });
  };
}
