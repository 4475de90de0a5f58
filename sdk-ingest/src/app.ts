import { requestId } from '@tapwise/adapters';
import Fastify, { type FastifyInstance } from 'fastify';
import type { IngestContext } from './ingest-context.ts';
import { errorsPlugin } from './plugins/errors.ts';
import { overloadPlugin } from './plugins/overload.ts';
import { attributionRoute } from './routes/attribution.route.ts';
import { healthRoutes } from './routes/health.route.ts';
import { storeNotificationsRoute } from './routes/store-notifications.route.ts';
import { transactionsRoute } from './routes/transactions.route.ts';
import { createSdkProof } from './sdk-proof.ts';

export type { IngestContext } from './ingest-context.ts';

/** Builds the service without listening. */
export async function buildIngestApp(context: IngestContext): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: 16 * 1024,
    genReqId: requestId,
    requestTimeout: 15_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 30_000,
  });
  errorsPlugin(app, context);
  await overloadPlugin(app);
  const proof = createSdkProof(context);
  attributionRoute(app, context, proof);
  transactionsRoute(app, context);
  storeNotificationsRoute(app, context);
  healthRoutes(app, context);
  return app;
}
