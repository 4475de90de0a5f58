import { createErrorSink, metricsRegistry, readableStack, scrubbed } from '@tapwise/adapters';
import { okSchema } from '@tapwise/contract';
import { type ClientErrorBody, clientErrorBodySchema, usagePaths } from '@tapwise/contract/usage';
import { Counter } from 'prom-client';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';

const bodyLimit = 8 * 1024;
const callsPerMinute = 10;

const counted = new Counter({
  name: 'tapwise_client_errors_total',
  help: 'Faults of the page that browsers reported.',
  registers: [metricsRegistry],
});

/**
 * `POST /api/client_error`: a fault of the page. It is written to the log of the process, where addresses have no query and nothing
 * personal is left, and passed on where an address for it is set; the page itself connects to no other host.
 */
export function clientErrorRoute(app: ApiServer, { logger, settings }: ApiDependencies): void {
  const limit = app.callLimits.windowed('client error', callsPerMinute, 60);
  const sink = settings.errorsDsn === undefined ? undefined : createErrorSink(settings.errorsDsn, logger);
  app.post(
    usagePaths.clientError,
    { bodyLimit, schema: { body: clientErrorBodySchema, response: { 200: okSchema } }, config: { right: 'public' } },
    async (request) => {
      await limit(request.clientAddress);
      counted.inc();
      const report = await readable(request.body, settings.sourceMaps);
      logger.warn({ report }, 'A page reported a fault');
      sink?.send(report);
      return { status: 'ok' as const };
    },
  );
}

/** What is known of the fault in terms of our sources, and nothing about the person. */
async function readable({ message, stack, route, build, request_id }: ClientErrorBody, maps: string | undefined) {
  return {
    message: scrubbed(message),
    stack: scrubbed(await readableStack(stack ?? '', maps)),
    route: scrubbed(route ?? ''),
    build: scrubbed(build ?? ''),
    request_id: scrubbed(request_id ?? ''),
  };
}
