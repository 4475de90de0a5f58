import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TelemetrySettings } from './telemetry-settings.ts';

/** The sampler of the standard variables; a step that is about sampled ones is kept with them. */
export function samplerOf(
  settings: Pick<TelemetrySettings, 'OTEL_TRACES_EXPORTER' | 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>,
): Sampler {
  // The log would grow by traces that nobody receives.
  if (settings.OTEL_TRACES_EXPORTER === 'none') return new AlwaysOffSampler();
  const sampler = withoutLinks(settings);
  return {
    // Links are made of sampled steps alone: the log names no others.
    shouldSample: (context, traceId, name, kind, attributes, links) =>
      links.length > 0
        ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
        : sampler.shouldSample(context, traceId, name, kind, attributes, links),
    toString: () => `LinksBased{${sampler.toString()}}`,
  };
}

function withoutLinks({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: share,
}: Pick<TelemetrySettings, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(share);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) });
  }
}
