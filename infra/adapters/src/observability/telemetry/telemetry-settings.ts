import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ }).optional();
const milliseconds = z.coerce.number().int().positive();

/** Where traces and metrics go, by OpenTelemetry's own names. The exporters read its further `OTEL_EXPORTER_OTLP_…` themselves. */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address.describe(
    'Base address of a collector that takes OTLP over HTTP as JSON, such as `http://127.0.0.1:4318`. Where it is unset, nothing is traced and OpenTelemetry is not loaded.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('Headers that are sent along, `name=value` with commas, such as the key of the collector.'),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false').describe('`true` switches all of it off.'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp').describe('`none`: metrics only.'),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).default('otlp').describe('`none`: traces only.'),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on')
    .describe('Which traces are kept.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of the traces that `traceidratio` keeps, such as `0.01`.'),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(5000).describe('Milliseconds between two exports of spans.'),
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds.default(60_000).describe('Milliseconds between two exports of metrics.'),
};
const variables = z.object(telemetryVariables);
export type TelemetrySettings = z.infer<typeof variables>;
