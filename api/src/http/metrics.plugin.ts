import { metricsRegistry, metricsText, requireMetricsAccess } from '@tapwise/adapters';
import fastifyPlugin from 'fastify-plugin';
import { Gauge, Histogram } from 'prom-client';

const registers = [metricsRegistry];
const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the request to the end of its answer.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});
/** Open connections of pages. */
export const openSockets = new Gauge({ name: 'sockets_open', help: 'Live connections of pages.', registers });
/** Distinct reports that are kept current for pages. */
export const reportWatches = new Gauge({ name: 'report_watches', help: 'Distinct reports kept current.', registers });

/**
 * Counts and times what is asked, by route template, so no token or id ever becomes a label. `refresh` is called before figures
 * are given out.
 */
export const metricsPlugin = fastifyPlugin<{ token: string | undefined; refresh: () => Promise<void> }>(
  async (app, { token, refresh }) => {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'unmatched';
      duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      request.log.debug({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime }, 'Answered');
    });
    const config = { right: 'public', addressLimit: 'none' } as const;
    app.get('/metrics', { schema: { hide: true }, config }, async (request, reply) => {
      requireMetricsAccess(request.raw, token);
      await refresh();
      return reply.type(metricsRegistry.contentType).send(await metricsText());
    });
  },
  { name: 'metrics' },
);
