import { AggregationTemporality, type HistogramMetricData } from '@opentelemetry/sdk-metrics';
import { describe, expect, it } from 'vitest';
import { createDurations, type Durations } from './durations.ts';

const call = { 'http.request.method': 'POST', 'http.route': '/sdk/v1/attribution' };
const status = { 'http.response.status_code': 200 };

async function collected(durations: Durations) {
  const { resourceMetrics } = await durations.collect();
  const metrics = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics) as HistogramMetricData[];
  return metrics.map(({ descriptor: { name }, dataPoints }) => ({
    name,
    series: dataPoints.map(({ attributes, value: { buckets, count, sum, min, max } }) => ({
      attributes,
      filled: buckets.counts.flatMap((times, bucket) => (times > 0 ? [{ to: buckets.boundaries[bucket], times }] : [])),
      figures: { count, sum, min, max },
    })),
  }));
}

describe('durations of steps', () => {
  it('are one series for each set of attributes, in buckets that include their upper boundary', async () => {
    const durations = createDurations('test', AggregationTemporality.CUMULATIVE);
    expect(await collected(durations)).toEqual([]);
    for (const seconds of [0.005, 0.25, 64]) durations.record('server', seconds, call, status);
    durations.record('server', 1, call, { ...status, 'http.response.status_code': 503 });
    durations.record('producer', 1, {}, {});
    const [server, producer] = await collected(durations);
    expect(server).toEqual({
      name: 'http.server.request.duration',
      series: [
        {
          attributes: { ...call, ...status },
          filled: [
            { to: 0.005, times: 1 },
            { to: 0.25, times: 1 },
            { to: undefined, times: 1 },
          ],
          figures: { count: 3, sum: 64.255, min: 0.005, max: 64 },
        },
        expect.objectContaining({ attributes: { ...call, 'http.response.status_code': 503 } }),
      ],
    });
    expect(producer?.name).toBe('messaging.client.operation.duration');
  });

  it.each([
    { temporality: AggregationTemporality.CUMULATIVE, counts: [1, 2] },
    { temporality: AggregationTemporality.DELTA, counts: [1, 1] },
  ])('are summed as the collector expects: $temporality', async ({ temporality, counts }) => {
    const durations = createDurations('test', temporality);
    const collectOne = async () => {
      durations.record('client', 1, {}, {});
      const [metric] = await collected(durations);
      return metric?.series[0]?.figures.count;
    };
    expect([await collectOne(), await collectOne()]).toEqual(counts);
  });

  it('stay bounded when attributes have ever new values', async () => {
    const durations = createDurations('test', AggregationTemporality.CUMULATIVE);
    for (let number = 0; number < 2500; number += 1) durations.record('client', 1, {}, { 'error.type': `E${number}` });
    const [metric] = await collected(durations);
    expect(metric?.series).toHaveLength(2001);
    expect(metric?.series.at(-1)).toMatchObject({
      attributes: { 'otel.metric.overflow': true },
      figures: { count: 500 },
    });
  });
});
