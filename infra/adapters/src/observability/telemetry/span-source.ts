import { type Context, type Link, ROOT_CONTEXT, type Span, SpanKind, TraceFlags, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SpanRequest } from './spans.ts';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** As many as a span has by default. */
const linksAtMost = 128;

/** Starts the spans of sampled steps. */
export interface SpanSource {
  /** @returns `undefined` for a step that is not sampled. */
  start(
    request: SpanRequest,
    active: Context | undefined,
  ): { readonly span: Span; readonly context: Context } | undefined;
  /** Exports what is left. */
  shutdown(): Promise<void>;
}

/** The sampler is asked before anything is made: most steps are not sampled, and the SDK would make a span of them that records nothing. */
export function createSpanSource(options: {
  readonly scope: string;
  readonly resource: Resource;
  readonly sampler: Sampler;
  readonly spanProcessors: SpanProcessor[];
}): SpanSource {
  const { scope, resource, sampler, spanProcessors } = options;
  const ids = new RandomIdGenerator();
  let decided = '';
  // The trace that was decided about is the one that begins.
  const idGenerator = { generateSpanId: () => ids.generateSpanId(), generateTraceId: () => decided };
  const provider = new TracerProvider({ resource, sampler, spanProcessors, idGenerator });
  const tracer = provider.getTracer(scope);
  return {
    start: ({ name, kind, attributes, details, links = [], begins, parent }, active = ROOT_CONTEXT) => {
      const context = parent === undefined ? active : contextOf(parent);
      const spanContext = trace.getSpanContext(context);
      if (begins !== true && !isSampled(spanContext?.traceFlags)) return undefined;
      decided = spanContext?.traceId ?? ids.generateTraceId();
      const made = links.length === 0 ? noLinks : links.slice(0, linksAtMost).flatMap(linkOf);
      const { decision } = sampler.shouldSample(context, decided, name, kinds[kind], attributes, made);
      if (decision !== SamplingDecision.RECORD_AND_SAMPLED) return undefined;
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes: { ...attributes, ...details }, links: made },
        context,
      );
      return { span, context: trace.setSpan(context, span) };
    },
    shutdown: () => provider.shutdown(),
  };
}

const noLinks: Link[] = [];

const isSampled = (flags: number = TraceFlags.NONE): boolean => (flags & TraceFlags.SAMPLED) !== 0;

/** A step whose parent cannot be read is the first of its trace. */
function contextOf(traceparent: string): Context {
  const parsed = parseTraceParent(traceparent);
  return parsed === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true });
}

function linkOf(traceparent: string): Link[] {
  const parsed = parseTraceParent(traceparent);
  return parsed === null ? [] : [{ context: { ...parsed, isRemote: true } }];
}
