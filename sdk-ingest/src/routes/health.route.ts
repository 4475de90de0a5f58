import { metricsText, requireMetricsAccess, whyNoAppends, within } from '@tapwise/adapters';
import type { FastifyInstance } from 'fastify';
import type { IngestContext } from '../ingest-context.ts';

/** A log that takes longer to decide an append does not take it, as far as callers are concerned. */
const probeMs = 1500;

interface PartState {
  readonly status: 'ok' | 'starting' | 'down';
  readonly detail: string;
}

/** Health, readiness and metrics of this service. */
export function healthRoutes(app: FastifyInstance, context: IngestContext): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const parts = { eventstore: await eventstoreState(context), directory: directoryState(context) };
    const states = Object.values(parts).map((part) => part.status);
    const status = states.includes('down') ? 'down' : states.includes('starting') ? 'starting' : 'ok';
    return reply.code(status === 'ok' ? 200 : 503).send({ status, parts });
  });
  app.get('/metrics', async (request, reply) => {
    requireMetricsAccess(request.raw, context.metricsToken);
    return reply.type('text/plain; version=0.0.4').send(await metricsText());
  });
}

async function eventstoreState(context: IngestContext): Promise<PartState> {
  try {
    await within(probeMs, context.log.probeAppend(), () => new Error(`No answer in ${probeMs} ms`));
    return { status: 'ok', detail: 'takes appends' };
  } catch (error) {
    const reason = whyNoAppends(error);
    const why = reason === undefined ? '' : ` (${reason})`;
    return { status: 'down', detail: `takes no appends${why}; calls are refused with 503 so that nothing is lost` };
  }
}

function directoryState(context: IngestContext): PartState {
  return context.directory.ready()
    ? { status: 'ok', detail: 'applications are known' }
    : { status: 'starting', detail: 'applications are being read' };
}
