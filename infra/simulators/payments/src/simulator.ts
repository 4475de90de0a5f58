import Fastify from 'fastify';
import { apiRoutes, type ProviderMode } from './api.routes.ts';
import { type BillingContext, runUntil } from './charges.ts';
import { controlRoutes } from './control.routes.ts';
import type { PaymentsOptions } from './environment.ts';
import { createNotifications } from './notifications.ts';
import { pageRoutes, portalAddresses } from './pages.routes.ts';
import { openBooks } from './world.ts';

export { type PaymentsOptions, sellerPrices } from './environment.ts';

/** A payment provider of its own that speaks Paddle's protocol; no money moves. */
export interface PaymentsSimulator {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
}

const lookMs = 1000;

export async function startPayments(options: PaymentsOptions): Promise<PaymentsSimulator> {
  const books = openBooks(options.dataDir, options.prices);
  const notifications = createNotifications(books, options);
  const context: BillingContext = { books, emit: notifications.emit };
  const app = Fastify({
    logger: false,
    bodyLimit: 256 * 1024,
    forceCloseConnections: true,
    requestTimeout: 10_000,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000 },
  });
  let mode: ProviderMode = 'up';
  let origin = '';
  apiRoutes(app, {
    context,
    apiKey: options.apiKey,
    mode: () => mode,
    events: notifications.events,
    addressesOf: (subscription) => portalAddresses(subscription, { origin, secret: options.webhookSecret }),
  });
  controlRoutes(app, {
    context,
    notifications,
    setMode: (next) => {
      mode = next;
    },
  });
  pageRoutes(app, context, options.webhookSecret);
  await app.listen({ port: options.port, host: options.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  origin = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
  // What was paid as if long ago falls due when the clock is moved; the present goes on by itself.
  const began = books.now();
  const timer = setInterval(() => {
    runUntil(context, books.now(), began);
    books.save();
  }, lookMs);
  return {
    port,
    url: origin,
    stop: async () => {
      clearInterval(timer);
      await Promise.all([notifications.stop(), app.close()]);
      books.save();
    },
  };
}
