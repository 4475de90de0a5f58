import { createClientAddress, createRateLimits } from '@tapwise/adapters';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type CallLimits, openCallLimits } from '../access/limits/call-limits.ts';
import type { ApiDependencies } from './dependencies.ts';

/** What one address may do, beside the rules of single calls. */
const limitsPerAddress = {
  /** Far above any page and any script that waits for its answers; stops loops that run away. */
  general: { most: 60_000, seconds: 60 },
  /** Verifying a password takes about 20 ms of a core. */
  signIn: { most: 600, seconds: 60 },
} as const;

declare module 'fastify' {
  interface FastifyInstance {
    /** Rules of single calls. */
    callLimits: CallLimits;
    /** Of `GET /api/account` with a password, which may sign in as well as `POST /api/session`. */
    limitSignIns: (request: FastifyRequest) => Promise<void>;
  }
  interface FastifyContextConfig {
    /** Which limit counts calls of the route by address, where it is not the general one. */
    addressLimit?: 'none' | 'signIn';
  }
  interface FastifyRequest {
    /** Where the call came from, as limits count it. */
    clientAddress: string;
  }
}

export const rateLimitsPlugin = fastifyPlugin<{ deps: ApiDependencies }>(
  async (app, { deps: { settings, vault, logger, now, sharedLimits } }) => {
    const addressOf = createClientAddress(settings.trustedProxies ?? []);
    const limits = await openCallLimits({
      file: settings.callLimitsFile,
      vault,
      logger,
      now: () => now().getTime(),
      sharedLimits,
    });
    app.decorate('callLimits', limits);
    app.addHook('onClose', () => limits.close());
    app.decorateRequest('clientAddress', '');
    app.addHook('onRequest', async (request) => {
      request.clientAddress = addressOf(request.raw);
    });
    const limitsOfAddresses = sharedLimits ?? createRateLimits();
    const keyOf = (request: FastifyRequest): string =>
      sharedLimits === undefined ? request.clientAddress : vault.keyedHash('limited address', request.clientAddress);
    const general = limitsOfAddresses.limit('calls', limitsPerAddress.general);
    const sessions = limitsOfAddresses.limit('sessions', limitsPerAddress.signIn);
    const accounts = limitsOfAddresses.limit('account sessions', limitsPerAddress.signIn);
    app.decorate('limitSignIns', (request) => accounts.consume(keyOf(request)));
    app.addHook('onRequest', async (request) => {
      const { addressLimit } = request.routeOptions.config;
      if (addressLimit === 'none') return;
      await (addressLimit === 'signIn' ? sessions : general).consume(keyOf(request));
    });
    app.addHook('onClose', async () => sharedLimits?.close());
  },
  { name: 'rate-limits' },
);
