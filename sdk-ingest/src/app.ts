import {
  type CommandContext,
  createClientAddress,
  createFailureRecorder,
  requestId,
  senderLimits,
  traceCalls,
} from '@tapwise/adapters';
import { findApplicationByApiKey } from '@tapwise/domain';
import Fastify, { type FastifyInstance } from 'fastify';
import { createApplicationCatchUp } from './applications/application-catch-up.ts';
import { createRefusedCalls } from './applications/refused-calls.ts';
import { createSdkProof } from './applications/sdk-proof.ts';
import { createCachedSubscriptions } from './cached-subscriptions.ts';
import type { IngestContext } from './ingest-context.ts';
import { createLogQueue } from './log-queue.ts';
import { errorsPlugin } from './plugins/errors.ts';
import { callLimits, overloadPlugin } from './plugins/overload.ts';
import { attributionRoute } from './routes/attribution.route.ts';
import { healthRoutes } from './routes/health.route.ts';
import { paymentNotificationsRoute } from './routes/payment-notifications.route.ts';
import { storeNotificationsRoute } from './routes/store-notifications.route.ts';
import { transactionsRoute } from './routes/transactions.route.ts';
import { userImportRoute } from './routes/user-import.route.ts';

export type { IngestContext } from './ingest-context.ts';

/** This process, as the one who records what it notices by itself. */
export const ingestContext: CommandContext = { actor: { kind: 'system', id: 'sdk-ingest' } };

/** Limits of a service; those that are absent are the usual ones. */
export interface IngestLimits {
  readonly slowSenders?: typeof senderLimits;
  readonly limits?: typeof callLimits;
}

/** Builds the service without listening. */
export function buildIngestApp(
  parts: Omit<IngestContext, 'queue' | 'subscriptions' | 'failures' | 'catchUp'>,
  { slowSenders = senderLimits, limits = callLimits }: IngestLimits = {},
): FastifyInstance {
  const context: IngestContext = {
    ...parts,
    queue: createLogQueue(parts.log),
    subscriptions: createCachedSubscriptions(),
    catchUp: createApplicationCatchUp(parts),
    failures: createFailureRecorder({ ...parts, context: ingestContext, now: () => new Date(parts.now()) }),
  };
  const { requestTimeout, ...http } = slowSenders;
  const app = Fastify({
    logger: false,
    bodyLimit: 16 * 1024,
    genReqId: requestId,
    requestTimeout,
    connectionTimeout: 20_000,
    keepAliveTimeout: 30_000,
    http,
  });
  traceCalls(app);
  errorsPlugin(app, context);
  const isKey = (key: string) => findApplicationByApiKey(context.directory.state, key) !== undefined;
  const addressOf = createClientAddress(context.trustedProxies ?? []);
  overloadPlugin(app, { queue: context.queue, addressOf, isKey, limits });
  const refusedCalls = createRefusedCalls(context, ingestContext);
  app.addHook('onClose', () => refusedCalls.close());
  attributionRoute(app, context, { proof: createSdkProof(context), refusedCalls });
  transactionsRoute(app, context);
  if (context.importSecret !== undefined) userImportRoute(app, context, context.importSecret);
  storeNotificationsRoute(app, context);
  paymentNotificationsRoute(app, context);
  healthRoutes(app, context);
  return app;
}
