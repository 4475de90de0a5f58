import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import fastifyPlugin from 'fastify-plugin';

/**
 * Headers that limit what the page may do in a browser. Scripts come from our own files only; styles may be inline because the
 * component library writes them at run time. The server speaks plain http and may be behind a proxy that does not, so
 * nothing is upgraded here.
 */
export const securityHeadersPlugin = fastifyPlugin(
  async (app) => {
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'", 'data:'],
          connectSrc: ["'self'", socketSource],
          workerSrc: ["'self'", 'blob:'],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          upgradeInsecureRequests: null,
        },
      },
      crossOriginEmbedderPolicy: false,
      xFrameOptions: { action: 'deny' },
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: { maxAge: 15_552_000, includeSubDomains: false },
    });
    app.addHook('onRequest', async (request, reply) => {
      if (isApiPath(request.url)) void reply.header('cache-control', 'no-store');
    });
  },
  { name: 'security-headers' },
);

/** Whether an address belongs to the API; everything else is the page's. */
export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?#]|$)/.test(url);
}

// Not every browser takes 'self' to include the socket of the same host.
function socketSource(request: IncomingMessage): string {
  const host = request.headers.host ?? '';
  return /^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$|^\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?$/.test(host)
    ? `ws://${host} wss://${host}`
    : "'self'";
}
